// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// The extent to which two series rise and fall together, by their ranks.
///
///     Spearman([1, 2, 3], [10, 40, 90])?.rho  // 1: not a straight line, but the same order
///     Spearman([1, 2, 3], [7, 7, 7])          // nil: a constant has no order
///
/// Equal values share the mean of their ranks.
///
/// - Complexity: O(*n* log *n*).
package struct Spearman: Hashable, Sendable {
  /// 1 for the same order, -1 for the opposite one.
  package let rho: Double
  /// The number of values that each series has.
  package let count: Int

  /// Compares two series, place by place; nil for fewer than two values, for a constant, or if a
  /// value is NaN.
  package init?(_ first: [Double], _ second: [Double]) {
    invariant(first.count == second.count, "\(first.count) values against \(second.count)")
    func isUsable(_ series: [Double]) -> Bool {
      series.allSatisfy { !$0.isNaN } && series.contains { $0 != series[0] }
    }
    // The library would answer NaN for a constant.
    guard first.count > 1, isUsable(first), isUsable(second) else { return nil }
    let rho = GSL.spearman(first, second)
    guard rho.isFinite else { return nil }
    self.rho = min(1, max(-1, rho))
    count = first.count
  }

  /// Makes the correlation of `count` different ranks from the squares of how far each is from its place.
  package init?(squares: Double, count: Int) {
    guard count > 1 else { return nil }
    let n = Double(count)
    rho = min(1, max(-1, 1 - 6 * squares / (n * (n * n - 1))))
    self.count = count
  }
}
