// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore
import WeirScenario
import WeirTrace

import WeirRun

@Suite struct FaultWorldTests {
  typealias Fault = Scenario.Fault

  static func steps(of scenario: Scenario, seed: UInt64 = 1) throws -> (Outcome, [Step]) {
    var world = try World(scenario, seed: seed, keepingSteps: true)
    while world.advance(by: 100_000) {}
    return (world.outcome(), world.takeSteps())
  }

  /// A few clients in one room for twenty seconds, with faults.
  static func scenario(
    _ faults: Fault..., transport: Scenario.Network.Transport = .stream
  ) -> Scenario {
    var scenario = smallScenario(clients: 4)
    scenario.faults = faults
    scenario.networks[0].transport = transport
    scenario.settle = .seconds(90)
    return scenario
  }

  static func once(_ effect: Fault.Effect, _ at: Interval, _ lasts: Interval) -> Fault {
    Fault(name: effect.kind.rawValue, effect, .once(at: at, lasts: .constant(lasts)))
  }

  static let links: [Fault.Effect] = [
    .slowLink(.init(thousandths: 20_000), delay: .constant(.zero)), .loss(Ratio(1, of: 2)),
    .duplicate(Ratio(1, of: 2)), .reorder(.one, by: .uniform(from: .zero, to: .seconds(1))),
    .clog, .partition, .disconnect,
  ]

  @Test(arguments: links, [Scenario.Network.Transport.stream, .datagram])
  func `the correct stack keeps every promise under any fault of links`(
    _ effect: Fault.Effect, _ transport: Scenario.Network.Transport
  ) throws {
    var fault = Fault(
      name: "f", effect,
      .again(
        every: .exponential(mean: .seconds(3)), lasts: .exponential(mean: .seconds(2)),
        from: .zero, until: nil), share: Ratio(1, of: 2))
    for direction in Fault.Direction.allCases {
      fault.direction = direction
      let (outcome, steps) = try Self.steps(of: Self.scenario(fault, transport: transport))
      #expect(!outcome.isBroken, "\(outcome.findings.filter(\.verdict.isBroken))")
      let struck = steps.filter { $0.kind == .disturbed }
      let calmed = steps.filter { $0.kind == .calmed }
      #expect(!struck.isEmpty && struck.allSatisfy { $0.x == 0 && $0.client < 4 })
      #expect(calmed.count == (effect.kind.isMomentary ? 0 : struck.count))
      #expect(calmed.allSatisfy { $0.at <= Instant.zero + .seconds(20) })
    }
  }

  @Test func `a scenario without faults runs as if there were no such thing`() throws {
    let (outcome, steps) = try Self.steps(of: Self.scenario())
    #expect(!steps.contains { $0.kind == .disturbed || $0.kind == .pending })
    // The fault lasts while nobody acts: nothing but its own steps and the header differ.
    var late = Self.scenario(Self.once(.partition, .milliseconds(19_999), .seconds(1)))
    late.workload[0].lasts = .seconds(20)
    let (other, others) = try Self.steps(of: late)
    #expect(other.digest != outcome.digest)
    let acts = { (steps: [Step]) in
      steps.filter { $0.at < Instant.zero + .milliseconds(19_999) && $0.kind != .began }
    }
    #expect(acts(others) == acts(steps))
  }

  @Test func `nothing gets through a partition, and a one-way one stops one way only`() throws {
    for direction in Fault.Direction.allCases {
      var fault = Self.once(.partition, .seconds(5), .seconds(4))
      fault.direction = direction
      fault.share = Ratio(1, of: 2)
      let steps = try Self.steps(of: Self.scenario(fault)).1
      let hit = steps.filter { $0.kind == .disturbed }.map(\.client)
      // What is under way when the partition begins still arrives.
      let during = steps.filter {
        $0.kind == .arrived && $0.at > Instant.zero + .seconds(5)
          && $0.at < Instant.zero + .seconds(9)
          && $0.x >= UInt64(5_000_000_000) && hit.contains($0.client)
      }
      #expect(during.contains { $0.y == 0 } == (direction == .down), "\(direction)")
      #expect(during.contains { $0.y == 1 } == (direction == .up), "\(direction)")
    }
  }

  @Test func `a clog holds everything, and then lets it out in one burst`() throws {
    let steps = try Self.steps(of: Self.scenario(Self.once(.clog, .seconds(5), .seconds(4)))).1
    let end = Instant.zero + .seconds(9)
    let late = steps.filter { $0.kind == .arrived && $0.at == end }
    #expect(late.count > 10)
    #expect(
      !steps.contains {
        $0.kind == .arrived && $0.at < end && $0.x >= UInt64(5_000_000_000)
      })
  }

  @Test func `who is disconnected connects anew, and only who is hit`() throws {
    var fault = Self.once(.disconnect, .seconds(5), .zero)
    fault.share = Ratio(1, of: 2)
    let steps = try Self.steps(of: Self.scenario(fault)).1
    let hit = steps.filter { $0.kind == .disturbed }.map(\.client)
    let cut = steps.filter { $0.kind == .linked && $0.x == 0 }
    #expect(hit.count == 2 && cut.map(\.client) == hit)
    #expect(cut.allSatisfy { $0.at == Instant.zero + .seconds(5) })
    for client in hit {
      #expect(steps.count { $0.kind == .linked && $0.x == 1 && $0.client == client } == 2)
      #expect(steps.contains { $0.kind == .parted && $0.client == client })
    }
  }

  @Test func `a fault of one group leaves the other one alone`() throws {
    var scenario = Self.scenario(
      Fault(name: "cut", .partition, .span(from: .seconds(1), until: nil), group: 1))
    scenario.clients.append(.init(name: "others", count: 3, lists: ["rooms/lobby"]))
    let steps = try Self.steps(of: scenario).1
    #expect(steps.filter { $0.kind == .disturbed }.map(\.client) == [4, 5, 6])
    #expect(!steps.contains { $0.kind == .disturbed && $0.client < 4 })
  }

  @Test func `one more fault changes neither when the others strike nor whom`() throws {
    let tunnel = Fault(
      name: "tunnel", .partition,
      .again(
        every: .exponential(mean: .seconds(2)), lasts: .exponential(mean: .seconds(1)),
        from: .zero, until: nil), share: Ratio(1, of: 2))
    let loss = Fault(name: "loss", .loss(Ratio(1, of: 2)), .span(from: .zero, until: nil))
    func strikes(_ scenario: Scenario, _ number: UInt64) throws -> [[UInt64]] {
      try Self.steps(of: scenario).1.filter { $0.kind == .disturbed && $0.x == number }
        .map { [UInt64($0.at.nanoseconds), UInt64($0.client), $0.y] }
    }
    let alone = try strikes(Self.scenario(tunnel), 0)
    #expect(try alone.count > 4 && alone == strikes(Self.scenario(loss, tunnel), 1))
  }

  @Test func `the faults that a swarm draws are those of the file that names them`() throws {
    var swarm = Self.scenario()
    swarm.swarm = .init(kinds: [.slowLink, .loss, .clog, .partition, .disconnect], most: 3)
    for seed in 1...6 as ClosedRange<UInt64> {
      var written = swarm
      written.swarm = nil
      written.faults = swarm.faults(seed: seed)
      #expect(!written.faults.isEmpty)
      let (a, b) = (try outcome(of: swarm, seed: seed), try outcome(of: written, seed: seed))
      #expect(a.digest == b.digest && a.faults == written.faults)
    }
  }

  @Test func `an outage that lies over the end of the work is over with it`() throws {
    var scenario = smallScenario(clients: 3)
    scenario.networks[0].outage = .init(
      every: .constant(.seconds(15)), lasts: .constant(.seconds(600)))
    let outcome = try outcome(of: scenario)
    #expect(!outcome.isBroken, "\(outcome.findings.filter(\.verdict.isBroken))")
  }

  @Test func `who does not come to rest is named, with what is still pending`() throws {
    var scenario = smallScenario(clients: 2)
    scenario.workload[0].does = [
      .init(action: .post, weight: Ratio(1, of: 2)), .init(action: .leave, weight: Ratio(1, of: 2)),
    ]
    // They are back when the work is over, but it takes longer than there is to connect anew.
    scenario.workload[0].away = .constant(.seconds(600))
    scenario.networks[0].delay = .constant(.seconds(6))
    scenario.settle = .seconds(5)
    let (outcome, steps) = try Self.steps(of: scenario)
    let pending = steps.filter { $0.kind == .pending && $0.client != Step.nobody }
    #expect(pending.map(\.client) == [0, 1] && pending.allSatisfy { $0.x == 2 })
    guard case .broken(_, let words)? = outcome.findings.first?.verdict else {
      Issue.record("lists agreed although nobody was connected yet")
      return
    }
    let told = "client 0 is connecting and waits for"
    #expect(words.words.contains(told), "\(words)")
  }
}
