// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirScenario
import WeirSweep
import WeirTrace

import WeirRun

@Suite struct CoverageTests {
  private let actions = Scenario.Work.Action.standard

  private func coverage(of scenario: Scenario, seed: UInt64) throws -> [UInt32] {
    var world = try World(scenario, seed: seed, keepingSteps: true)
    var coverage = Coverage(scenario, faults: world.faults.map(\.kind), actions: actions)
    var goesOn = true
    while goesOn {
      goesOn = world.advance(by: 1000)
      for step in world.takeSteps() { coverage.add(step) }
    }
    return coverage.codes
  }

  private func situations(_ codes: [UInt32]) -> [Situation] {
    Situation.all(actions).filter { codes.contains($0.code) }
  }

  @Test func `every situation has a code of its own`() {
    #expect(Set(Situation.all(actions).map(\.code)).count == Situation.all(actions).count)
    let (troubles, acts, shapes) = (
      Situation.troubles.count, actions.count, Situation.shapes.count
    )
    let pairs = troubles * acts + acts * shapes + troubles * shapes
    #expect(Situation.all(actions).count(where: \.isPair) == pairs)
    #expect(Situation.all(actions).count == pairs + troubles * acts * shapes)
    #expect(Set(Situation.all(actions).map(\.words)).count == Situation.all(actions).count)
  }

  @Test func `who posts while all is well reaches that, and in pairs all parts of it`() throws {
    var scenario = smallScenario(clients: 1, lasts: .seconds(3))
    scenario.workload[0].from = .seconds(2)
    let words = situations(try coverage(of: scenario, seed: 1)).map(\.words)
    #expect(
      words == [
        "post while nothing is wrong", "post in newest by key",
        "anything in newest by key while nothing is wrong",
        "post in newest by key while nothing is wrong",
      ])
  }

  @Test func `who leaves and whose server is down is in trouble`() throws {
    var scenario = smallScenario(clients: 3, lasts: .seconds(30))
    scenario.workload[0].does = [
      .init(action: .post, weight: Ratio(9, of: 10)),
      .init(action: .leave, weight: Ratio(1, of: 10)),
    ]
    scenario.server.crashes = [.init(at: .seconds(10), lasts: .seconds(3))]
    scenario.networks[0].loss = Ratio(1, of: 100)
    let words = situations(try coverage(of: scenario, seed: 1)).filter(\.isPair).map(\.words)
    #expect(words.contains("post with offline") && words.contains("post with crash"))
    #expect(words.contains("post with loss") && !words.contains("post while nothing is wrong"))
  }

  @Test func `an act that finds nothing to act on does not count`() throws {
    let scenario = smallScenario(clients: 2, action: .edit, lasts: .seconds(5))
    #expect(try coverage(of: scenario, seed: 1).isEmpty)
  }

  @Test func `a fault is at work from its beginning to its end, for whom it hit`() {
    var coverage = Coverage(
      smallScenario(clients: 2), faults: [.loss, .partition], actions: actions)
    func act(_ client: UInt32) -> Step { Step(at: .zero, .meant, client: client, journey: 1, x: 1) }
    for client in [0, 1] as [UInt32] {
      coverage.add(Step(at: .zero, .linked, client: client, x: 1))
      coverage.add(Step(at: .zero, .loaded, client: client))
    }
    let end = UInt64(Interval.seconds(5).nanoseconds)
    coverage.add(Step(at: .zero, .disturbed, client: 1, x: 1, y: end))
    coverage.add(act(0))
    coverage.add(Step(at: .zero, .rested))
    #expect(!situations(coverage.codes).map(\.words).contains("post with partition"))
    coverage.add(act(1))
    coverage.add(Step(at: .zero, .rested))
    #expect(situations(coverage.codes).map(\.words).contains("post with partition"))
    coverage.add(Step(at: .zero, .disturbed, x: 0, y: end))
    coverage.add(Step(at: .zero, .calmed, x: 0))
    coverage.add(act(0))
    coverage.add(Step(at: .zero, .rested))
    #expect(!situations(coverage.codes).map(\.words).contains("post with loss"))
    // What happens at a moment troubles what is done next.
    coverage.add(Step(at: .zero, .disturbed, client: 0, x: 0))
    coverage.add(act(0))
    coverage.add(Step(at: .zero, .rested))
    #expect(situations(coverage.codes).map(\.words).contains("post with loss"))
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `nothing is reached that the scenario does not allow`(seed: UInt64) throws {
    let drawing = Drawing(seed: seed)
    let scenario = try Scenario(text: Array(drawing.text.utf8), named: "\(seed)")
    let reach = SituationReach(scenario, actions: actions)
    let reached = situations(try coverage(of: scenario, seed: seed))
    for situation in reached { #expect(reach.allows(situation), "\(situation.words)") }
  }

  @Test func `a sweep tells what was reached, missed, and out of reach`() throws {
    let scenario = smallScenario(clients: 1, lasts: .seconds(3))
    var tally = SweepTally()
    for seed in 1...2 as ClosedRange<UInt64> {
      var result = SeedResult(scenario: 0, seed: seed, verdict: .pass, words: "")
      result.situations = try coverage(of: scenario, seed: seed)
      result.values = [Double(seed), nil]
      tally.add(result)
    }
    #expect(tally.values.map(\.mean) == [1.5, nil] && tally.values[0].greatest == 2)
    let sweep = SweepCoverage([(SituationReach(scenario, actions: actions), tally)])
    let pairs = sweep.counts(ofPairs: true)
    #expect(pairs.reached >= 3 && pairs.reached <= pairs.reachable)
    #expect(sweep.lines.count { !$0.isReachable } > 1_000)
    #expect(sweep.missed(pairs: true).count == pairs.reachable - pairs.reached)
    #expect(
      sweep.lines.contains { $0.situation.words == "post in newest by key" && $0.runs == 2 })
  }
}
