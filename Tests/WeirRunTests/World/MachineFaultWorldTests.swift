// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore
import WeirScenario
import WeirTestSupport
import WeirTrace

import WeirRun

/// The faults of clients and of the backend, in small worlds.
@Suite struct MachineFaultWorldTests {
  typealias Fault = Scenario.Fault

  private let start = Instant.zero + .seconds(5)
  private let end = Instant.zero + .seconds(9)

  /// The steps of four clients, whom a fault hits from the fifth second to the ninth.
  private func steps(
    _ effect: Fault.Effect, seed: UInt64 = 1, _ change: (inout Scenario) -> Void = { _ in }
  ) throws -> [Step] {
    var scenario = FaultWorldTests.scenario(
      FaultWorldTests.once(effect, .seconds(5), effect.kind.isMomentary ? .zero : .seconds(4)))
    change(&scenario)
    let (outcome, steps) = try FaultWorldTests.steps(of: scenario, seed: seed)
    #expect(!outcome.isBroken, "\(outcome.findings.filter(\.verdict.isBroken))")
    return steps
  }

  static let effects: [Fault.Effect] = [
    .background, .kill(isPersistent: true), .kill(isPersistent: false), .clock(ahead: .seconds(9)),
    .clock(ahead: .zero - .seconds(9)), .drift(Ratio(1, of: 10)), .cacheLoss, .cacheCorruption,
    .crash, .slowServer(.init(thousandths: 50_000)), .overload(Ratio(1, of: 2)),
    .throttle(.init(millionths: 1_500_000)), .quota(writes: 1, bytes: nil),
    .revoke("rooms/lobby"), .reject(Ratio(1, of: 2)), .staleReplica(.seconds(2)),
    .lateAnswers(Ratio(1, of: 2), by: .exponential(mean: .seconds(1))),
    .lostAnswers(Ratio(1, of: 2)), .earlyAnswers, .slowFiles(.init(thousandths: 50_000)),
    .stalledFiles, .cutFiles(Ratio(1, of: 2)),
  ]

  @Test(arguments: effects, [Scenario.Network.Transport.stream, .datagram])
  func `the correct stack keeps every promise whatever machines suffer`(
    _ effect: Fault.Effect, _ transport: Scenario.Network.Transport
  ) throws {
    for seed in fewerInDebug(1..<3) {
      let fault = Fault(
        name: "f", effect,
        .again(
          every: .exponential(mean: .seconds(3)), lasts: .exponential(mean: .seconds(2)),
          from: .zero, until: nil),
        share: effect.kind.family == .server ? .one : Ratio(1, of: 2))
      var scenario = FaultWorldTests.scenario(fault, transport: transport)
      scenario.server.service = .exponential(mean: .milliseconds(10))
      scenario.workload[0].does = [
        .init(action: .post, weight: Ratio(1, of: 2)),
        .init(action: .edit, weight: Ratio(1, of: 4)),
        .init(action: .transact, weight: Ratio(1, of: 4)),
      ]
      let (outcome, steps) = try FaultWorldTests.steps(of: scenario, seed: seed)
      #expect(!outcome.isBroken, "\(seed): \(outcome.findings.filter(\.verdict.isBroken))")
      #expect(steps.contains { $0.kind == .disturbed })
    }
  }

  @Test func `an app in the background hears and does nothing, and then catches up`() throws {
    let steps = try steps(.background) { $0.faults[0].share = Ratio(1, of: 2) }
    let away = Set(steps.filter { $0.kind == .disturbed }.map(\.client))
    let during = steps.filter { $0.at > start && $0.at < end && away.contains($0.client) }
    let deeds: [Step.Kind] = [.heard, .published, .wrote, .answered]
    #expect(away.count == 2 && !during.contains { deeds.contains($0.kind) })
    #expect(during.contains { $0.kind == .arrived && $0.y == 1 })
    #expect(steps.filter { $0.kind == .paused }.map(\.x) == [1, 1, 0, 0])
    #expect(steps.contains { $0.kind == .heard && $0.at == end && away.contains($0.client) })
  }

  @Test func `an app that was away for too long finds its session over, and connects anew`() throws
  {
    let steps = try steps(.background) {
      $0.server.sessionTimeout = .seconds(2)
      $0.workload[0].pace = .every(.constant(.seconds(1)))
    }
    #expect(steps.count { $0.kind == .parted && $0.at > start && $0.at < end } == 4)
    #expect(steps.count { $0.kind == .linked && $0.x == 0 && $0.at == end } == 4)
  }

  @Test func `a killed app keeps its unanswered writes or forgets them, as the fault says`() throws
  {
    func saved(_ isPersistent: Bool) throws -> UInt64 {
      let steps = try steps(.kill(isPersistent: isPersistent)) {
        $0.networks[0].delay = .constant(.seconds(1))
      }
      let killed = steps.filter { $0.kind == .killed }
      #expect(killed.count == 4 && killed.allSatisfy { $0.at == start })
      #expect(steps.count { $0.kind == .opened && $0.at == end } == 4)
      #expect(!steps.contains { $0.kind == .wrote && $0.at > start && $0.at < end })
      return killed.reduce(0) { $0 + $1.x }
    }
    #expect(try saved(false) == 0)
    #expect(try saved(true) > 0)
  }

  @Test func `whoever thinks between two acts goes on after a kill, though the answer is lost`()
    throws
  {
    let steps = try steps(.kill(isPersistent: false)) {
      $0.networks[0].delay = .constant(.seconds(1))
      $0.workload[0].pace = .think(.constant(.milliseconds(10)))
    }
    for client in 0..<4 as Range<UInt32> {
      #expect(steps.contains { $0.kind == .wrote && $0.client == client && $0.at > end })
    }
  }

  @Test func `a clock that is ahead makes keys of the future, as long as it is`() throws {
    let steps = try steps(.clock(ahead: .seconds(3_600)))
    let keys = steps.filter { $0.kind == .wrote }
    let (early, during) = (
      keys.filter { $0.at < start }, keys.filter { $0.at > start && $0.at < end }
    )
    guard let last = during.map(\.key).min() else { return #expect(Bool(false)) }
    #expect(!early.isEmpty && early.allSatisfy { $0.key < last })
  }

  @Test func `a lost cache is asked for again`() throws {
    let steps = try steps(.cacheLoss)
    #expect(steps.count { $0.kind == .resynced && $0.at == start } == 4)
  }

  @Test func `an app with a damaged cache starts anew, with fewer writes than it had`() throws {
    let slow: (inout Scenario) -> Void = {
      $0.networks[0].delay = .constant(.seconds(3))
      $0.workload[0].pace = .every(.constant(.milliseconds(400)))
    }
    let damaged = try steps(.cacheCorruption, slow).filter { $0.kind == .killed }
    let whole = try steps(.kill(isPersistent: true), slow).filter { $0.kind == .killed }
    #expect(damaged.count == 4 && whole.count == 4)
    for (a, b) in zip(damaged, whole) { #expect(a.x < b.x && b.x > 5) }
  }

  @Test func `the server is down for as long as the fault lasts`() throws {
    let steps = try steps(.crash).filter { $0.kind == .crashed }
    #expect(steps.map(\.at) == [start, end] && steps.map(\.x) == [0, 1])
  }

  @Test func `a slow server takes longer while it lasts`() throws {
    let steps = try steps(.slowServer(.init(thousandths: 20_000))) {
      $0.server.service = .constant(.milliseconds(10))
    }.filter { $0.kind == .served }
    let slow = steps.filter { $0.x == 200_000_000 }.map(\.at)
    #expect(!slow.isEmpty && slow.allSatisfy { $0 > start && $0 < end + .milliseconds(200) })
    #expect(steps.count { $0.x == 10_000_000 } + slow.count == steps.count)
  }

  @Test func `overload, rejection and a quota turn writes away while they last`() throws {
    let answers: [(Fault.Effect, UInt64)] = [
      (.overload(.one), 1), (.reject(.one), 2), (.quota(writes: 0, bytes: nil), 2),
      (.quota(writes: nil, bytes: 0), 2),
    ]
    for (effect, answer) in answers {
      let refused = try steps(effect).filter { $0.kind == .answered && $0.x != 0 }
      #expect(!refused.isEmpty && refused.allSatisfy { $0.x == answer }, "\(effect)")
      #expect(refused.allSatisfy { $0.at > start && $0.at < end + .seconds(1) }, "\(effect)")
    }
  }

  @Test func `a throttled session has its requests taken up one after the other`() throws {
    let steps = try steps(.throttle(.init(millionths: 500_000))) {
      $0.clients[0].count = 1
      $0.workload[0].pace = .every(.constant(.milliseconds(200)))
    }
    let taken = steps.filter { $0.kind == .taken && $0.at > start && $0.at < end }
    #expect(taken.count <= 3)
    #expect(steps.count { $0.kind == .taken && $0.at > end } > 50)
  }

  @Test func `a revoked list is gone, and opened anew afterwards`() throws {
    let steps = try steps(.revoke("rooms/lobby"))
    #expect(steps.count { $0.kind == .cancelled } == 4)
    #expect(steps.count { $0.kind == .opened && $0.at == end } == 4)
    #expect(steps.contains { $0.kind == .published && $0.at > end })
  }

  @Test func `half of the clients hear later from a stale copy, and all agree in the end`() throws {
    let steps = try steps(.staleReplica(.seconds(3))) { $0.clients[0].window = .all }
    let late = steps.filter { heard in
      guard heard.kind == .heard, heard.at > start else { return false }
      return steps.contains {
        $0.kind == .committed && $0.key == heard.key && heard.at - $0.at >= .seconds(3)
      }
    }
    #expect(Set(late.map { $0.client % 2 }) == [1])
  }

  @Test func `answers come late, or not at all, or before the data`() throws {
    func delay(_ effect: Fault.Effect) throws -> Interval {
      let steps = try steps(effect)
      let waits = steps.filter { $0.kind == .wrote && $0.at > start && $0.at < end }
        .compactMap { wrote in
          steps.first { $0.kind == .answered && $0.journey == wrote.journey }.map {
            $0.at - wrote.at
          }
        }
      return waits.max() ?? .zero
    }
    #expect(try delay(.lateAnswers(.one, by: .constant(.seconds(2)))) > .seconds(2))
    #expect(try delay(.earlyAnswers) < .seconds(1))
    let lost = try steps(.lostAnswers(.one))
    #expect(lost.contains { $0.kind == .parted && $0.at > start && $0.at < end + .seconds(1) })
  }

  @Test func `two faults of the server at once are both felt, of two of a kind the worse`() throws {
    var scenario = FaultWorldTests.scenario(
      FaultWorldTests.once(.slowServer(.init(thousandths: 3_000)), .seconds(5), .seconds(4)))
    scenario.faults.append(
      Fault(
        name: "b", .slowServer(.init(thousandths: 5_000)),
        .once(at: .seconds(6), lasts: .constant(.seconds(1)))))
    scenario.server.service = .constant(.milliseconds(1))
    let served = try FaultWorldTests.steps(of: scenario).1.filter { $0.kind == .served }
    #expect(Set(served.map(\.x)) == [1_000_000, 3_000_000, 5_000_000])
  }

  @Test
  func `when the work is over nobody misbehaves any more, and all that broke by it comes right`()
    throws
  {
    var scenario = smallScenario(clients: 4)
    scenario.settle = .seconds(40)
    scenario.buggify = Ratio(1, of: 5)
    let ends = scenario.workload.map { Instant.zero + $0.from + $0.lasts }.max() ?? .zero
    var count = 0
    for seed in fewerInDebug(1..<41) {
      let (outcome, steps) = try FaultWorldTests.steps(of: scenario, seed: seed)
      #expect(!outcome.isBroken, "\(seed): \(outcome.findings.filter(\.verdict.isBroken))")
      let times = steps.filter { $0.kind == .misbehaved }.map(\.at)
      count += times.count
      #expect(times.allSatisfy { $0 < ends }, "seed \(seed), \(ends)")
    }
    #expect(count > 0)
  }

  @Test func `buggify is off unless asked for, and then counted by point`() throws {
    var scenario = smallScenario(clients: 4)
    scenario.settle = .seconds(60)
    let quiet = try FaultWorldTests.steps(of: scenario).1
    #expect(!quiet.contains { $0.kind == .misbehaved })
    scenario.buggify = Ratio(1, of: 10)
    scenario.clients[0].batchWait = .milliseconds(50)
    scenario.clients[0].batchAtMost = .milliseconds(400)
    var seen: Set<UInt64> = []
    let seeds = fewerInDebug(1..<61)
    for seed in seeds {
      let (outcome, steps) = try FaultWorldTests.steps(of: scenario, seed: seed)
      #expect(!outcome.isBroken, "\(seed): \(outcome.findings.filter(\.verdict.isBroken))")
      for step in steps where step.kind == .misbehaved { seen.insert(step.x) }
    }
    #expect(seen.isSubset(of: Set(0..<UInt64(BuggifyPoints.names.count))))
    // A few seeds meet fewer points than many.
    #expect(
      seen.count >= min(10, seeds.count / 2),
      "\(seen.sorted().map { BuggifyPoints.names[Int($0)] })")
  }
}
