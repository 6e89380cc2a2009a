// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc

/// The probability that pairs fall so unevenly when neither side is favoured.
///
///     SignProbability.twoSided(10, 0)  // 2/1024
package enum SignProbability {
  /// Returns the chance that of all pairs that differ at most so few, or as many at least, rise;
  /// exact but for rounding.
  package static func twoSided(_ up: Int, _ down: Int) -> Double {
    let count = up + down
    guard count > 0 else { return 1 }
    var tail = 0.0
    for rising in 0...min(up, down) {
      tail += exp(logChoose(count, rising) - Double(count) * log(2))
    }
    return min(1, 2 * tail)
  }

  private static func logChoose(_ n: Int, _ k: Int) -> Double {
    lgamma(Double(n + 1)) - lgamma(Double(k + 1)) - lgamma(Double(n - k + 1))
  }
}
