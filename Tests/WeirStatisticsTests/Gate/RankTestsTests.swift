// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirStatistics

@Suite struct RankTestsTests {
  private static func draw(_ count: Int, _ stream: inout RandomStream, sizes: UInt64) -> [Double] {
    (0..<count).map { _ in Double(stream.below(2 * sizes + 1)) - Double(sizes) }
  }

  // Sign test

  @Test func `tosses of a coin have the probabilities of Pascal's triangle`() throws {
    let test = try #require(SignTest([3, 1, 2, -1, 4, 0]))
    #expect(test.positiveCount == 4 && test.negativeCount == 1)
    #expect(abs(test.above - 6.0 / 32) < 1e-14 && abs(test.below - 31.0 / 32) < 1e-14)
    #expect(abs(test.either - 12.0 / 32) < 1e-14)
    #expect(SignTest([0, 0]) == nil && SignTest([.nan]) == nil)
    // Published: 15 or more heads of 20 have the probability 0.0207.
    let twenty = try #require(SignTest(Array(repeating: 1, count: 15) + [-1, -1, -1, -1, -1]))
    #expect(abs(twenty.above - 0.020694732666015625) < 1e-13)
  }

  @Test func `the interval of a median covers it as often as counted over all sign patterns`() {
    // With nine values the second and the eighth cover the median in 1 − 2·10/512 of all cases.
    let nine = (1...9).map(Double.init)
    #expect(SignTest.medianInterval(ofSorted: nine) == 2...8)
    #expect(SignTest.medianInterval(ofSorted: nine, level: 0.99) == 1...9)
    #expect(SignTest.medianInterval(ofSorted: [1, 2, 3, 4, 5]) == nil)
    #expect(SignTest.medianInterval(ofSorted: []) == nil)
    #expect(SignTest.medianInterval(ofSorted: [1, 2, 3, 4, 5, 6]) == 1...6)
  }

  // Mann and Whitney

  /// Deals the numbers in every way.
  private static func dealt(_ a: [Double], _ b: [Double]) -> (above: Double, below: Double) {
    func statistic(_ a: [Double], _ b: [Double]) -> Double {
      a.reduce(0) { sum, x in sum + b.reduce(0) { $0 + (x > $1 ? 1 : x == $1 ? 0.5 : 0) } }
    }
    let (all, own) = (a + b, statistic(a, b))
    var (count, above, below) = (0.0, 0.0, 0.0)
    for choice in 0..<(1 << all.count) where choice.nonzeroBitCount == a.count {
      let first = all.indices.filter { choice >> $0 & 1 == 1 }.map { all[$0] }
      let second = all.indices.filter { choice >> $0 & 1 == 0 }.map { all[$0] }
      let other = statistic(first, second)
      count += 1
      if other >= own { above += 1 }
      if other <= own { below += 1 }
    }
    return (above / count, below / count)
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `Mann and Whitney is what every deal says, with equal numbers, too`(seed: UInt64) throws {
    var stream = RandomStream(seed: seed, "deal")
    let a = Self.draw(1 + stream.index(below: 4), &stream, sizes: 3)
    let b = Self.draw(1 + stream.index(below: 4), &stream, sizes: 3)
    let test = try #require(MannWhitney(a, b))
    let twin = Self.dealt(a, b)
    #expect(abs(test.above - twin.above) < 1e-12 && abs(test.below - twin.below) < 1e-12)
  }

  @Test func `Mann and Whitney has the published critical values`() throws {
    // Two-sided 5 %, n = m = 10: U ≤ 23 is significant, 24 is not (Mann and Whitney 1947).
    for (sum, isSignificant) in [(23, true), (24, false)] {
      // 45 pairs are beaten in a staircase; so many more or less give the sum.
      let (a, b) = try #require(Self.samples(of: 10, beating: sum))
      let test = try #require(MannWhitney(a, b))
      #expect(test.statistic == Double(sum))
      #expect((test.either <= 0.05) == isSignificant)
    }
    #expect(try #require(MannWhitney([1, 2, 3], [4, 5, 6])).either == 0.1)
    #expect(MannWhitney([], [1]) == nil)
  }

  /// Two samples of which the first beats so many pairs.
  private static func samples(of count: Int, beating pairs: Int) -> ([Double], [Double])? {
    let b = (0..<count).map { Double(2 * $0 + 1) }
    var left = pairs
    var a: [Double] = []
    for place in 0..<count {
      let beats = min(count, left)
      left -= beats
      a.append(Double(2 * beats) + Double(place) / 100)
    }
    return left == 0 ? (a, b) : nil
  }

  @Test func `the bell curve of Mann and Whitney meets the exact values at their border`() throws {
    var stream = RandomStream(seed: 5, "border")
    let a = (0..<20).map { _ in Double(stream.below(1 << 40)) }
    let b = (0..<21).map { _ in Double(stream.below(1 << 40)) + 0.12 * Double(1 << 40) }
    for (m, n) in [(20, 20), (20, 21)] {
      let test = try #require(MannWhitney(Array(a.prefix(m)), Array(b.prefix(n))))
      let deviation = (Double(m * n * (m + n + 1)) / 12).squareRoot()
      let z = (test.statistic - Double(m * n) / 2 + 0.5) / deviation
      // Forty numbers are counted, forty-one are not.
      #expect(abs(test.below - erfc(-z / 2.0.squareRoot()) / 2) < (m + n > 40 ? 1e-9 : 4e-3))
    }
  }

  // Wilcoxon

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `Wilcoxon is what every set of signs says, with equal sizes, too`(seed: UInt64) throws {
    var stream = RandomStream(seed: seed, "signs")
    let values = Self.draw(9, &stream, sizes: 4)
    guard let test = WilcoxonTest(values) else { return #expect(values.allSatisfy { $0 == 0 }) }
    let sizes = values.filter { $0 != 0 }.map(\.magnitude)
    func rank(_ size: Double) -> Double {
      Double(sizes.count { $0 < size }) + Double(sizes.count { $0 == size } + 1) / 2
    }
    let ranks = sizes.map(rank)
    var (above, below) = (0.0, 0.0)
    for signs in 0..<(1 << sizes.count) {
      let sum = ranks.indices.reduce(0.0) { $0 + (signs >> $1 & 1 == 1 ? ranks[$1] : 0) }
      if sum >= test.statistic { above += 1 }
      if sum <= test.statistic { below += 1 }
    }
    let all = Double(1 << sizes.count)
    #expect(abs(test.above - above / all) < 1e-12 && abs(test.below - below / all) < 1e-12)
  }

  @Test func `Wilcoxon has the published critical values`() throws {
    // Two-sided 5 %: W ≤ 8 for n = 10, W ≤ 52 for n = 20 (Wilcoxon 1945 and later tables).
    for (count, critical) in [(10, 8), (20, 52)] {
      func test(_ sum: Int) throws -> WilcoxonTest {
        var left = sum
        var values = (1...count).map { -Double($0) }
        for rank in (1...count).reversed() where rank <= left {
          values[rank - 1] = Double(rank)
          left -= rank
        }
        return try #require(WilcoxonTest(values))
      }
      #expect(try test(critical).statistic == Double(critical))
      #expect(try test(critical).either <= 0.05)
      #expect(try test(critical + 1).either > 0.05)
    }
    #expect(try #require(WilcoxonTest([1, 2, 3, 4, -0.5])).above == 0.0625)
    #expect(WilcoxonTest([0]) == nil)
  }

  // Kolmogorov and Smirnov, two samples

  @Test func `two samples have the published critical distances`() throws {
    // Two-sided 5 % of equal samples (Massey 1951): n = 5 needs 5/5, n = 10 needs 7/10, n = 20 needs 9/20.
    for (count, steps) in [(5, 5), (10, 7), (20, 9)] {
      #expect(KolmogorovSmirnov.exactAtLeast(Double(steps) / Double(count), count, count) <= 0.05)
      #expect(
        KolmogorovSmirnov.exactAtLeast(Double(steps - 1) / Double(count), count, count) > 0.05)
    }
    #expect(abs(KolmogorovSmirnov.exactAtLeast(1, 5, 5) - 2.0 / 252) < 1e-14)
  }

  @Test(arguments: [(3, 4), (4, 4), (2, 6), (5, 3)])
  func `the distance of two samples is as rare as counted over all orders`(m: Int, n: Int) {
    var distances: [Double] = []
    for order in 0..<(1 << (m + n)) where order.nonzeroBitCount == m {
      var (i, j, distance) = (0, 0, 0)
      for place in 0..<(m + n) {
        if order >> place & 1 == 1 { i += 1 } else { j += 1 }
        distance = max(distance, abs(i * n - j * m))
      }
      distances.append(Double(distance) / Double(m * n))
    }
    for distance in Set(distances).sorted() {
      let share = Double(distances.count { $0 >= distance - 1e-9 }) / Double(distances.count)
      #expect(abs(KolmogorovSmirnov.exactAtLeast(distance, m, n) - share) < 1e-12)
    }
  }

  @Test func `the exact distance of two samples meets the limit`() {
    for distance in [0.15, 0.2, 0.25] {
      let exact = KolmogorovSmirnov.exactAtLeast(distance, 100, 100)
      #expect(abs(KolmogorovSmirnov.limit(distance, 50) - exact) < 0.03)
    }
  }
}
