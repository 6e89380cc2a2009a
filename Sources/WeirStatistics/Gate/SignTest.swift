// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// A test for numbers that are as often above zero as below it.
///
///     SignTest([0.3, 0.1, 0.2, -0.1, 0.4])?.above  // 0.1875: four or more heads of five tosses
///
/// Nothing is assumed of the numbers but that they are independent: one that is far out counts as much as any
/// other. Zeros count for neither side. Probabilities are exact.
package struct SignTest: Hashable, Sendable {
  /// The number of numbers that lie above zero.
  package let positiveCount: Int
  /// The number of values that are below.
  package let negativeCount: Int

  /// Counts signs; nil if a number is not finite or there is none but zeros.
  package init?(_ values: [Double]) {
    guard values.allSatisfy(\.isFinite) else { return nil }
    positiveCount = values.count { $0 > 0 }
    negativeCount = values.count { $0 < 0 }
    if positiveCount + negativeCount == 0 { return nil }
  }

  /// The probability of so many positive numbers or more, were both signs equally likely.
  package var above: Double {
    GSL.heads(atLeast: positiveCount, of: positiveCount + negativeCount)
  }

  /// The probability of so many negative numbers or more.
  package var below: Double {
    GSL.heads(atLeast: negativeCount, of: positiveCount + negativeCount)
  }

  /// The probability of a split at least as uneven, to either side.
  package var either: Double { min(1, 2 * min(above, below)) }

  /// Returns the interval of the median between two order statistics, exact for every distribution.
  ///
  /// Nil if there are too few numbers for the level: six for 95 %.
  package static func medianInterval(
    ofSorted values: [Double], level: Double = 0.95
  ) -> ClosedRange<Double>? {
    invariant(level > 0 && level < 1, "an interval of the level \(level)")
    let count = values.count
    var reach = count
    while reach > count / 2, GSL.heads(atLeast: reach, of: count) <= (1 - level) / 2 { reach -= 1 }
    // The median is below the smallest value only if all tosses are heads.
    let outside = reach + 1
    guard count > 0, outside <= count, count - outside <= outside - 1 else { return nil }
    return values[count - outside]...values[outside - 1]
  }
}
