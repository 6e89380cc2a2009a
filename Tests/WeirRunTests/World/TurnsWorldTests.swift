// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore
import WeirScenario
import WeirTrace

import WeirRun

@Suite struct TurnsWorldTests {
  /// Clients whose messages all take equally long, so that much happens at one instant.
  private func scenario(_ schedule: Scenario.Schedule) -> Scenario {
    var scenario = smallScenario(clients: 4)
    scenario.networks[0].delay = .constant(.milliseconds(20))
    scenario.workload[0].pace = .every(.constant(.seconds(1)))
    scenario.workload[0].does = [
      .init(action: .post, weight: Ratio(1, of: 2)), .init(action: .edit, weight: Ratio(1, of: 4)),
      .init(action: .transact, weight: Ratio(1, of: 4)),
    ]
    scenario.schedule = schedule
    return scenario
  }

  private func steps(_ schedule: Scenario.Schedule, seed: UInt64 = 1) throws -> [Step] {
    var world = try World(scenario(schedule), seed: seed, keepingSteps: true)
    while world.advance(by: 7) {}
    let outcome = world.outcome()
    #expect(!outcome.isBroken, "\(seed): \(outcome.findings.filter(\.verdict.isBroken))")
    return world.takeSteps()
  }

  @Test func `priorities change the order of clients at one instant, and break no promise`() throws
  {
    func orders(_ schedule: Scenario.Schedule) throws -> Set<[UInt32]> {
      var orders: Set<[UInt32]> = []
      for seed in 1...8 as ClosedRange<UInt64> {
        let commits = try steps(schedule, seed: seed).filter { $0.kind == .meant }
        for instant in Set(commits.map(\.at)) {
          orders.insert(commits.filter { $0.at == instant }.map(\.client))
        }
      }
      return orders
    }
    #expect(try orders(.inOrder) == [[0, 1, 2, 3]])
    #expect(try orders(.priorities(changes: 3)).count > 6)
  }

  @Test func `nothing overtakes anything on the way to or from one client`() throws {
    for seed in 1...4 as ClosedRange<UInt64> {
      var last: [UInt64: UInt64] = [:]
      for step in try steps(.priorities(changes: 5), seed: seed) where step.kind == .arrived {
        let way = UInt64(step.client) << 1 | step.y
        #expect(last[way] ?? 0 <= step.x)
        last[way] = step.x
      }
    }
  }

  @Test func `an alarm of a stack goes before a message of that instant, or after it`() throws {
    // A row that somebody posts waits in the list for as long as its answer takes to the server and back.
    var alone = scenario(.priorities(changes: 0))
    alone.clients[0].count = 1
    alone.clients[0].batchWait = .milliseconds(40)
    alone.workload[0].does = [.init(action: .post, weight: .one)]
    var orders: Set<[Step.Kind]> = []
    for seed in 1...8 as ClosedRange<UInt64> {
      var world = try World(alone, seed: seed, keepingSteps: true)
      while world.advance(by: 7) {}
      let steps = world.takeSteps().filter { $0.kind == .published || $0.kind == .arrived }
      for (first, second) in zip(steps, steps.dropFirst()) where first.at == second.at {
        orders.insert([first.kind, second.kind])
      }
    }
    #expect(orders.isSuperset(of: [[.published, .arrived], [.arrived, .published]]))
  }

  @Test func `time never goes back, and a run is the same however far each call goes`() throws {
    let steps = try steps(.priorities(changes: 3))
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.at <= $1.at })
    let whole = try outcome(of: scenario(.priorities(changes: 3)))
    #expect(whole.steps == steps.count)
    let other = try outcome(of: scenario(.priorities(changes: 3)), seed: 2)
    #expect(whole.digest != other.digest)
  }
}
