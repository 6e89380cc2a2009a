// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore
import WeirRun
import WeirSweep

@Suite struct SweepTallyTests {
  private static func result(_ seed: UInt64, _ verdicts: [Verdict]) -> SeedResult {
    var result = SeedResult(
      scenario: 0, seed: seed, verdict: verdicts.contains(where: \.isBroken) ? .broken : .pass,
      words: "")
    for (number, verdict) in verdicts.enumerated() {
      result.findings.append(
        Finding(checker: "c\(number)", verdict: verdict, opportunities: Int(seed)))
    }
    return result
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `counts what a list of all results shows`(seed: UInt64) throws {
    var chance = RandomStream(seed: seed, "tally")
    let choices: [Verdict] = [.held, .held, .notReached, .broken(at: .zero, because: "so")]
    let results = (0..<40 as Range<UInt64>).map { number in
      Self.result(100 + number, (0..<3).map { _ in choices[chance.index(below: 4)] })
    }
    var tally = SweepTally(aim: .checker("c1"))
    for result in results { tally.add(result) }
    #expect(tally.seedCount == 40)
    #expect(tally.count(.broken) == results.count { $0.verdict == .broken })
    #expect(tally.count(.pass) + tally.count(.broken) == 40)
    #expect(tally.failureCount == results.count { $0.isBroken("c1") })
    #expect(tally.failures == Array(results.filter { $0.isBroken("c1") }.prefix(10)))
    for number in 0..<3 {
      let checker = try #require(tally.checker("c\(number)"))
      let verdicts = results.map { $0.findings[number].verdict }
      #expect(checker.heldCount == verdicts.count { $0 == .held })
      #expect(checker.brokenCount == verdicts.count(where: \.isBroken))
      #expect(checker.notReachedCount == verdicts.count { $0 == .notReached })
      #expect(checker.reachedCount + checker.notReachedCount == 40)
      #expect(checker.opportunities == results.reduce(0) { $0 + Int($1.seed) })
      let first = verdicts.firstIndex(where: \.isBroken)
      #expect(checker.firstBroken == first.map { 100 + UInt64($0) })
      #expect(checker.seedsNeeded == first.map { $0 + 1 })
    }
    #expect(tally.checker("c3") == nil)
  }
}
