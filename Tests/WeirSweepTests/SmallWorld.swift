// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirRun
import WeirScenario

/// A scenario of a few clients in one room, to be changed by the test.
func smallScenario(
  clients: Int = 2, action: Scenario.Work.Action = .post, lasts: Interval = .seconds(20)
) -> Scenario {
  Scenario(
    name: "small", about: "A few clients in one room.",
    networks: [
      .init(
        name: "default",
        delay: .shifted(by: .milliseconds(5), .exponential(mean: .milliseconds(40))))
    ],
    clients: [.init(count: clients, lists: ["rooms/lobby"], window: .newest(10))],
    workload: [
      .init(
        name: "work", does: [.init(action: action, weight: .one)],
        pace: .every(.exponential(mean: .seconds(1))), lasts: lasts)
    ])
}

/// The outcome of a scenario that runs to its end.
func outcome(of scenario: Scenario, seed: UInt64 = 1) throws(Problems) -> Outcome {
  var world = try World(scenario, seed: seed)
  while world.advance(by: 100_000) {}
  return world.outcome()
}
