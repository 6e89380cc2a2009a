// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

extension Estimate {
  /// Returns the probability below which something lies that was looked for `count` times and never
  /// seen: three in `count`.
  ///
  ///     Estimate.bound(ifNoneOf: 3000)  // 0.001: with 95 % confidence it is rarer than that
  ///
  /// The rule of three: (1 − 3/n)ⁿ is about 5 %. Nil for nothing looked at; never more than 1.
  package static func bound(ifNoneOf count: Int) -> Double? {
    count < 1 ? nil : min(1, 3 / Double(count))
  }
}
