// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirScenario

import WeirRun

@Suite struct LoadCurveTests {
  private static func stage(
    arrived: Int = 100, served: Int = 100, overloads: Int = 0, wait: Double = 0
  ) -> LoadCurve.Stage {
    LoadCurve.Stage(
      name: "", lasts: .seconds(10), writes: 200, inTime: 50, overloads: overloads,
      arrived: arrived, served: served, p50: 10, p99: 900, wait: wait)
  }

  private static func strain(_ last: LoadCurve.Stage) -> LoadCurve.Strain? {
    var idle = LoadCurve.Stage(
      name: "", lasts: .seconds(10), writes: 0, inTime: 0, overloads: 0, arrived: 0, served: 0)
    idle.p50 = nil
    let curve = LoadCurve(stages: [stage(), idle, last])
    #expect(curve.firstOverloaded == (curve.strain(at: 2) == nil ? nil : 2))
    return curve.strain(at: 2)
  }

  @Test func `only the server and its queue say that a stage was too much`() {
    #expect(Self.strain(Self.stage(served: 97)) == nil)
    #expect(Self.strain(Self.stage(served: 96)) == .unserved(4, of: 100))
    #expect(Self.strain(Self.stage(overloads: 1)) == .turnedAway(1))
    #expect(Self.strain(Self.stage(wait: 100)) == nil)
    #expect(Self.strain(Self.stage(wait: 101)) == .wait(101))
    #expect(Self.stage().offered == 20 && Self.stage().achieved == 5)
  }

  /// Arrivals at two rates, at one server of 5 ms.
  private static func load(_ does: [Scenario.Work.Share], _ rates: [Int64]) throws -> LoadCurve {
    var scenario = smallScenario(clients: 20)
    scenario.server.servers = 1
    scenario.server.service = .constant(.milliseconds(5))
    scenario.networks[0].delay = .constant(.milliseconds(10))
    scenario.settle = .seconds(90)
    let stages = rates.map {
      Scenario.Stage(
        rate: .init(millionths: $0 * 1_000_000), lasts: .seconds(10), slides: false)
    }
    scenario.workload = [
      .init(
        name: "ramp", does: does, pace: .arrivals(.stages(from: stages[0].rate, stages)),
        lasts: .seconds(20), away: .constant(.seconds(15)))
    ]
    return try #require(try outcome(of: scenario).load)
  }

  @Test func `an idle server bears people who page, leave and start their apps again`() throws {
    let curve = try Self.load(
      [
        .init(action: .post, weight: Ratio(8, of: 10)),
        .init(action: .page, weight: Ratio(1, of: 10)),
        .init(action: .leave, weight: Ratio(1, of: 20)),
        .init(action: .restart, weight: Ratio(1, of: 20)),
      ], [5, 10])
    // Far more than 3 % of what people wrote while they were away is committed after its stage.
    #expect(curve.stages.contains { Double($0.inTime) < 0.97 * Double($0.writes) })
    #expect(curve.firstOverloaded == nil)
  }

  @Test func `a server that is offered more than it can do is overloaded`() throws {
    let curve = try Self.load([.init(action: .post, weight: .one)], [10, 300])
    #expect(curve.firstOverloaded == 1)
  }
}
