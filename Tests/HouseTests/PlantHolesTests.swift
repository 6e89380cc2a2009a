// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

/// The rules by which `.ci/plant-holes` plants bugs, on a sample; and what `.ci/prove-holes` needs of its list.
@Suite struct PlantHolesTests {
  /// Each line that a rule fits has the rules that fit behind it; every other line is left alone.
  private static let sample = """
    /// A sample: if a < b { return }
    struct Sample {
      var held = [3, 1, 2]
      var isOpen = true
      var best: Int? = 7

      init(best: Int?) {
        self.best = best
        count += 1  // omit
      }

      var count = 0
      var isFull: Bool { held.count == 3 }  // negate
      var least: Int { min(held[0], held[1]) }  // choice
      var word: String { isOpen ? "open, if a < b" : "shut" }  // choice

      mutating func add(_ value: Int) {
        if value >= 8, let best, best > value {  // negate bound order
          held.append(value)  // omit
        } else {
          count += 2  // omit
        }
        for place in 0..<held.count where held[place] == 1 {  // negate
          count += held[place]  // omit
        }
        guard count < 9 else { return }  // negate bound order
        held.append(
          value + 1)
        precondition(count < 100)
      }

      func sums(to end: Int) -> [Int] {
        var sums: [Int] = []
        for number in 0..<end {  // bound
          sums.append(sums.reduce(number, +))  // omit
        }
        sums.sort(by: >)  // omit order
        return sums
      }

      func isNear(_ other: Int) -> Bool {
        let wide = abs(other - count) > 1  // bound order
        let text = \"\"\"
          if count < 3 {
          \"\"\"
        return !wide && text != "" && other > 3  // negate bound order
      }

      mutating func reset() {
        best = nil  // reset
        isOpen = false  // reset choice
        held.removeAll(keepingCapacity: true)  // reset
      }
    }

    """

  private static let main = """
    var sample = Sample(best: 40)
    for value in [8, 9, 41, 3] {
      sample.add(value)
      print(sample.held, sample.count, sample.isFull, sample.least, sample.word, sample.isOpen)
      print(sample.isNear(3), sample.isNear(4), sample.isNear(5), sample.isNear(6), sample.isNear(7))
    }
    print(sample.sums(to: 4))
    sample.reset()
    print(sample)

    """

  /// A folder with the sample as a source of the client, which is removed afterwards.
  private func withSample(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("holes-\(ProcessInfo.processInfo.globallyUniqueString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(
      atPath: "\(folder)/Sources/WeirClient", withIntermediateDirectories: true)
    try Self.sample.write(
      toFile: "\(folder)/\(Self.file)", atomically: true, encoding: .utf8)
    try body(folder)
  }

  private static let file = "Sources/WeirClient/Sample.swift"
  private let plant = "perl '\(Repository.top)/.ci/plant-holes'"

  /// The sites of the sample: number, rule and line of each.
  private func sites(in folder: String) throws -> [(number: String, rule: String, line: Int)] {
    let (text, status) = try Bash.run("echo '\(Self.file)' | \(plant) sites", in: folder)
    #expect(status == 0, "\(text)")
    return text.split(separator: "\n").map { site in
      let fields = site.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      #expect(fields.count == 6 && fields[1] == "WeirClient" && fields[3] == Self.file)
      return (fields[0], fields[2], Int(fields[4]) ?? 0)
    }
  }

  @Test func `each rule fits the lines that say so, and no other`() throws {
    try withSample { folder in
      let sites = try sites(in: folder)
      for (index, line) in Self.sample.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        let wanted = line.contains("  // ") ? line.components(separatedBy: "  // ")[1] : ""
        let found = sites.filter { $0.line == index + 1 }.map(\.rule).joined(separator: " ")
        #expect(found == wanted, "line \(index + 1): \(line)")
      }
    }
  }

  @Test func `a copy behaves as the original until a hole is opened, and each hole shows`() throws {
    try withSample { folder in
      let sites = try sites(in: folder)
      try Self.main.write(toFile: "\(folder)/main.swift", atomically: true, encoding: .utf8)
      // One hole in a line fits into one build: of those with several rules another one each time.
      for turn in 0..<3 {
        var lines: [Int: [String]] = [:]
        for site in sites { lines[site.line, default: []].append(site.number) }
        let chosen = lines.keys.sorted().compactMap { line in
          lines[line].flatMap { $0.count > turn ? $0[turn] : nil }
        }
        let (text, status) = try Bash.run(
          """
          echo '\(Self.file)' | \(plant) sites | grep -E '^(\(chosen.joined(separator: "|")))\t' >list
          echo '\(Self.file)' | \(plant) copy copy list
          [[ $(wc -l <copy/\(Self.file)) -eq $(wc -l <\(Self.file)) ]]
          sed -i 's/^public import WeirCore; //' copy/\(Self.file)
          swiftc -suppress-warnings -Onone -o plain main.swift \(Self.file)
          swiftc -suppress-warnings -Onone -o planted main.swift copy/\(Self.file) \
            copy/Sources/WeirCore/PlantedHole.swift
          ./plain >wanted
          ./planted >unplanted
          cmp wanted unplanted
          for hole in \(chosen.joined(separator: " ")); do
            WEIR_HOLE=$hole ./planted >shown 2>/dev/null || true
            if cmp -s wanted shown; then grep "^$hole" list; fi
          done
          """, in: folder)
        #expect(text == "" && status == 0, "turn \(turn)")
      }
    }
  }

  @Test func `the same sources and the same seed draw the same holes, one in a line`() throws {
    try withSample { folder in
      let draw = "echo '\(Self.file)' | \(plant) sites | \(plant) choose"
      let one = try Bash.run("\(draw) 10 1", in: folder)
      let again = try Bash.run("\(draw) 10 1", in: folder)
      let other = try Bash.run("\(draw) 10 2", in: folder)
      #expect(one.status == 0 && one.text == again.text && one.text != other.text)
      let lines = one.text.split(separator: "\n").map { String($0.split(separator: "\t")[4]) }
      #expect(lines.count == 10 && Set(lines).count == 10)
      // A line more above moves the sites, and draws the same ones.
      let moved = try Bash.run("sed -i '1i //' \(Self.file); \(draw) 10 1", in: folder).text
      #expect(texts(moved) == texts(one.text))
    }
  }

  private func texts(_ sites: String) -> [String] {
    sites.split(separator: "\n").map { String($0.split(separator: "\t")[5]) }
  }

  @Test func `every hole that is said to change nothing is there, with a reason`() throws {
    let list = try Repository.text(of: ".ci/holes-equivalent").split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
    let files = Set(list.compactMap { $0.split(separator: ":").first.map(String.init) }).sorted()
    let sites = try Bash.run(
      "printf '%s\\n' \(files.joined(separator: " ")) | perl .ci/plant-holes sites"
    ).text
    let starts = sites.split(separator: "\n").map { site in
      let fields = site.split(separator: "\t", omittingEmptySubsequences: false)
      return "\(fields[3]): \(fields[5]): \(fields[2]): "
    }
    for line in list {
      let known = starts.first { line.hasPrefix($0) && line.count > $0.count + 20 }
      #expect(known != nil, "no such hole, or no reason: \(line)")
    }
  }
}
