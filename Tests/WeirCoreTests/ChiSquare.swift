// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

/// The deviation of counts from what was expected of them, against what chance alone does to them.
enum ChiSquare {
  /// Pearson's sum: the squared distance from what is expected, by what is expected.
  static func sum(of counts: [Int], expecting shares: [Double]) -> Double {
    let total = Double(counts.reduce(0, +))
    return zip(counts, shares).reduce(0) { sum, pair in
      let expected = total * pair.1
      return sum + (Double(pair.0) - expected) * (Double(pair.0) - expected) / expected
    }
  }

  /// A bound that fair counts pass but for about one time in ten thousand.
  ///
  /// Wilson and Hilferty: the cube root of the sum, divided by its degrees of freedom, is nearly normal.
  static func bound(places: Int) -> Double {
    let freedom = Double(places - 1)
    let root = 1 - 2 / (9 * freedom) + 3.72 * (2 / (9 * freedom)).squareRoot()
    return freedom * root * root * root
  }

  /// `true` if `counts` may be draws of places that are equally likely.
  static func isEven(_ counts: [Int]) -> Bool {
    let share = 1 / Double(counts.count)
    return sum(of: counts, expecting: counts.map { _ in share }) < bound(places: counts.count)
  }
}
