// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore
import WeirRun
import WeirScenario
import WeirSweep
import WeirTree

@Suite struct SeedResultTests {
  /// A result whose every field is drawn, with texts that could break a line.
  private static func drawn(_ seed: UInt64) -> SeedResult {
    var chance = RandomStream(seed: seed, "seed result")
    func text() -> String {
      let parts = ["a", "\t", "\n", "\\", "\\t", "\r\n", "é", "", "n", "because 'x'", "\u{0}"]
      return (0..<chance.index(below: 6)).map { _ in parts[chance.index(below: parts.count)] }
        .joined()
    }
    let verdicts = SeedResult.Verdict.allCases
    var result = SeedResult(
      scenario: chance.index(below: 9), seed: chance.next(),
      verdict: verdicts[chance.index(below: verdicts.count)], words: text())
    result.steps = chance.index(below: 1 << 40)
    result.events = chance.index(below: 1 << 40)
    result.ended = Instant(nanoseconds: Int64(chance.index(below: 1 << 50)))
    result.digest = text()
    result.values = (0..<chance.index(below: 4)).map { _ in
      chance.below(3) == 0 ? nil : Double(chance.below(1 << 50)) / 7
    }
    result.situations = (0..<chance.index(below: 4)).map { _ in UInt32(chance.below(1 << 32)) }
    if chance.below(2) == 0 { result.difference = .init(checker: "converge", words: text()) }
    for _ in 0..<chance.index(below: 5) {
      let instant = Instant(nanoseconds: Int64(chance.index(below: 1 << 50)))
      let fact = Fact(
        at: instant, client: 3, list: 1, key: Key("a key"), journey: UInt32(chance.index(below: 9)),
        text())
      let choices: [Verdict] = [
        .held, .notReached, .unknown(because: text()),
        .broken(at: instant, because: Breach(text())),
        .broken(at: instant, because: Breach(text(), first: fact, second: fact, journey: 7)),
      ]
      result.findings.append(
        Finding(
          checker: text(), verdict: choices[chance.index(below: choices.count)],
          opportunities: chance.index(below: 1 << 40)))
    }
    return result
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `a line reads back as what was written, and is one line`(seed: UInt64) {
    let result = Self.drawn(seed)
    let line = result.line
    #expect(line.filter { $0 == UInt8(ascii: "\n") }.count == 1)
    #expect(line.last == UInt8(ascii: "\n"))
    #expect(SeedResult(line: line) == result)
    #expect(SeedResult(line: line.dropLast()) == result)
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `a line that was torn or changed anywhere is not believed`(seed: UInt64) {
    let line = Self.drawn(seed).line
    for length in 0..<(line.count - 1) { #expect(SeedResult(line: line.prefix(length)) == nil) }
    for place in 0..<(line.count - 1) {
      var changed = line
      changed[place] ^= 1
      #expect(SeedResult(line: changed) == nil, "byte \(place)")
    }
  }

  @Test func `the first broken checker is the earliest, of two at once the first of the report`() {
    var result = SeedResult(scenario: 0, seed: 1, verdict: .broken, words: "")
    func broken(_ name: String, _ at: Int64) -> Finding {
      Finding(
        checker: name, verdict: .broken(at: Instant(nanoseconds: at), because: "so"),
        opportunities: 1)
    }
    result.findings = [broken("late", 9), broken("first", 3), broken("second", 3)]
    #expect(result.firstBroken?.checker == "first")
    #expect(result.isBroken("late") && !result.isBroken("none"))
    result.findings = [Finding(checker: "good", verdict: .held, opportunities: 1)]
    #expect(result.firstBroken == nil && !result.isBroken("good"))
  }

  @Test func `a run is kept with its verdict, findings and digest`() throws {
    let outcome = try outcome(of: smallScenario(), seed: 7)
    let result = SeedResult(of: outcome, scenario: 2)
    #expect(result.scenario == 2 && result.seed == 7 && result.verdict == .pass)
    #expect(result.findings == outcome.findings && result.words == "")
    #expect(result.digest == "\(outcome.digest)" && result.steps == outcome.steps)
  }

  @Test func `the row that differs is kept in words, of the first checker that names one`() throws {
    func finding(_ checker: String, _ seconds: Int64, row: Int?) -> Finding {
      var breach: Breach = "client 1 shows 3 rows"
      if let row {
        breach.difference = RowDifference(
          client: 1, list: 0, section: 0, row: row, server: Key("a"), shown: nil)
      }
      return Finding(
        checker: checker, verdict: .broken(at: .zero + .seconds(seconds), because: breach),
        opportunities: 1)
    }
    let findings = [
      finding("lists", 1, row: nil), finding("late", 3, row: 5), finding("converge", 2, row: 4),
    ]
    let difference = SeedResult.Difference(findings, lists: ["/rooms/lobby"])
    #expect(difference?.checker == "converge")
    #expect(
      difference?.words
        == "/rooms/lobby, row 4: the server has 'a', client 1 shows nothing there")
    #expect(SeedResult.Difference([findings[0]], lists: []) == nil)
  }

  @Test func `a missed expectation is told in words, and nothing measured is no pass`() throws {
    var scenario = smallScenario()
    scenario.expectations = [
      .init(
        subject: .metric("post-to-seen", .p99, .under(1)),
        mark: Mark(file: "small", line: 1, column: 1))
    ]
    let missed = SeedResult(of: try outcome(of: scenario), scenario: 0)
    #expect(missed.verdict == .missed)
    #expect(missed.words.hasPrefix("post-to-seen p99: under 1ns, measured "))
    scenario.expectations = [
      .init(
        subject: .metric("utilisation", .mean, .under(1)),
        mark: Mark(file: "small", line: 1, column: 1))
    ]
    #expect(SeedResult(of: try outcome(of: scenario), scenario: 0).verdict == .nothing)
  }
}
