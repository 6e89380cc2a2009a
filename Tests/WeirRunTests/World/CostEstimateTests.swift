// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirScenario
import WeirTestSupport

import WeirRun

@Suite struct CostEstimateTests {
  /// Scenarios of the repository in whose weather little goes wrong on purpose.
  private static let shipped = [
    "first-steps", "flaky-network", "streams/chat-paging", "streams/roster",
    "streams/placeholders", "streams/navigation",
  ]

  private static func scenario(_ name: String) throws -> Scenario {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try Scenario(
      reading: root.appendingPathComponent("Scenarios/\(name).yaml").path, loader: .files)
  }

  private static func factor(_ scenario: Scenario) throws -> Double {
    let plan = try RunPlan(scenario, seed: scenario.seed)
    var world = World(plan)
    while world.advance(by: 10_000) {}
    let estimate = CostEstimate(plan)
    return estimate.events / Double(world.eventCount)
  }

  @Test(arguments: fewerInDebug(0..<6))
  func `events are told within a factor of two before a run`(number: UInt64) throws {
    let name = Self.shipped[Int(number)]
    let factor = try Self.factor(Self.scenario(name))
    #expect((0.5...2).contains(factor), "\(name): \(factor)")
  }

  @Test func `only a large run is worth a word`() throws {
    func warning(_ clients: Int) throws -> String? {
      let text = """
        weir: 1
        about: Many people in one room.
        clients: [ { count: \(clients), list: room } ]
        workload: [ { each: client, does: post, every: 10s, for: 60s } ]

        """
      return try CostEstimate(
        RunPlan(Scenario(text: Array(text.utf8), named: "cost.yaml"), seed: 1)
      ).warning
    }
    #expect(try warning(100) == nil)
    // 2,000 people write 6 times each, and each time 2,000 hear of it and show it, some at once.
    let words = try #require(try warning(2_000))
    #expect(words.hasPrefix("this run will handle about ") && words.contains(" million events; "))
  }

  /// The clients, and how they act; the last ones have most to do.
  private static let shared = [
    "clients: [ { count: 40, list: room } ]|{ burst: 10, every: 5s }",
    "clients: [ { count: 300, list: \"room-{1..100}\" } ]|{ poisson: 50/s }",
    "clients: [ { count: 40, list: room } ]|{ stages: [ { to: 20/s, over: 10s }, { at: 20/s, for: 20s } ] }",
    "clients: [ { count: 300, list: room } ]|{ poisson: 5/s }",
  ]

  @Test(arguments: fewerInDebug(0..<4))
  func `whoever shares a list counts by the square`(number: UInt64) throws {
    let words = Self.shared[Int(number)]
    let parts = words.split(separator: "|")
    let lasts = parts[1].contains("stages") ? "" : ", for: 30s"
    let text = """
      weir: 1
      about: Some people.
      network: { delay: 40ms }
      \(parts[0])
      workload: [ { does: post, arrivals: \(parts[1])\(lasts) } ]

      """
    let factor = try Self.factor(Scenario(text: Array(text.utf8), named: "cost.yaml"))
    #expect((0.5...2).contains(factor), "\(factor)")
  }
}
