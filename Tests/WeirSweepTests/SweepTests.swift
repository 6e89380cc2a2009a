// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirMetrics
import WeirRun
import WeirScenario
import WeirSweep

@Suite struct SweepTests {
  @Test func `a sweep keeps of each seed what a run alone finds, in the order of the seeds`() throws
  {
    let scenario = smallScenario(lasts: .seconds(5))
    let measure = try #require(Measure("commits"))
    var results: [SeedResult] = []
    let tally = try Sweep(scenario, seeds: 3...7, measures: [measure]).run { results.append($0) }
    #expect(results.map(\.seed) == [3, 4, 5, 6, 7])
    for result in results {
      let outcome = try outcome(of: scenario, seed: result.seed)
      var expected = SeedResult(of: outcome, scenario: 0)
      expected.values = [Double(outcome.metric("commits")?.count ?? 0)]
      #expect(result == expected)
    }
    #expect(Set(results.map(\.digest)).count == 5)
    #expect(tally.seedCount == 5 && tally.count(.pass) == 5 && tally.failures.isEmpty)
    #expect(tally.checker("lists")?.heldCount == 5)
    let values = results.compactMap { $0.values[0] }
    #expect(tally.values[0].greatest == values.max() && tally.values[0].least == values.min())
  }

  @Test func `a sweep is over at the failure that was set as its limit`() throws {
    var scenario = smallScenario(lasts: .seconds(5))
    scenario.expectations = [
      .init(
        subject: .metric("post-to-seen", .p99, .under(1)),
        mark: Mark(file: "small", line: 1, column: 1))
    ]
    let tally = try Sweep(scenario, seeds: 1...100, limit: 2).run()
    #expect(tally.seedCount == 2 && tally.count(.missed) == 2)
    #expect(tally.failures.map(\.seed) == [1, 2])
    // What is not aimed at is no failure, and no limit to a sweep.
    let aimed = try Sweep(scenario, seeds: 1...3, aim: .checker("lists"), limit: 1).run()
    #expect(aimed.seedCount == 3 && aimed.failureCount == 0)
  }

  @Test func `situations are counted where somebody asks`() throws {
    var sweep = Sweep(smallScenario(clients: 1, lasts: .seconds(3)), seeds: 1...2)
    let post = try #require(
      Situation.all(Scenario.Work.Action.standard).first { $0.words == "post in newest by key" })
    #expect(try sweep.run().situationCount(post) == 0)
    sweep.countsSituations = true
    #expect(try sweep.run().situationCount(post) == 2)
  }

  @Test
  func `a scenario that makes no world is refused with its problems, a seed alone as its result`()
    throws
  {
    var scenario = smallScenario()
    scenario.clients[0].stack = .mutant("nobody")
    #expect(throws: Problems.self) { try Sweep(scenario, seeds: 1...2).run() }
    let result = try #require(SeedResult(running: scenario, seed: 1))
    #expect(result.verdict == .refused && result.words.contains("nobody"))
  }

  @Test func `who no longer waits for a seed gets nothing`() {
    let scenario = smallScenario(clients: 50, lasts: .seconds(600))
    #expect(SeedResult(running: scenario, seed: 1, until: { true }) == nil)
  }
}
