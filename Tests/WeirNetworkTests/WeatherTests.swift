// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

import WeirNetwork

@Suite struct WeatherTests {
  static func condition(
    _ effect: Condition.Effect, until: Instant = .never, fault: Int = 0
  ) -> Condition {
    Condition(
      fault: fault, effect, until: until,
      chance: RandomStream(seed: 1, "condition", of: "\(fault)"))
  }

  /// The fates of messages a millisecond apart; `conditions` hold all the time.
  static func fates(_ rules: LinkRules, _ conditions: [Condition], count: Int = 2_000) -> [Fate] {
    var link = Link(seed: 1, direction: "up", client: 3, rules: rules)
    var conditions = conditions
    return (0..<count).map {
      link.send(at: Instant.zero + .milliseconds(Int64($0)), rules: rules, under: &conditions)
    }
  }

  static func rules(isStream: Bool) -> LinkRules {
    var rules = LinkRules(isStream: isStream, delay: LinkTests.spread)
    rules.loss = Ratio(1, of: 10)
    if !isStream {
      rules.duplicate = Ratio(1, of: 10)
      rules.reorder = Ratio(1, of: 10)
      rules.reorderBy = LinkTests.spread
    }
    rules.outage = LinkTests.constantOutage(every: 300, lasts: 120)
    return rules
  }

  @Test(arguments: [true, false])
  func `conditions that do nothing change no fate`(isStream: Bool) {
    let rules = Self.rules(isStream: isStream)
    let nothing: [Condition.Effect] = [
      .slow(thousandths: 1_000, more: QuantileTable(constant: .zero)), .lossy(.zero),
      .doubling(.zero), .overtaking(.zero, by: LinkTests.spread),
    ]
    let fair = Self.fates(rules, [])
    for (number, effect) in nothing.enumerated() {
      #expect(Self.fates(rules, [Self.condition(effect, fault: number)]) == fair, "\(number)")
    }
    #expect(
      Self.fates(rules, nothing.enumerated().map { Self.condition($1, fault: $0) }) == fair)
  }

  @Test func `more loss changes neither delays nor losses of the link's own`() {
    var rules = LinkRules(isStream: false, delay: LinkTests.spread)
    rules.loss = Ratio(1, of: 10)
    let fair = Self.fates(rules, [])
    let stormy = Self.fates(rules, [Self.condition(.lossy(Ratio(3, of: 10)))])
    for (before, after) in zip(fair, stormy) where after.arrival != nil {
      #expect(after == before)
    }
    let left = fair.count { $0.arrival != nil }
    let lost = left - stormy.count { $0.arrival != nil }
    #expect(LinkTests.isLikely(lost, of: left, Ratio(3, of: 10)), "\(lost) of \(left)")
  }

  /// Returns the fate that a message should have on a perfect stream with a delay of 10 ms.
  private static func naive(
    _ now: Instant, _ conditions: [Condition], _ last: inout Instant
  ) -> Instant {
    var start = now
    var factor: Int64 = 10_000_000
    for condition in conditions {
      if case .cut = condition.effect { start = max(start, condition.until) }
      if case .slow(let thousandths, _) = condition.effect { factor = factor * thousandths / 1_000 }
    }
    var arrival = start + Interval(nanoseconds: factor)
    for condition in conditions {
      if case .clogged = condition.effect { arrival = max(arrival, condition.until) }
    }
    last = max(last, arrival)
    return last
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `a stream under coming and going conditions agrees with the naive one`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "weather")
    let rules = LinkRules(delay: QuantileTable(constant: .milliseconds(10)))
    var link = Link(seed: seed, direction: "up", client: 0, rules: rules)
    var weather = Weather(clients: 3)
    var now = Instant.zero
    var last = Instant.zero
    for fault in 0..<200 {
      now = now + .milliseconds(Int64(chance.below(20)))
      let over = weather[.up, 1].filter { $0.until <= now }.map(\.fault)
      for fault in over { weather.end(fault: fault, .up, of: 1) }
      let until = now + .milliseconds(1 + Int64(chance.below(100)))
      let effect: Condition.Effect? =
        switch chance.below(8) {
        case 0: .cut
        case 1: .clogged
        case 2: .slow(thousandths: 3_000, more: QuantileTable(constant: .zero))
        default: nil
        }
      if let effect {
        weather.begin(Self.condition(effect, until: until, fault: fault), .up, of: 1)
      }
      let expected = Self.naive(now, weather[.up, 1], &last)
      let fate = link.send(at: now, rules: rules, under: &weather[.up, 1])
      #expect(fate.arrival == expected && fate.lost == 0)
    }
    #expect(weather[.down, 1].isEmpty && weather[.up, 0].isEmpty && weather[.up, 2].isEmpty)
  }

  @Test func `a partition loses datagrams, and a clog holds them until its end`() {
    let rules = LinkRules(isStream: false, delay: QuantileTable(constant: .milliseconds(10)))
    #expect(Self.fates(rules, [Self.condition(.cut)]).allSatisfy { $0.arrival == nil })
    let end = Instant.zero + .seconds(1)
    let fates = Self.fates(rules, [Self.condition(.clogged, until: end)])
    for (number, fate) in fates.enumerated() {
      #expect(fate.arrival == max(end, Instant.zero + .milliseconds(Int64(number) + 10)))
    }
  }

  @Test func `datagrams are doubled and held back as often as the fault says`() {
    let rules = LinkRules(isStream: false, delay: LinkTests.spread)
    let doubled = Self.fates(rules, [Self.condition(.doubling(Ratio(1, of: 5)))])
    #expect(
      LinkTests.isLikely(doubled.count { $0.again != nil }, of: doubled.count, Ratio(1, of: 5)))
    let held = Self.fates(
      rules,
      [Self.condition(.overtaking(Ratio(1, of: 5), by: QuantileTable(constant: .seconds(9))))])
    let late = zip(Self.fates(rules, []), held).filter { $0.0 != $0.1 }
    #expect(late.allSatisfy { $0.1.arrival == $0.0.arrival.map { $0 + .seconds(9) } })
    #expect(LinkTests.isLikely(late.count, of: held.count, Ratio(1, of: 5)))
  }

  @Test func `a stream sends again what a fault lost, and loses nothing after its end`() {
    let rules = LinkRules(delay: QuantileTable(constant: .zero))
    let end = Instant.zero + .milliseconds(500)
    var conditions = [Self.condition(.lossy(.one), until: end)]
    var link = Link(seed: 1, direction: "up", client: 0, rules: rules)
    // 0.2 s and 0.4 s of waiting, and the fault is over.
    let fate = link.send(at: .zero, rules: rules, under: &conditions)
    #expect(fate == Fate(arrival: Instant.zero + .milliseconds(600), lost: 2))
  }

  @Test func `weather is fair again when the last condition is over`() {
    var weather = Weather(clients: 2)
    #expect(weather.isFair)
    weather.begin(Self.condition(.cut, fault: 1), .up, of: 0)
    weather.begin(Self.condition(.clogged, fault: 2), .up, of: 0)
    weather.end(fault: 1, .up, of: 0)
    weather.end(fault: 1, .up, of: 0)
    #expect(!weather.isFair && weather[.up, 0].map(\.fault) == [2])
    weather.end(fault: 2, .up, of: 0)
    #expect(weather.isFair)
  }

  @Test(arguments: [true, false])
  func `no outage goes on when everything is healed`(isStream: Bool) {
    var rules = LinkRules(isStream: isStream, delay: QuantileTable(constant: .zero))
    rules.outage = LinkTests.constantOutage(every: 100, lasts: 1_000)
    let sick = Self.fates(rules, [])
    rules.healed = Instant.zero + .milliseconds(500)
    let healed = Self.fates(rules, [])
    for (number, fate) in healed.enumerated() {
      let now = Instant.zero + .milliseconds(Int64(number))
      if (100..<500).contains(number) {
        #expect(fate.arrival == (isStream ? rules.healed : nil))
        #expect(sick[number].arrival != now)
      } else {
        #expect(fate.arrival == now)
      }
    }
  }

  @Test func `what a fault adds to a steady path stays as long as the path does`() {
    var rules = LinkRules(delay: QuantileTable(constant: .milliseconds(10)))
    rules.steady = .seconds(1)
    let slow = Self.condition(.slow(thousandths: 2_000, more: LinkTests.spread))
    let fates = Self.fates(rules, [slow])
    let ways = fates.enumerated().map { place, fate in
      fate.arrival! - (Instant.zero + .milliseconds(Int64(place))) - fate.waited
    }
    #expect(Set(ways[..<1_000]).count == 1 && Set(ways[1_000...]).count == 1)
    #expect(ways[0] != ways[1_000] && ways.allSatisfy { $0 >= .milliseconds(20) })
    rules.steady = .zero
    let moving = Self.fates(rules, [slow]).map(\.waited)
    #expect(moving.count { $0 > .zero } > 1_000)
  }
}
