// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGSL

/// Counting heads.
extension GSL {
  /// Returns the probability of `count` heads or more in `tosses` tosses of a fair coin.
  static func heads(atLeast count: Int, of tosses: Int) -> Double {
    silence()
    if count <= 0 { return 1 }
    if count > tosses { return 0 }
    return gsl_cdf_binomial_Q(UInt32(count - 1), 0.5, UInt32(tosses))
  }
}
