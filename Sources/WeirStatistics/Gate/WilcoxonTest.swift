// SPDX-License-Identifier: GPL-3.0-or-later

/// A test for numbers that are spread evenly around zero, by the ranks of their sizes.
///
///     WilcoxonTest([1, 2, 3, 4, -0.5])?.above  // 0.0625: two of the 32 ways to set five signs
///
/// It hears more than the signs alone, and believes that the numbers are symmetric. Zeros are left out. Up to
/// 60 numbers the probabilities are exact, with equal sizes too; beyond that a bell curve serves.
package struct WilcoxonTest: Hashable, Sendable {
  /// The sum of the ranks of positive numbers.
  package let statistic: Double
  /// The number of numbers there are besides zeros.
  package let count: Int
  /// The probability of a statistic as large or larger, were there no difference.
  package let above: Double
  /// The probability of one as small or smaller.
  package let below: Double

  /// The probability of one at least as extreme, to either side.
  package var either: Double { min(1, 2 * min(above, below)) }

  /// Ranks numbers; nil if one is not finite or there is none but zeros.
  package init?(_ values: [Double]) {
    let values = values.filter { $0 != 0 }
    guard !values.isEmpty, values.allSatisfy(\.isFinite) else { return nil }
    let (ranks, ties) = RankSums.doubledRanks(values.map(\.magnitude))
    let sum = zip(ranks, values).reduce(0) { $0 + ($1.1 > 0 ? $1.0 : 0) }
    statistic = Double(sum) / 2
    count = values.count
    if values.count <= 60 {
      let ways = Self.ways(ranks)
      let all = ways.reduce(0, +)
      below = ways[...sum].reduce(0, +) / all
      above = ways[sum...].reduce(0, +) / all
    } else {
      let n = Double(values.count)
      let variance = n * (n + 1) * (2 * n + 1) / 24 - RankSums.tieTerm(ties) / 48
      (below, above) = RankSums.bell(statistic, mean: n * (n + 1) / 4, variance: variance)
    }
  }

  /// Counts the ways to set signs so that the ranks of the positive ones have each sum.
  static func ways(_ ranks: [Int]) -> [Double] {
    var ways = [Double](repeating: 0, count: ranks.reduce(0, +) + 1)
    ways[0] = 1
    var reached = 0
    for rank in ranks {
      reached += rank
      for sum in stride(from: reached, through: rank, by: -1) { ways[sum] += ways[sum - rank] }
    }
    return ways
  }
}
