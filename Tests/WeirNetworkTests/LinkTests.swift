// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirNetwork

@Suite struct LinkTests {
  /// A table that spreads evenly over the milliseconds from 0 to 771.
  static let spread = QuantileTable(sample: (0...771).map { .milliseconds($0) })
  /// Sends that are a millisecond apart.
  static let sends = (0..<4_000).map { Instant.zero + .milliseconds($0) }

  static func datagrams() -> LinkRules { LinkRules(isStream: false, delay: spread) }

  static func fates(
    _ rules: LinkRules, seed: UInt64 = 1, direction: String = "up", at sends: [Instant] = sends
  ) -> [Fate] {
    var link = Link(seed: seed, direction: direction, client: 3, rules: rules)
    return sends.map { link.send(at: $0, rules: rules) }
  }

  /// `true` if a count lies within five deviations of a binomial mean.
  static func isLikely(_ count: Int, of total: Int, _ ratio: Ratio) -> Bool {
    let p = Double(ratio.numerator) / Double(ratio.denominator)
    let mean = Double(total) * p
    return (Double(count) - mean).magnitude <= 5 * (mean * (1 - p)).squareRoot()
  }

  static func constantOutage(every: Int64, lasts: Int64) -> (QuantileTable, QuantileTable) {
    (
      QuantileTable(constant: .milliseconds(every)), QuantileTable(constant: .milliseconds(lasts))
    )
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `a stream never reorders and never loses, whatever happens`(seed: UInt64) {
    var rules = LinkRules(delay: Self.spread)
    rules.loss = Ratio(1, of: 4)
    rules.outage = Self.constantOutage(every: 300, lasts: 120)
    let fates = Self.fates(rules, seed: seed)
    for (sent, fate) in zip(Self.sends, fates) {
      #expect(fate.arrival.map { $0 >= sent } == true)
      #expect(fate.again == nil && !fate.heldBack)
    }
    let arrivals = fates.compactMap(\.arrival)
    #expect(zip(arrivals, arrivals.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(fates.contains { $0.lost > 0 })
  }

  @Test func `a new connection waits for nothing that the last one carries`() {
    var rules = LinkRules(delay: QuantileTable(constant: .milliseconds(10)))
    rules.loss = .one
    var link = Link(seed: 1, direction: "up", client: 0, rules: rules)
    let stuck = link.send(at: .zero, rules: rules)
    rules.loss = .zero
    #expect(link.send(at: .zero, rules: rules).arrival == stuck.arrival)
    link.beginConnection()
    #expect(link.send(at: .zero, rules: rules).arrival == Instant.zero + .milliseconds(10))
  }

  @Test func `on a stream loss shows as the sum of the retransmission times`() {
    var rules = LinkRules(delay: QuantileTable(constant: .milliseconds(10)))
    rules.loss = Ratio(1, of: 2)
    rules.retransmit = .milliseconds(100)
    var seen: Set<UInt32> = []
    // An hour apart, so that no message waits for the one before it.
    for (sent, fate) in zip(
      (0..<400).map { Instant.zero + .seconds($0 * 3_600) },
      Self.fates(rules, at: (0..<400).map { Instant.zero + .seconds($0 * 3_600) }))
    {
      var delay = Interval.milliseconds(10)
      var wait = Interval.milliseconds(100)
      for _ in 0..<fate.lost {
        delay = delay + wait
        wait = min(wait * 2, .seconds(60))
      }
      #expect(fate.arrival == sent + delay)
      seen.insert(fate.lost)
    }
    #expect(seen.isSuperset(of: [0, 1, 2, 3, 4, 5]))
  }

  @Test func `a stream on which everything is lost delivers after sixty-four losses`() {
    var rules = LinkRules(delay: QuantileTable(constant: .zero))
    rules.loss = .one
    let fate = Self.fates(rules, at: [.zero])[0]
    #expect(fate.lost == 64)
    // 0.2 + 0.4 + … + 51.2 are nine doublings, then 55 waits of a minute.
    let waited = Interval.milliseconds(200 * 511) + .seconds(60 * 55)
    #expect(fate.arrival == Instant.zero + waited)
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `datagrams are lost, doubled and held back as often as stated`(seed: UInt64) {
    var rules = Self.datagrams()
    rules.loss = Ratio(1, of: 10)
    rules.duplicate = Ratio(1, of: 5)
    rules.reorder = Ratio(1, of: 20)
    rules.reorderBy = QuantileTable(constant: .seconds(5))
    let fates = Self.fates(rules, seed: seed)
    let arrived = fates.filter { $0.arrival != nil }
    #expect(Self.isLikely(fates.count - arrived.count, of: fates.count, rules.loss))
    #expect(Self.isLikely(arrived.count { $0.again != nil }, of: arrived.count, rules.duplicate))
    #expect(Self.isLikely(arrived.count(where: \.heldBack), of: arrived.count, rules.reorder))
    #expect(fates.allSatisfy { ($0.lost == 1) == ($0.arrival == nil) })
    #expect(fates.allSatisfy { $0.arrival != nil || $0.again == nil })
  }

  @Test func `held back datagrams come later by the stated time, the others are as they were`() {
    var rules = Self.datagrams()
    let plain = Self.fates(rules)
    rules.reorder = Ratio(1, of: 4)
    rules.reorderBy = QuantileTable(constant: .seconds(5))
    for (before, after) in zip(plain, Self.fates(rules)) {
      let hold = after.heldBack ? Interval.seconds(5) : .zero
      #expect(after.arrival == before.arrival.map { $0 + hold })
    }
  }

  @Test func `no kind of chance shifts another`() {
    let plain = Self.fates(Self.datagrams())
    var rules = Self.datagrams()
    rules.loss = Ratio(1, of: 3)
    let lossy = Self.fates(rules)
    for (before, after) in zip(plain, lossy) where after.arrival != nil {
      #expect(after.arrival == before.arrival)
    }
    rules.duplicate = Ratio(1, of: 2)
    let doubled = Self.fates(rules)
    #expect(doubled.map(\.arrival) == lossy.map(\.arrival))
    #expect(doubled.map(\.lost) == lossy.map(\.lost))
    rules.loss = .zero
    for (before, after) in zip(doubled, Self.fates(rules)) where before.arrival != nil {
      #expect(before.again == after.again)
    }
  }

  @Test func `an outage loses the datagrams that are sent in it and leaves the rest alone`() {
    var rules = Self.datagrams()
    rules.loss = Ratio(1, of: 10)
    rules.duplicate = Ratio(1, of: 10)
    let plain = Self.fates(rules)
    rules.outage = Self.constantOutage(every: 300, lasts: 100)
    for (place, (before, after)) in zip(plain, Self.fates(rules)).enumerated() {
      if place % 400 >= 300 {
        #expect(after.arrival == nil && after.lost == 1)
      } else {
        #expect(after == before)
      }
    }
  }

  @Test func `what a stream is given in an outage waits for its end`() {
    var rules = LinkRules(delay: QuantileTable(constant: .milliseconds(10)))
    rules.outage = Self.constantOutage(every: 300, lasts: 100)
    for (place, fate) in Self.fates(rules).enumerated() {
      let start = place % 400 >= 300 ? (place / 400 + 1) * 400 : place
      #expect(fate.arrival == Instant.zero + .milliseconds(Int64(start) + 10))
      #expect(fate.lost == 0)
    }
  }

  @Test func `both directions of a client go down together, and clients by themselves`() {
    var rules = LinkRules(isStream: false, delay: QuantileTable(constant: .zero))
    rules.outage = (Self.spread, Self.spread)
    let up = Self.fates(rules, direction: "up").map(\.lost)
    #expect(up == Self.fates(rules, direction: "down").map(\.lost))
    #expect(up != Self.fates(rules, seed: 2).map(\.lost))
    // A direction that is used less goes down at the same moments.
    let few = stride(from: 0, to: Self.sends.count, by: 97).map { $0 }
    let sparse = Self.fates(rules, direction: "down", at: few.map { Self.sends[$0] })
    #expect(sparse.map(\.lost) == few.map { up[$0] })
  }

  @Test func `the same seed gives the same fates, another seed or direction others`() {
    var rules = Self.datagrams()
    rules.loss = Ratio(1, of: 10)
    let fates = Self.fates(rules)
    #expect(fates == Self.fates(rules))
    #expect(fates != Self.fates(rules, seed: 2))
    #expect(fates != Self.fates(rules, direction: "down"))
  }

  @Test func `the path of a stream keeps its delay, and what follows a slower one waits in line`() {
    var rules = LinkRules(delay: Self.spread)
    rules.steady = .seconds(1)
    let fates = Self.fates(rules)
    let ways = zip(Self.sends, fates).map { sent, fate in fate.arrival! - sent - fate.waited }
    for second in 0..<4 {
      #expect(Set(ways[second * 1_000..<second * 1_000 + 1_000]).count == 1)
    }
    #expect(Set(ways).count == 4)
    // Who is sent just after a change to a shorter way waits for the last one before it, and nobody else does.
    for place in 1..<Self.sends.count {
      let start = place / 1_000 * 1_000
      let before = start == 0 ? Interval.zero : ways[start - 1]
      let late = before - ways[place] - .milliseconds(Int64(place - start + 1))
      #expect(fates[place].waited == max(.zero, late), "\(place)")
    }
    #expect(fates.contains { $0.waited > .zero })
  }

  @Test func `without a steady path a burst waits for its slowest message`() {
    let rules = LinkRules(delay: Self.spread)
    var twin = Link(seed: 1, direction: "up", client: 3, rules: rules)
    var slowest = Interval.zero
    for fate in Self.fates(rules, at: Array(repeating: Instant(nanoseconds: 5), count: 100)) {
      // The twin makes the same draws, but nothing holds it up.
      twin.beginConnection()
      let alone =
        twin.send(at: Instant(nanoseconds: 5), rules: rules).arrival! - Instant(nanoseconds: 5)
      slowest = max(slowest, alone)
      #expect(fate.arrival! - Instant(nanoseconds: 5) == slowest)
      #expect(fate.waited == slowest - alone)
    }
    #expect(slowest > .milliseconds(700))
  }

  @Test func `a datagram draws its own delay, whatever the path of a stream would keep`() {
    var rules = Self.datagrams()
    let fates = Self.fates(rules)
    rules.steady = .seconds(1)
    #expect(Self.fates(rules) == fates)
    #expect(fates.allSatisfy { $0.waited == .zero })
  }
}
