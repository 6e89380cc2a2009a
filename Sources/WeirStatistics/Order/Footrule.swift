// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// The distance of the values of a series from the places where they belong.
///
///     Footrule(of: [3, 1, 2]).total     // 4: two places, one and one
///     Footrule(of: [3, 1, 2]).furthest  // 2
///
/// Kendall's distance is never more than the total, and the total never more than twice the distance.
///
/// - Complexity: O(*n* log *n*).
package struct Footrule: Hashable, Sendable {
  /// The sum of all distances in places.
  package let total: Int
  /// The longest distance.
  package let furthest: Int
  /// The sum of the squares of all distances, from which Spearman's correlation follows.
  package let squares: Double
  /// The number of values.
  package let count: Int

  /// Measures a series of different values against their order; of equal values the earlier one goes first.
  package init(of series: [Int64]) {
    let order = series.indices.sorted {
      series[$0] == series[$1] ? $0 < $1 : series[$0] < series[$1]
    }
    var (total, furthest, squares) = (0, 0, 0.0)
    for (rank, place) in order.enumerated() {
      let distance = abs(rank - place)
      total += distance
      furthest = max(furthest, distance)
      squares += Double(distance) * Double(distance)
    }
    (self.total, self.furthest, self.squares) = (total, furthest, squares)
    count = series.count
  }

  /// Returns the largest total that so many values can have: that of the reversed order.
  package static func greatest(_ count: Int) -> Int { count * count / 2 }
}
