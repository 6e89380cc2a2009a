// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// The middle of repeated measurements, and how far it can be trusted.
///
///     MedianEstimate([3, 1, 2, 9, 4, 5])  // 3.5, from 1 to 9
///
/// The ends are measurements themselves: enough of the least and greatest are left out that the
/// true median lies between the ends in 95 % of all experiments or more, for every distribution of
/// the measurements. Five measurements are too few for that; a single slow one among many moves
/// neither middle nor ends much.
package struct MedianEstimate: Hashable, Sendable {
  /// The median.
  package let value: Double
  /// The ends of its interval; nil for fewer than six measurements.
  package let range: ClosedRange<Double>?
  /// The number of measurements there are.
  package let count: Int

  /// The fewest measurements that have an interval.
  package static let leastCount = 6

  /// Makes the estimate; `samples` has one value at least.
  package init(_ samples: [Double]) {
    invariant(!samples.isEmpty, "the median of no measurement")
    let sorted = samples.sorted()
    count = sorted.count
    value = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    range = Self.spared(of: count).map { sorted[$0]...sorted[sorted.count - 1 - $0] }
  }

  /// Returns the number of measurements out of `count` that may be left out on either side.
  ///
  /// Each lies below the true median with probability one half. The interval misses it if at most so many lie on
  /// one side, which happens in 5 % of all experiments or less.
  package static func spared(of count: Int, miss: Double = 0.05) -> Int? {
    // The probability that just `below` lie below, and the sum up to there.
    var term = 1.0
    for _ in 0..<count { term /= 2 }
    var sum = term
    var spared: Int?
    for below in 0..<count {
      if 2 * sum > miss { break }
      spared = below
      term *= Double(count - below) / Double(below + 1)
      sum += term
    }
    return spared
  }
}
