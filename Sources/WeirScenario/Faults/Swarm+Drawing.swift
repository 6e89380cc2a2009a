// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

extension Scenario.Swarm {
  /// A random subset of the kinds, each with a random strength.
  ///
  /// The choice of the kinds has a stream of its own, and each kind has one for its strength, so that a kind more in
  /// the format changes the strength of no other one.
  func draw(seed: UInt64, of scenario: Scenario) -> [Scenario.Fault] {
    var chance = RandomStream(seed: seed, "swarm")
    var kinds = self.kinds.filter { $0.canHit(scenario) }
    if kinds.isEmpty { return [] }
    let count = 1 + chance.index(below: min(most, kinds.count))
    chance.shuffle(&kinds)
    let drawn = kinds.prefix(count)
    let taken = scenario.faults.map(\.name)
    return Scenario.Fault.Kind.allCases.filter { drawn.contains($0) }.map { kind in
      var dice = Dice(seed: seed, kind)
      var name = kind.rawValue
      if taken.contains(name) { name += "-drawn" }
      var fault = Scenario.Fault(name: name, dice.effect(kind, scenario), dice.timing(scenario))
      if kind.isMomentary { fault.timing = fault.timing.atMoments }
      if kind.family != .server { fault.share = dice.share() }
      if kind.family == .links, kind != .disconnect { fault.direction = dice.direction() }
      return fault
    }
  }
}

extension Scenario.Fault.Kind {
  /// `true` if anything of a scenario would notice.
  func canHit(_ scenario: Scenario) -> Bool {
    switch self {
    case .duplicate, .reorder:
      scenario.clients.contains { scenario.networks[$0.network].transport == .datagram }
    case .slowServer: !scenario.server.service.isAlwaysZero
    case .staleReplica: scenario.server.replicas > 1
    case .slowFiles, .stalledFiles, .cutFiles:
      scenario.workload.contains { $0.does.contains { $0.action.verb.movesFiles } }
    default: true
    }
  }
}

extension Scenario.Fault.Timing {
  fileprivate var atMoments: Self {
    switch self {
    case .once(let at, _): .once(at: at, lasts: .constant(.zero))
    case .again(let every, _, let from, let until):
      .again(every: every, lasts: .constant(.zero), from: from, until: until)
    case .span: self
    }
  }
}

/// Draws how badly a fault of one kind hits.
private struct Dice {
  var chance: RandomStream

  init(seed: UInt64, _ kind: Scenario.Fault.Kind) {
    chance = RandomStream(seed: seed, "swarm", of: kind.rawValue)
  }

  /// Once in two fifths of all cases, else again and again; in whole tenths of seconds.
  mutating func timing(_ scenario: Scenario) -> Scenario.Fault.Timing {
    let work = scenario.workload.map { $0.from + $0.lasts }.max() ?? .zero
    let tenths = max(1, min(work.nanoseconds / 100_000_000, 36_000))
    let start = tenth(below: tenths)
    let gap = tenth(below: max(1, tenths / 3)) + .milliseconds(500)
    let length = tenth(below: max(1, min(tenths / 4, 100))) + .milliseconds(100)
    let isOnce = chance.below(5) < 2
    if isOnce { return .once(at: start, lasts: .constant(length)) }
    return .again(
      every: .exponential(mean: gap), lasts: .exponential(mean: length), from: .zero, until: nil)
  }

  private mutating func tenth(below count: Int64) -> Interval {
    .milliseconds(100 * Int64(chance.below(UInt64(count))))
  }

  mutating func share() -> Ratio { [Ratio(1, of: 10), Ratio(1, of: 2), .one][pick(3)] }

  mutating func direction() -> Scenario.Fault.Direction { [.both, .up, .down][pick(3)] }

  private mutating func pick(_ count: Int) -> Int { chance.index(below: count) }

  /// A chance of 1, 5, 20 or 50 percent.
  private mutating func ratio() -> Ratio {
    Ratio(1, of: [100, 20, 5, 2][pick(4)])
  }

  mutating func effect(
    _ kind: Scenario.Fault.Kind, _ scenario: Scenario
  ) -> Scenario.Fault.Effect {
    switch kind {
    case .slowLink:
      .slowLink(.init(thousandths: [2_000, 5_000, 20_000][pick(3)]), delay: .constant(.zero))
    case .loss: .loss(ratio())
    case .duplicate: .duplicate(ratio())
    case .reorder: .reorder(ratio(), by: spread())
    case .clog: .clog
    case .partition: .partition
    case .disconnect: .disconnect
    case .background: .background
    case .kill: .kill(isPersistent: [nil, true, false][pick(3)])
    case .clock:
      if pick(3) == 0 {
        .drift(ratio())
      } else {
        .clock(ahead: [.seconds(3), .milliseconds(50), .zero - .seconds(2)][pick(3)])
      }
    case .cacheLoss: .cacheLoss
    case .cacheCorruption: .cacheCorruption
    case .crash: .crash
    case .slowServer: .slowServer(.init(thousandths: [2_000, 10_000, 100_000][pick(3)]))
    case .overload: .overload(ratio())
    case .throttle: .throttle(.init(millionths: [1_000_000, 5_000_000, 20_000_000][pick(3)]))
    case .quota: .quota(writes: [1, 5, 20][pick(3)], bytes: nil)
    case .revoke: .revoke(list(of: scenario))
    case .reject: .reject(ratio())
    case .staleReplica: .staleReplica([.milliseconds(200), .seconds(2)][pick(2)])
    case .lateAnswers: .lateAnswers(ratio(), by: spread())
    case .lostAnswers: .lostAnswers(ratio())
    case .earlyAnswers: .earlyAnswers
    case .slowFiles: .slowFiles(.init(thousandths: [2_000, 10_000, 50_000][pick(3)]))
    case .stalledFiles: .stalledFiles
    case .cutFiles: .cutFiles(ratio())
    }
  }

  private mutating func spread() -> Distribution {
    .uniform(from: .milliseconds(1), to: [.milliseconds(50), .seconds(2)][pick(2)])
  }

  /// One of the lists that somebody opens.
  private mutating func list(of scenario: Scenario) -> String {
    let group = scenario.clients[pick(scenario.clients.count)]
    return group.lists[pick(group.lists.count)]
  }
}
