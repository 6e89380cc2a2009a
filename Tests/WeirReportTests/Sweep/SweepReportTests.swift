// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore
import WeirReport
import WeirRun
import WeirSweep
import WeirTestSupport

@Suite struct SweepReportTests {
  private static func result(
    _ seed: UInt64, _ verdict: SeedResult.Verdict = .pass, lists: Verdict = .held,
    converge: Verdict = .held, words: String = ""
  ) -> SeedResult {
    var result = SeedResult(scenario: 0, seed: seed, verdict: verdict, words: words)
    guard verdict != .crashed, verdict != .refused else { return result }
    result.findings = [
      Finding(checker: "converge", verdict: converge, opportunities: 2),
      Finding(checker: "lists", verdict: lists, opportunities: 1000),
      Finding(checker: "hooks", verdict: .notReached, opportunities: 0),
    ]
    result.steps = 100
    result.events = 50
    result.ended = Instant(nanoseconds: 1_500_000_000)
    result.digest = "ab-\(seed)"
    return result
  }

  private static func broken(_ seconds: Int64) -> Verdict {
    .broken(at: Instant(nanoseconds: seconds * 1_000_000_000), because: "row 3, \"x\", is twice")
  }

  private static func part(_ results: [SeedResult], _ aim: SweepAim = .anything)
    -> SweepReport.Part
  {
    var tally = SweepTally(aim: aim)
    for result in results { tally.add(result) }
    return .init(name: "chat", about: "A few phones.", file: "in/chat room.yaml", tally: tally)
  }

  private static let mixed =
    (1...20 as ClosedRange<UInt64>).map { seed in
      switch seed {
      case 4: result(seed, .broken, lists: broken(2))
      case 9: result(seed, .broken, lists: broken(3), converge: broken(1))
      case 11: result(seed, .crashed, words: "Fatal error: invariant broken: so")
      case 12: result(seed, .missed, words: "post-to-seen p99: under 1ms, measured 2ms")
      default: result(seed)
      }
    }

  @Test func `the page is what was read and agreed to`() {
    let mixed = SweepReport(
      parts: [Self.part(Self.mixed)], seeds: 1...20, settings: ["network.loss=5%"])
    expectSnapshot(mixed.text, named: "mixed.txt")
    let good = (1...3000 as ClosedRange<UInt64>).map { Self.result($0) }
    expectSnapshot(
      SweepReport(parts: [Self.part(good)], seeds: 1...3000).text, named: "pass.txt")
    let aim = SweepAim.checker("lists")
    let aimed = SweepReport(
      parts: [Self.part(Self.mixed.filter { $0.verdict != .crashed }, aim)], seeds: 1...20,
      aim: aim, expectedBroken: "lists")
    expectSnapshot(aimed.text, named: "aimed.txt")
  }

  @Test func `a list that is not the server's is told with the row that differs`() throws {
    let row = "/rooms/lobby, row 4: the server has 'a', client 1 shows nothing there"
    var result = Self.result(4, .broken, converge: Self.broken(1))
    result.difference = .init(checker: "converge", words: row)
    let report = SweepReport(parts: [Self.part([result])], seeds: 4...4)
    #expect(report.difference(result) == row && report.text.contains("    \(row)\n"))
    let heard = try #require(Heard.ofPage(SweepPage(report).html))
    #expect(heard.words.contains(row))
    // Who failed for another reason is not told of it.
    result.findings[1].verdict = Self.broken(0)
    let other = SweepReport(parts: [Self.part([result])], seeds: 4...4)
    #expect(other.difference(result) == nil && !other.text.contains(row))
    #expect(Heard.ofPage(SweepPage(other).html)?.words.contains(row) == false)
  }

  @Test func `each sweep ends as its worst seed does`() {
    func verdict(_ results: [SeedResult]) -> SweepReport.Verdict {
      SweepReport(parts: [Self.part(results)], seeds: 1...9).verdict
    }
    let good = Self.result(1)
    let missed = Self.result(2, .missed)
    let nothing = Self.result(3, .nothing)
    let bad = Self.result(4, .broken, lists: Self.broken(1))
    let dead = Self.result(5, .crashed)
    #expect(verdict([good]) == .pass)
    #expect(verdict([good, nothing]) == .nothing)
    #expect(verdict([good, nothing, missed]) == .missed)
    #expect(verdict([bad, nothing, missed]) == .broken)
    #expect(verdict([bad, Self.result(6, .refused)]) == .refused)
    #expect(verdict([bad, dead, Self.result(6, .refused)]) == .crashed)
    #expect(verdict([]) == .nothing)
    let parts = [Self.part([good]), Self.part([bad]), Self.part([good])]
    #expect(SweepReport(parts: parts, seeds: 1...9).verdict == .broken)
    #expect(SweepReport(parts: parts, seeds: 1...9, isInterrupted: true).verdict == .interrupted)
    #expect(SweepReport(parts: [], seeds: 1...9).verdict == .nothing)
  }

  @Test func `what is wrong on purpose and misses its bug is told by what it missed`() {
    let words = "lists: broken, measured held"
    let result = Self.result(7, .missed, converge: Self.broken(1), words: words)
    let report = SweepReport(parts: [Self.part([result])], seeds: 7...7)
    #expect(report.verdict == .missed && report.words(for: result) == "missed: \(words)")
    let row = String(decoding: SweepTable.row(result, of: report.parts[0], []), as: UTF8.self)
    #expect(row.contains(",missed,converge,1,\"\(words)\","))
  }

  @Test func `a checker that is aimed at is all that counts, but for deaths`() {
    func verdict(_ name: String, _ results: [SeedResult]) -> SweepReport.Verdict {
      let aim = SweepAim.checker(name)
      return SweepReport(parts: [Self.part(results, aim)], seeds: 1...9, aim: aim).verdict
    }
    let bad = Self.result(4, .broken, lists: Self.broken(1))
    #expect(verdict("lists", [bad]) == .broken)
    #expect(verdict("converge", [bad, Self.result(5, .missed)]) == .pass)
    #expect(verdict("hooks", [bad]) == .nothing)
    #expect(verdict("oracle", [bad]) == .nothing)
    #expect(verdict("converge", [Self.result(4), Self.result(5, .crashed)]) == .crashed)
  }

  @Test func `a checker that must break passes by breaking, in every scenario`() {
    func verdict(_ name: String, _ scenarios: [SeedResult]...) -> SweepReport.Verdict {
      let aim = SweepAim.checker(name)
      return SweepReport(
        parts: scenarios.map { Self.part($0, aim) }, seeds: 1...9, aim: aim, expectedBroken: name
      ).verdict
    }
    let good = Self.result(1)
    let bad = Self.result(4, .broken, lists: Self.broken(1))
    #expect(verdict("lists", [good, bad]) == .pass)
    #expect(verdict("lists", [good]) == .missed)
    #expect(verdict("converge", [good, bad]) == .missed)
    #expect(verdict("hooks", [good, bad]) == .nothing)
    #expect(verdict("lists", [good, bad], [good]) == .missed)
    #expect(verdict("lists", [bad, Self.result(5, .crashed)]) == .crashed)
  }

  @Test func `the table of seeds has a row each, and reads back`() throws {
    let part = Self.part(Self.mixed)
    let measures = ["post-to-seen.p99", "commits"].compactMap { Measure($0) }
    var bytes = SweepTable.seedHeading(measures)
    for (place, result) in Self.mixed.enumerated() {
      var result = result
      if place < 2 { result.values = [250_000_000, place == 0 ? 7 : nil] }
      bytes += SweepTable.row(result, of: part, measures)
    }
    var reader = CSVReader(bytes, file: "sweep.csv")
    let heading = try #require(try reader.next()).fields.map(\.text)
    var rows: [[String: String]] = []
    while let row = try reader.next() {
      rows.append(Dictionary(uniqueKeysWithValues: zip(heading, row.fields.map(\.text))))
    }
    #expect(rows.map { $0["seed"] } == (1...20).map { "\($0)" })
    #expect(rows[0]["verdict"] == "pass" && rows[0]["checker"] == "" && rows[0]["at"] == "")
    #expect(rows[0]["ended"] == "1.5" && rows[0]["digest"] == "ab-1" && rows[0]["steps"] == "100")
    #expect(rows[0]["post-to-seen.p99"] == "0.25" && rows[0]["commits.count"] == "7")
    #expect(rows[1]["post-to-seen.p99"] == "0.25" && rows[1]["commits.count"] == "")
    #expect(rows[2]["post-to-seen.p99"] == "" && rows[2]["commits.count"] == "")
    #expect(rows[3]["checker"] == "lists" && rows[3]["at"] == "2" && rows[3]["also"] == "")
    #expect(rows[3]["because"] == "row 3, \"x\", is twice")
    #expect(rows[8]["checker"] == "converge" && rows[8]["at"] == "1" && rows[8]["also"] == "lists")
    #expect(rows[10]["verdict"] == "crashed" && rows[10]["digest"] == "")
    #expect(rows[11]["because"] == "post-to-seen p99: under 1ms, measured 2ms")
  }

  @Test func `what was noted of the seeds is summed up, with the seed that has the most`() {
    var results = (1...3 as ClosedRange<UInt64>).map { Self.result($0) }
    for (place, p99) in [200_000_000.0, 900_000_000, 400_000_000].enumerated() {
      results[place].values = [p99, place == 1 ? nil : Double(place), nil]
    }
    var report = SweepReport(parts: [Self.part(results)], seeds: 1...3)
    report.measures = ["post-to-seen.p99", "commits", "write-to-ack.p99"].compactMap { Measure($0) }
    let lines = report.text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(lines.contains(["post-to-seen.p99", "3", "500ms", "200ms", "900ms", "2"]))
    #expect(lines.contains(["commits.count", "2", "1", "0", "2", "3"]))
    // What no seed has is not told.
    #expect(!report.text.contains("write-to-ack"))
  }

  @Test func `the table of checkers has counts, an interval, and the rule of three for none`()
    throws
  {
    let good = (1...300 as ClosedRange<UInt64>).map { Self.result($0) }
    let bytes = SweepTable.checkers([Self.part(Self.mixed), Self.part(good)])
    var reader = CSVReader(bytes, file: "checkers.csv")
    let heading = try #require(try reader.next()).fields.map(\.text)
    var rows: [[String: String]] = []
    while let row = try reader.next() {
      rows.append(Dictionary(uniqueKeysWithValues: zip(heading, row.fields.map(\.text))))
    }
    #expect(
      rows.map { $0["checker"] } == ["converge", "lists", "hooks"] + ["converge", "lists", "hooks"])
    #expect(rows[1]["held"] == "17" && rows[1]["broken"] == "2" && rows[1]["not_reached"] == "0")
    #expect(rows[1]["first_broken_seed"] == "4" && rows[1]["seeds_needed"] == "4")
    #expect(rows[1]["seeds"] == "20" && rows[1]["rule_of_three"] == "")
    let low = try #require(rows[1]["ci95_low"].flatMap(Double.init))
    let high = try #require(rows[1]["ci95_high"].flatMap(Double.init))
    #expect(low > 0.01 && low < 2.0 / 19 && high > 2.0 / 19 && high < 0.35)
    #expect(
      rows[2]["not_reached"] == "19" && rows[2]["rate"] == "" && rows[2]["rule_of_three"] == "")
    #expect(rows[4]["rule_of_three"] == "0.01" && rows[4]["broken"] == "0")
    #expect(rows[4]["opportunities"] == "300000")
  }
}
