// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

import WeirScenario

/// The tutorial's scenario, as a newcomer types it.
let firstSteps = """
  # First steps: two phones, one chat room, a good network.
  # Run it with:  weir run Scenarios/first-steps.yaml
  weir: 1
  about: Two phones in one chat room see each other's messages in the same order.
  seed: 1
  server:   { tree: { rooms: { lobby: {} } } }
  network:  { delay: { exponential: 40ms, at-least: 5ms } }
  clients:  [ { count: 2, stack: streams, list: rooms/lobby, newest: 50 } ]
  workload: [ { each: client, does: post, every: { exponential: 2s }, for: 60s } ]
  expect:
    converge: { within: 1s }
    read-your-writes: held
    post-to-seen: { p99: { under: 250ms } }

  """

@Suite struct FirstStepsTests {
  @Test func `the tutorial reads without a problem`() throws {
    let scenario = try Scenario(
      text: Array(firstSteps.utf8), named: "Scenarios/first-steps.yaml", in: schema)
    #expect(scenario.name == "first-steps")
    #expect(scenario.seed == 1)
    #expect(scenario.settle == .seconds(30))
    let delay = Distribution.shifted(
      by: .milliseconds(5), .exponential(mean: .milliseconds(40)))
    #expect(scenario.networks == [Scenario.Network(name: "default", delay: delay)])
    #expect(
      scenario.clients == [
        Scenario.ClientGroup(
          name: "clients", count: 2, lists: ["rooms/lobby"], window: .newest(50))
      ])
    #expect(
      scenario.workload == [
        Scenario.Work(
          name: "post", does: [.init(action: .post, weight: .one)],
          pace: .every(.exponential(mean: .seconds(2))), lasts: .seconds(60))
      ])
    #expect(
      scenario.expectations.map(\.subject) == [
        .convergeWithin(.seconds(1)), .checker("read-your-writes"),
        .metric("post-to-seen", .p99, .under(250_000_000)),
      ])
    #expect(scenario.expectations.last?.mark.description == "Scenarios/first-steps.yaml:13:26")
  }
}
