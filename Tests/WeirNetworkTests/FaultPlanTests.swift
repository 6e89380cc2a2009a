// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirNetwork

@Suite struct FaultPlanTests {
  /// Some faults, drawn from a seed.
  static func rules(_ seed: UInt64) -> [FaultRules] {
    var chance = RandomStream(seed: seed, "rules")
    func time(_ most: UInt64) -> Interval { .milliseconds(Int64(chance.below(most))) }
    func table() -> QuantileTable { QuantileTable(sample: [time(900), time(90), .zero].sorted()) }
    return (0..<5).map { number in
      let timing: FaultRules.Timing =
        switch chance.below(4) {
        case 0: .once(at: .zero + time(5_000), lasts: table())
        case 1: .span(from: .zero + time(5_000))
        default:
          .again(
            every: QuantileTable(sample: [time(50), time(900) + .milliseconds(50)].sorted()),
            lasts: table(), from: .zero + time(1_000))
        }
      var rules = FaultRules(
        name: "fault-\(number)", timing, until: .zero + time(5_000) + .milliseconds(1))
      rules.clients = UInt32(chance.below(3))..<(3 + UInt32(chance.below(9)))
      rules.share = Ratio(1 + chance.below(10), of: 10)
      rules.isMomentary = chance.below(3) == 0
      if case .span = timing { rules.isMomentary = false }
      return rules
    }
  }

  /// One strike of a fault.
  struct Strike: Hashable {
    var fault: Int
    var at: Instant
    var until: Instant
  }

  /// All strikes of a plan, when it is rung as it wishes, by the earliest wish first.
  static func strikes(_ rules: [FaultRules], seed: UInt64) -> (strikes: [Strike], hit: [[UInt32]]) {
    var plan = FaultPlan(rules, seed: seed)
    var wishes: [FaultPlan.Wish] = []
    var alarms: [(fault: Int, at: Instant)] = []
    var strikes: [Strike] = []
    var hit: [[UInt32]] = []
    var ends: [Int: Instant] = [:]
    plan.begin(into: &wishes)
    var now = Instant.zero
    while true {
      for wish in wishes {
        switch wish {
        case .wake(let fault, let at): alarms.append((fault, at))
        case .strike(let fault, let until):
          strikes.append(Strike(fault: fault, at: now, until: until))
          hit.append(plan.victims(of: fault))
          #expect(plan.isActive(fault) == !rules[fault].isMomentary)
          if !rules[fault].isMomentary { ends[fault] = until }
        case .end(let fault):
          #expect(ends.removeValue(forKey: fault) == now && !plan.isActive(fault))
        }
      }
      wishes.removeAll()
      guard let next = alarms.indices.min(by: { alarms[$0].at < alarms[$1].at }) else { break }
      let alarm = alarms.remove(at: next)
      #expect(alarm.at >= now)
      now = alarm.at
      plan.wake(alarm.fault, at: now, into: &wishes)
    }
    #expect(ends.isEmpty, "a fault never ended")
    return (strikes, hit)
  }

  /// The strikes of one fault, each computed from the one before it.
  static func naive(_ fault: Int, _ rules: FaultRules, seed: UInt64) -> [Strike] {
    var times = RandomStream(seed: seed, "fault", of: rules.name)
    let least = Interval(nanoseconds: 1)
    switch rules.timing {
    case .span(let from):
      return from < rules.until ? [Strike(fault: fault, at: from, until: rules.until)] : []
    case .once(let at, let lasts):
      if at >= rules.until { return [] }
      let end = rules.isMomentary ? at : min(rules.until, at + max(least, lasts.draw(&times)))
      return [Strike(fault: fault, at: at, until: end)]
    case .again(let every, let lasts, var at):
      var strikes: [Strike] = []
      while true {
        at = at + max(least, every.draw(&times))
        if at >= rules.until { return strikes }
        let end = rules.isMomentary ? at : min(rules.until, at + max(least, lasts.draw(&times)))
        strikes.append(Strike(fault: fault, at: at, until: end))
        at = end
      }
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `every fault strikes when the naive plan says so`(seed: UInt64) {
    let rules = Self.rules(seed)
    let strikes = Self.strikes(rules, seed: seed).strikes
    for fault in rules.indices {
      #expect(
        strikes.filter { $0.fault == fault } == Self.naive(fault, rules[fault], seed: seed))
    }
    #expect(strikes.allSatisfy { $0.until <= rules[$0.fault].until })
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `one more fault changes neither when the others strike nor whom`(seed: UInt64) {
    let rules = Self.rules(seed)
    let all = Self.strikes(rules, seed: seed)
    let some = Self.strikes(Array(rules.dropLast()), seed: seed)
    let shared = zip(all.strikes, all.hit).filter { $0.0.fault < 4 }
    #expect(shared.map(\.0) == some.strikes && shared.map(\.1) == some.hit)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `as many clients are hit as the share says, rounded up, and each at most once`(seed: UInt64)
  {
    let rules = Self.rules(seed)
    let (strikes, hit) = Self.strikes(rules, seed: seed)
    for (strike, victims) in zip(strikes, hit) {
      let rules = rules[strike.fault]
      let share = Double(rules.share.numerator) / Double(rules.share.denominator)
      let wanted = (share * Double(rules.clients.count) - 1e-9).rounded(.up)
      #expect(victims.count == Int(wanted))
      #expect(victims.allSatisfy { rules.clients.contains($0) })
      #expect(zip(victims, victims.dropFirst()).allSatisfy { $0 < $1 })
    }
  }

  @Test func `who is hit is drawn anew each time, and everybody as often as anybody`() {
    var rules = FaultRules(
      name: "a",
      .again(
        every: QuantileTable(constant: .milliseconds(1)),
        lasts: QuantileTable(constant: .milliseconds(1)), from: .zero),
      until: Instant.zero + .seconds(8))
    rules.clients = 10..<18
    rules.share = Ratio(1, of: 4)
    let hit = Self.strikes([rules], seed: 3).hit
    #expect(hit.count == 4_000)
    for client: UInt32 in 10..<18 {
      let count = hit.count { $0.contains(client) }
      #expect(LinkTests.isLikely(count, of: hit.count, Ratio(1, of: 4)), "\(client): \(count)")
    }
  }
}
