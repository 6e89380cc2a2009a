// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirStatistics

@Suite struct PairedGateTests {
  /// Pairs whose noise has heavy tails: mostly half a percent, now and then a third.
  private static func noise(_ stream: inout RandomStream) -> Double {
    let even = Double(stream.next() >> 11) * 0x1p-52 - 1
    return stream.below(20) == 0 ? even / 3 : even * 0.012
  }

  /// Its bounds are found once.
  private static let fresh = PairedGate(PairedGate.Rule(budget: 0.02))

  private static func gate(slowDown: Double, seed: UInt64) -> PairedGate {
    var stream = RandomStream(seed: seed, "pairs")
    var gate = fresh
    while gate.verdict == nil {
      gate.take(base: 1, head: (1 + slowDown) * (1 + noise(&stream)))
    }
    return gate
  }

  @Test func `the margin is half of the budget, and half a percent at least`() {
    #expect(PairedGate.Rule(budget: 0.02).margin == 0.01)
    #expect(PairedGate.Rule(budget: 0.006).margin == 0.005)
  }

  @Test func `unchanged code passes, and slow-downs beyond the budget fail`() {
    for seed in 0..<40 as Range<UInt64> {
      #expect(Self.gate(slowDown: 0, seed: seed).verdict == .notSlower)
      #expect(Self.gate(slowDown: 0.03, seed: seed).verdict == .slower)
      #expect(Self.gate(slowDown: 0.1, seed: seed).verdict == .slower)
      #expect(Self.gate(slowDown: -0.1, seed: seed).verdict == .notSlower)
    }
  }

  @Test func `of twenty pairs nineteen decide, and not eighteen`() {
    for (above, verdict) in [(20, PairedGate.Verdict.slower), (19, .slower), (18, nil)] {
      var gate = PairedGate(PairedGate.Rule(budget: 0.02, looks: [20, 40, 80, 160, 320, 640]))
      for pair in 0..<20 {
        #expect(gate.verdict == nil)
        gate.take(base: 1, head: pair < above ? 1.5 : 0.9)
      }
      #expect(gate.verdict == verdict)
    }
  }

  @Test func `pairs between margin and budget that never end are not told`() {
    var gate = Self.fresh
    for pair in 0..<640 { gate.take(base: 1, head: pair % 2 == 0 ? 1.5 : 0.7) }
    #expect(gate.verdict == .cannotTell)
    var late = gate.afresh
    late.take(base: 1, head: 1)
    late.giveUp()
    #expect(late.verdict == .cannotTell)
    late.take(base: 1, head: 1)
    #expect(late.logarithms.count == 1)
  }

  /// Pairs on a machine where three processes of ten take half as long again.
  private static func gateAtTwoSpeeds(slowDown: Double, seed: UInt64) -> PairedGate {
    var stream = RandomStream(seed: seed, "speeds")
    func speed() -> Double {
      (stream.below(10) < 3 ? 1.5 : 1) * (1 + (Double(stream.below(1001)) / 500 - 1) * 0.015)
    }
    var gate = fresh
    while gate.verdict == nil { gate.take(base: speed(), head: (1 + slowDown) * speed()) }
    return gate
  }

  @Test func `a machine of two speeds costs pairs, not certainty`() {
    for seed in 0..<40 as Range<UInt64> {
      #expect(Self.gateAtTwoSpeeds(slowDown: 0, seed: seed).verdict != .slower)
      #expect(Self.gateAtTwoSpeeds(slowDown: 0.03, seed: seed).verdict != .notSlower)
      #expect(Self.gateAtTwoSpeeds(slowDown: 0.6, seed: seed).verdict == .slower)
    }
  }

  @Test func `the estimate lies in its interval, and that covers the truth`() throws {
    var covered = 0
    for seed in 0..<30 as Range<UInt64> {
      let gate = Self.gate(slowDown: 0.03, seed: 100 + seed)
      let (estimate, interval) = (try #require(gate.estimate), try #require(gate.interval))
      #expect(interval.contains(estimate))
      if interval.contains(0.03) { covered += 1 }
    }
    #expect(covered >= 27)
  }

  @Test func `the probability is below alpha just when the gate fails`() {
    #expect(Self.gate(slowDown: 0.03, seed: 1).probability <= 0.0011)
    #expect(Self.gate(slowDown: 0, seed: 1).probability > 0.5)
  }

  @Test func `what is promised to be noticed is noticed`() throws {
    // What it says rests on the few pairs of one gate; over some gates it must hold.
    var caught = 0
    for calm in 1..<5 as Range<UInt64> {
      let gate = Self.gate(slowDown: 0, seed: calm)
      let noticed = try #require(gate.smallestNoticed(plays: 30))
      #expect(noticed > 0.01 && noticed < 0.04)
      for seed in 0..<20 as Range<UInt64> {
        let other = Self.gate(slowDown: noticed * 1.1, seed: 1000 * calm + seed)
        if other.verdict == .slower { caught += 1 }
      }
    }
    #expect(caught >= 72)
    let empty = Self.fresh
    #expect(empty.smallestNoticed() == nil && empty.estimate == nil && empty.interval == nil)
  }
}
