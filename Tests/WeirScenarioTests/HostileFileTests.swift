// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirScenario

/// Files that were damaged on purpose, by a seed.
struct HostileText {
  private var stream: RandomStream
  private var lines: [[UInt8]]

  /// Damages `text` one to six times.
  init(_ text: String, seed: UInt64) {
    stream = RandomStream(seed: seed, "damage", of: "file")
    lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    for _ in 0...Int(stream.below(6)) { damage() }
  }

  /// The damaged text.
  var bytes: [UInt8] { Array(lines.joined(separator: [0x0A])) }

  private mutating func pick(_ count: Int) -> Int { Int(stream.below(UInt64(max(1, count)))) }

  private mutating func damage() {
    let line = pick(lines.count)
    switch stream.below(12) {
    case 0: change(line) { bytes, place, random in bytes[place] ^= 1 << UInt8(random % 8) }
    case 1: lines.swapAt(line, pick(lines.count))
    case 2: lines.insert(lines[line], at: pick(lines.count))
    case 3: if lines.count > 1 { lines.remove(at: line) }
    case 4: misspell(line)
    case 5: enlarge(line)
    case 6: lines[line].removeAll { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") }
    case 7: lines[line].insert(UInt8(ascii: " "), at: 0)
    case 8: if lines[line].first == UInt8(ascii: " ") { lines[line].removeFirst() }
    case 9: lines[line].insert(0x09, at: 0)
    case 10: change(line) { bytes, place, _ in bytes.remove(at: place) }
    default:
      let signs = Array("{}[]:,#&*!|>'\"%@`$-?~.<0\\".utf8)
      let sign = signs[pick(signs.count)]
      change(line) { bytes, place, _ in bytes.insert(sign, at: place) }
    }
  }

  private mutating func change(
    _ line: Int, _ body: (inout [UInt8], _ place: Int, _ random: UInt64) -> Void
  ) {
    guard !lines[line].isEmpty else { return }
    let place = pick(lines[line].count)
    body(&lines[line], place, stream.next())
  }

  /// Changes a letter in front of the first colon.
  private mutating func misspell(_ line: Int) {
    guard let colon = lines[line].firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return }
    lines[line][pick(colon)] = UInt8(ascii: "a") + UInt8(stream.below(26))
  }

  /// Puts many digits in front of a digit.
  private mutating func enlarge(_ line: Int) {
    let digits = lines[line].indices.filter { (0x30...0x39).contains(lines[line][$0]) }
    guard !digits.isEmpty else { return }
    let count = Int(stream.below(40))
    lines[line].insert(
      contentsOf: [UInt8](repeating: UInt8(ascii: "9"), count: count),
      at: digits[pick(digits.count)])
  }
}

@Suite struct HostileFileTests {
  static let bases = [firstSteps, everything, least, deep]

  /// Quotes, anchors, block scalars and other corners of YAML.
  static let deep = """
    weir: 1
    about: >
      A text that
      folds.
    server:
      tree: &tree
        "quoted \\u00e9": 'it''s'
        list: [1, 2, &three 3]
        again: *three
    network: { delay: { mixture: [ { weight: 90%, of: 20ms }, { weight: 10%, of: { weibull: 1s, shape: 2 } } ] } }
    clients: [ { list: "rooms/{1..3}" } ]
    workload: [ { does: post, think: '${THINK:-1s}', for: 1s } ]

    """

  /// What came of a text, in words that two readings must share.
  private func outcome(_ bytes: [UInt8]) -> String {
    do {
      let scenario = try Scenario(
        text: bytes, named: "f.yaml", in: schema, loader: loader(["lat.csv": "ms\n4\n"]))
      return "read \(scenario.fingerprint)\n\(scenario.canonicalText)"
    } catch {
      let lines = bytes.reduce(1) { $0 + ($1 == 0x0A || $1 == 0x0D ? 1 : 0) }
      #expect(!error.all.isEmpty)
      for problem in error.all {
        #expect(!problem.message.isEmpty && !problem.remedy.isEmpty)
        #expect(problem.mark != nil || problem.message.hasPrefix("and "))
        guard let mark = problem.mark, mark.file == "f.yaml" else { continue }
        // A text may end in rare line ends, which the sum above does not count: allow for them.
        let rare = bytes.count { $0 == 0xC2 || $0 == 0xE2 }
        #expect((1...lines + rare).contains(mark.line), "\(mark)")
        #expect((1...bytes.count + 2).contains(mark.column), "\(mark)")
      }
      return error.description
    }
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `a damaged file is read or told, never more, and always the same`(seed: UInt64) {
    let base = Self.bases[Int(seed % 4)]
    let bytes = HostileText(base, seed: seed).bytes
    #expect(outcome(bytes) == outcome(bytes))
  }

  @Test func `all four bases are sound before they are damaged`() {
    for base in Self.bases { #expect(outcome(Array(base.utf8)).hasPrefix("read ")) }
  }

  @Test func `a file that is cut off anywhere is read or told`() {
    let bytes = Array(Self.deep.utf8)
    var told = 0
    for length in bytes.indices where !outcome(Array(bytes[..<length])).hasPrefix("read ") {
      told += 1
    }
    #expect(told > bytes.count / 2)
  }
}
