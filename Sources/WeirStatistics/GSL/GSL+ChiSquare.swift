// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGSL

/// The chi-square distribution.
extension GSL {
  /// Returns the place below which lies the probability `below`; NaN outside the domain.
  static func chiSquareQuantile(below: Double, freedom: Double) -> Double {
    silence()
    return gsl_cdf_chisq_Pinv(below, freedom)
  }
}
