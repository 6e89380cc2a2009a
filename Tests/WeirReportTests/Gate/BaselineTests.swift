import Testing
import WeirCore
import WeirRun
import WeirScenario

import WeirReport

@Suite struct BaselineTests {
  /// What a small run really measures.
  static func measured(
    _ more: String = "", seed: UInt64 = 1, weighed: Bool = false
  ) throws -> Baseline {
    let text = """
      weir: 1
      about: Two phones in one chat room.
      network:  { delay: { exponential: 40ms } }
      clients:  [ { count: 2, list: rooms/lobby, newest: 50 } ]
      workload: [ { each: client, does: post, every: { exponential: 1s }, for: 5s } ]
      \(more)
      """
    let scenario = try Scenario(text: Array(text.utf8), named: "small.yaml")
    var world = try World(scenario, seed: seed)
    if weighed { world.payloadBytes = 0 }
    let tables = world.tables
    while world.advance(by: 64) {}
    return Baseline(world.outcome(), tables: tables)
  }

  private static func read(_ text: String) throws -> Baseline {
    try Baseline(reading: Array(text.utf8), named: "b.csv")
  }

  @Test func `what is written is read back as it was`() throws {
    var baseline = try Self.measured()
    baseline.reason = "one request less, \"at last\"\r\nand a second line"
    let text = baseline.text
    baseline.reason = "one request less, \"at last\" and a second line"
    #expect(try Self.read(text) == baseline)
    #expect(try Self.measured() == Self.measured())
    #expect(baseline.entries.count > 80 && baseline.key.count == 7)
    #expect(baseline.entries.contains { $0.metric == "events" && $0.kind == .cost })
  }

  @Test func `what memory was asked for is written and read back, too`() throws {
    let baseline = try Self.measured()
      .counting(.init(allocations: 120, bytes: 9_000, allocator: "glibc 2.36"))
    let read = try Self.read(baseline.text)
    #expect(read == baseline && read.allocator == "glibc 2.36")
    #expect(read.entries.suffix(2).map(\.name) == ["allocations n", "allocated-bytes n"])
    #expect(try read.withoutMemory() == Self.measured())
    // Each of its numbers can be let off, and so can every other that is no word.
    for entry in read.entries where !entry.metric.hasPrefix("checker ") {
      #expect(Scenario.Gate.metrics.contains(entry.metric), "\(entry.metric)")
    }
  }

  @Test func `what was sent is weighed only where somebody asked, and changes nothing else`() throws
  {
    let plain = try Self.measured()
    let weighed = try Self.measured(weighed: true)
    let bytes = try #require(weighed.entries.first { $0.metric == "payload-bytes" })
    let messages = try #require(weighed.entries.first { $0.metric == "messages" })
    #expect(weighed.entries.filter { $0 != bytes } == plain.entries)
    #expect(weighed.digest == plain.digest && bytes.kind == .cost && bytes.unit == "B")
    // Some messages are empty, and a post is some dozens of bytes.
    let (sum, count) = try (#require(Int(bytes.value)), #require(Int(messages.value)))
    #expect(sum > 10 * count && sum < 1_000 * count, "\(sum) of \(count)")
  }

  @Test func `a file that was cut off anywhere is not believed`() throws {
    let bytes = Array(try Self.measured().text.utf8)
    for end in stride(from: 0, to: bytes.count - 2, by: 97) {
      #expect(throws: Problems.self) { try Baseline(reading: Array(bytes[..<end]), named: "b.csv") }
    }
  }

  @Test func `a file in which a byte is another one is not believed`() throws {
    let baseline = try Self.measured()
    let bytes = Array(baseline.text.utf8)
    var stream = RandomStream(seed: 1, "damage")
    for _ in 0..<60 {
      var damaged = bytes
      let place = stream.index(below: bytes.count)
      damaged[place] ^= 1
      // What stands before the class of a row names the scenario, and is compared with the others.
      guard let read = try? Baseline(reading: damaged, named: "b.csv") else { continue }
      #expect(read == baseline, "byte \(place)")
    }
  }

  @Test func `a table of something else says what is wrong and where`() {
    for (text, words) in [
      ("", "b.csv:1:1"), ("a,b\r\n1,2\r\n", "does not begin with its columns"),
      (Baseline.columns.joined(separator: ",") + "\r\n", "not whole"),
      (Baseline.columns.joined(separator: ",") + "\r\n2,s,key,,seed,,,1\r\n", "version is '2'"),
      (Baseline.columns.joined(separator: ",") + "\r\n1,s,odd,,seed,,,1\r\n", "no class of a row"),
    ] {
      let problems = #expect(throws: Problems.self) { try Self.read(text) }
      #expect(problems?.description.contains(words) == true)
      #expect(problems?.description.contains("--accept") == true || text.isEmpty)
    }
  }

  /// The claim of the exact lane: each number of a real run, off by one in its last digit, is seen.
  @Test func `every number that is another one by the smallest step is caught and named`() throws {
    let baseline = try Self.measured()
    for place in baseline.entries.indices {
      var other = baseline
      let value = baseline.entries[place].value
      other.entries[place].value =
        Int(value).map { "\($0 + 1)" } ?? Double(value).map { "\($0.nextUp)" } ?? value + "!"
      let comparison = BaselineComparison(of: other, with: baseline)
      #expect(comparison.verdict == .differs, "\(baseline.entries[place].name)")
      #expect(comparison.rows.count == 1)
      #expect(comparison.rows.first?.entry.name == baseline.entries[place].name)
      #expect(comparison.sameCount == baseline.entries.count - 1)
    }
  }

  @Test func `every part of the key that differs asks for a new baseline, and is named`() throws {
    let baseline = try Self.measured()
    for place in baseline.key.indices {
      var other = baseline
      other.key[place].value += "x"
      other.entries[0].value = "odd"
      other.digest = "odd"
      let comparison = BaselineComparison(of: other, with: baseline)
      #expect(comparison.verdict == .rebase)
      #expect(comparison.foreign.first?.hasPrefix(baseline.key[place].name) == true)
    }
    var less = baseline
    less.key.removeLast()
    #expect(BaselineComparison(of: less, with: baseline).verdict == .rebase)
    #expect(BaselineComparison(of: baseline, with: less).verdict == .rebase)
  }

  @Test func `another seed or another delay is another making, not a regression`() throws {
    let baseline = try Self.measured()
    #expect(BaselineComparison(of: try Self.measured(seed: 2), with: baseline).verdict == .rebase)
    let slower = try Self.measured("settle: 20s")
    #expect(BaselineComparison(of: slower, with: baseline).verdict == .rebase)
  }
}
