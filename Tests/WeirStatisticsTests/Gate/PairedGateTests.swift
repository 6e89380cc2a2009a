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
    var long = 0
    for seed in 0..<40 as Range<UInt64> {
      let same = Self.gateAtTwoSpeeds(slowDown: 0, seed: seed)
      #expect(same.verdict == .notSlower)
      // By ill luck all pairs come to count now and then.
      if same.logarithms.count > 40 { long += 1 }
      #expect(Self.gateAtTwoSpeeds(slowDown: 0.03, seed: seed).verdict == .slower)
      // So slow that the speeds cannot be told from the programs: nothing is set aside for good.
      let slow = Self.gateAtTwoSpeeds(slowDown: 0.6, seed: seed)
      #expect(slow.verdict == .slower && slow.asides.isEmpty)
    }
    #expect(long <= 2)
  }

  @Test func `pairs are set aside by their distance alone, until they are too many or lean`() {
    var gate = Self.fresh
    for pair in 0..<19 { gate.take(base: 1, head: pair % 2 == 0 ? 1.3 : 0.7) }
    #expect(gate.asides.count == 19 && gate.logarithms.isEmpty)
    gate.take(base: 1, head: 0.7)
    #expect(gate.asides.isEmpty && gate.logarithms.count == 20)
    gate = PairedGate(PairedGate.Rule(budget: 0.02, looks: [40]))
    for pair in 0..<38 {
      gate.take(base: 1, head: pair % 2 == 0 ? 1.015 : pair % 4 == 1 ? 1.3 : 0.7)
    }
    #expect(gate.asides.count == 19 && gate.logarithms.count == 19)
    gate = Self.fresh
    for pair in 0..<22 { gate.take(base: 1, head: pair % 2 == 0 ? 1.015 : 1.3) }
    // Eleven heads in a row.
    #expect(gate.asides.isEmpty && gate.logarithms.count > 11)
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
    let calm = Self.gate(slowDown: 0, seed: 1)
    let noticed = try #require(calm.smallestNoticed(plays: 30))
    #expect(noticed > 0.01 && noticed < 0.04)
    var caught = 0
    for seed in 0..<60 as Range<UInt64> {
      if Self.gate(slowDown: noticed * 1.1, seed: 1000 + seed).verdict == .slower { caught += 1 }
    }
    #expect(caught >= 50)
    let empty = Self.fresh
    #expect(empty.smallestNoticed() == nil && empty.estimate == nil && empty.interval == nil)
  }
}
