// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

import WeirStatistics

@Suite struct RankCorrelationTests {
  /// Spearman's correlation by definition: Pearson's of the mean ranks.
  private func naiveRho(_ x: [Double], _ y: [Double]) -> Double {
    func ranks(_ values: [Double]) -> [Double] {
      values.map { value in
        let below = values.count { $0 < value }
        let same = values.count { $0 == value }
        return Double(below) + Double(same + 1) / 2
      }
    }
    let (a, b) = (ranks(x), ranks(y))
    let mean = Double(x.count + 1) / 2
    func product(_ a: [Double], _ b: [Double]) -> Double {
      zip(a, b).reduce(0) { $0 + ($1.0 - mean) * ($1.1 - mean) }
    }
    return product(a, b) / (product(a, a) * product(b, b)).squareRoot()
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `Spearman agrees with its definition, ties and all`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "spearman")
    let count = 2 + stream.index(below: 60)
    let kinds = UInt64(2 + stream.index(below: 60))
    var x = (0..<count).map { _ in Double(stream.below(kinds)) }
    var y = (0..<count).map { _ in Double(stream.below(kinds)) }
    // Neither may be a constant.
    (x[0], x[1], y[0], y[1]) = (-1, -2, -2, -1)
    let found = Spearman(x, y)
    #expect(abs((found?.rho ?? .nan) - naiveRho(x, y)) < 1e-12)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `the closed forms of Spearman and the footrule hold for permutations`(seed: UInt64) throws {
    var stream = RandomStream(seed: seed, "closed")
    let order = permutation(2 + stream.index(below: 300), &stream)
    let footrule = Footrule(of: order.map { Int64($0) })
    let places = order.indices.map { Double($0) }
    let rho = try #require(Spearman(places, order.map { Double($0) })).rho
    let short = try #require(Spearman(squares: footrule.squares, count: order.count)).rho
    #expect(abs(rho - short) < 1e-12)
    let total = order.enumerated().reduce(0) { $0 + abs($1.element - $1.offset) }
    #expect(footrule.total == total)
    #expect(footrule.furthest == order.enumerated().map { abs($0.element - $0.offset) }.max())
    // Diaconis and Graham.
    let distance = Kendall(of: order.map { Int64($0) }).distance
    #expect(distance <= footrule.total)
    #expect(footrule.total <= 2 * distance)
  }

  @Test func `reversed orders are opposite, and a constant has no correlation`() {
    #expect(abs((Spearman([1, 2, 3, 4], [9, 7, 2, 1])?.rho ?? 0) + 1) < 1e-15)
    #expect(Spearman([1, 2, 3], [5, 5, 5]) == nil)
    #expect(Spearman([5, 5, 5], [1, 2, 3]) == nil)
    #expect(Spearman([1], [1]) == nil)
    #expect(Spearman([], []) == nil)
    #expect(Spearman([1, .nan], [1, 2]) == nil)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `the longest rise is the one that trying every end finds`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "rise")
    let series = (0..<stream.index(below: 60)).map { _ in stream.index(below: 40) }
    var best = Array(repeating: 1, count: series.count)
    for i in series.indices {
      for j in 0..<i where series[j] < series[i] { best[i] = max(best[i], best[j] + 1) }
    }
    #expect(Rise.longest(in: series) == best.max() ?? 0)
  }
}
