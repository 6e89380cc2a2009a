// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirStatistics

@Suite struct EstimatesOfShiftTests {
  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  @Test func `an outlier does not move the estimate far`() throws {
    #expect(try #require(HodgesLehmann([1, 2, 3, 4, 100])).value == 3)
    #expect(try #require(HodgesLehmann([5, 6, 7], minus: [1, 2])).value == 4.5)
    #expect(HodgesLehmann([]) == nil && HodgesLehmann([1], minus: [.infinity]) == nil)
    #expect(try #require(HodgesLehmann([1, 2, 3])).interval == nil)
  }

  /// Checks that shifts which the test does not reject lie inside, and those that it rejects
  /// outside.
  @Test(arguments: 0..<6 as Range<UInt64>)
  func `the interval holds what the tests would not reject`(seed: UInt64) throws {
    var stream = RandomStream(seed: seed, "interval")
    let draw = { (count: Int) in
      (0..<count).map { _ in Double(stream.below(1 << 40)) / Double(1 << 30) }
    }
    let values = draw(12)
    let one = try #require(HodgesLehmann(values))
    let inside = try #require(one.interval)
    for (edge, outwards) in [(inside.lowerBound, -1e-6), (inside.upperBound, 1e-6)] {
      let test = { (shift: Double) in WilcoxonTest(values.map { $0 - shift })?.either ?? 1 }
      #expect(test(edge + outwards) <= 0.05 && test(edge - outwards) > 0.05)
    }
    let (a, b) = (draw(8), draw(9))
    let two = try #require(HodgesLehmann(a, minus: b))
    let between = try #require(two.interval)
    for (edge, outwards) in [(between.lowerBound, -1e-6), (between.upperBound, 1e-6)] {
      let test = { (shift: Double) in MannWhitney(a.map { $0 - shift }, b)?.either ?? 1 }
      #expect(test(edge + outwards) <= 0.05 && test(edge - outwards) > 0.05)
    }
    let means = values.indices.flatMap { i in
      values.indices.compactMap { j in j < i ? nil : (values[i] + values[j]) / 2 }
    }
    #expect(one.value == Self.median(means))
  }

  @Test func `many values have an interval by the bell curve`() throws {
    let values = (0..<101).map { Double($0) }
    let found = try #require(HodgesLehmann(values))
    #expect(found.value == 50)
    let interval = try #require(found.interval)
    // 1.96 deviations of 29.3 over the root of 101, a little wider for ranks.
    #expect(interval.lowerBound > 43 && interval.lowerBound < 45)
    #expect(interval.lowerBound + interval.upperBound == 100)
  }

  @Test func `Holm's correction is that of the textbook`() {
    #expect(Holm.adjusted([0.01, 0.04, 0.03]) == [0.03, 0.06, 0.06])
    #expect(Holm.adjusted([0.5, 0.6]) == [1, 1])
    #expect(Holm.adjusted([]) == [])
    let found = Holm.adjusted([0.01, 0.01, 0.01, 0.005])
    #expect(found == [0.03, 0.03, 0.03, 0.02])
  }
}
