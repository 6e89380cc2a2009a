// SPDX-License-Identifier: GPL-3.0-or-later

/// A test for numbers of one sample that tend to be larger than those of another.
///
///     MannWhitney([1, 2, 3], [4, 5, 6])?.either  // 0.1: two of the twenty ways to deal six numbers
///
/// Up to 40 numbers in all the probabilities are exact, with equal numbers too: every way to deal the numbers
/// at hand to the two samples counts the same. Beyond that a bell curve serves, corrected for equal numbers
/// and for whole ones.
package struct MannWhitney: Hashable, Sendable {
  /// The number of pairs in which the number of the first sample is larger; equal ones count half.
  package let statistic: Double
  /// The probability of a statistic as large or larger, were there no difference.
  package let above: Double
  /// The probability of one as small or smaller.
  package let below: Double

  /// The probability of one at least as extreme, to either side.
  package var either: Double { min(1, 2 * min(above, below)) }

  /// Compares two samples; nil if one is empty or not finite.
  package init?(_ first: [Double], _ second: [Double]) {
    guard !first.isEmpty, !second.isEmpty, (first + second).allSatisfy(\.isFinite) else {
      return nil
    }
    let (m, n) = (first.count, second.count)
    let (ranks, ties) = RankSums.doubledRanks(first + second)
    let sum = ranks[..<m].reduce(0, +)
    statistic = Double(sum) / 2 - Double(m * (m + 1)) / 2
    if m + n <= 40 {
      (below, above) = Self.exact(ranks, chosen: m, sum)
    } else {
      let (a, b, all) = (Double(m), Double(n), Double(m + n))
      let variance = a * b / 12 * (all + 1 - RankSums.tieTerm(ties) / (all * (all - 1)))
      (below, above) = RankSums.bell(statistic, mean: a * b / 2, variance: variance)
    }
  }

  /// Returns the shares of all choices of `count` ranks whose sum is at most, and at least, `sum`.
  private static func exact(
    _ ranks: [Int], chosen count: Int, _ sum: Int
  ) -> (below: Double, above: Double) {
    let total = ranks.reduce(0, +)
    // ways[k][s]: how many choices of k ranks have the sum s.
    var ways = [[Double]](repeating: [Double](repeating: 0, count: total + 1), count: count + 1)
    ways[0][0] = 1
    var (seen, reached) = (0, 0)
    for rank in ranks {
      seen += 1
      reached += rank
      for k in stride(from: min(seen, count), to: 0, by: -1) {
        for s in rank...reached where ways[k - 1][s - rank] > 0 {
          ways[k][s] += ways[k - 1][s - rank]
        }
      }
    }
    let all = ways[count].reduce(0, +)
    return (ways[count][...sum].reduce(0, +) / all, ways[count][sum...].reduce(0, +) / all)
  }
}
