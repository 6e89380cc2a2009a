// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGSL

/// The beta distribution, for counts of any size.
///
/// GSL's own inverse never returns for some counts of ten millions, and its distribution function
/// stops after 512 terms. Up to ``largest`` GSL answers, unless its inverse finds nothing, as for some counts
/// of ten thousands; beyond, the same continued fraction is followed to its end, and the inverse is
/// found by halving.
extension GSL {
  private static let largest = 1e5

  /// Returns the place below which lies the probability `below`; NaN outside the domain.
  package static func betaQuantile(below: Double, _ a: Double, _ b: Double) -> Double {
    silence()
    if a + b <= largest || !(below > 0 && below < 1) {
      let found = gsl_cdf_beta_Pinv(below, a, b)
      if found.isFinite || !isDefined(below, a, b) { return found }
    }
    return halved(a, b) { betaBelow($0, a, b) < below }
  }

  /// Returns the place above which lies the probability `above`; NaN outside the domain.
  static func betaQuantile(above: Double, _ a: Double, _ b: Double) -> Double {
    silence()
    if a + b <= largest || !(above > 0 && above < 1) {
      let found = gsl_cdf_beta_Qinv(above, a, b)
      if found.isFinite || !isDefined(above, a, b) { return found }
    }
    return halved(a, b) { betaBelow(1 - $0, b, a) > above }
  }

  /// Returns the probability of `x` or less.
  static func betaBelow(_ x: Double, _ a: Double, _ b: Double) -> Double {
    silence()
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    if a + b <= largest { return gsl_cdf_beta_P(x, a, b) }
    return x < (a + 1) / (a + b + 2) ? betaSeries(x, a, b) : 1 - betaSeries(1 - x, b, a)
  }

  /// `true` if there is a quantile.
  private static func isDefined(_ share: Double, _ a: Double, _ b: Double) -> Bool {
    share > 0 && share < 1 && a > 0 && b > 0
  }

  /// Halves the places around the mean at which a quantile can lie.
  private static func halved(_ a: Double, _ b: Double, isBelow: (Double) -> Bool) -> Double {
    let (mean, count) = (a / (a + b), a + b)
    let reach = 40 * ((mean * (1 - mean) / count).squareRoot() + 1 / count)
    var (low, high) = (max(0, mean - reach), min(1, mean + reach))
    for _ in 0..<60 where low < high {
      let middle = low + (high - low) / 2
      if isBelow(middle) { low = middle } else { high = middle }
    }
    return low + (high - low) / 2
  }

  /// Returns the continued fraction of the incomplete beta function, by Lentz's method.
  private static func betaSeries(_ x: Double, _ a: Double, _ b: Double) -> Double {
    let front = exp(a * log(x) + b * log1p(-x) - gsl_sf_lnbeta(a, b)) / a
    if front == 0 { return 0 }
    func away(_ value: Double) -> Double { abs(value) < 1e-300 ? 1e-300 : value }
    var c = 1.0
    var d = 1 / away(1 - (a + b) * x / (a + 1))
    var fraction = d
    for step in 1...1_000_000 {
      let m = Double(step)
      let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      d = 1 / away(1 + even * d)
      c = away(1 + even / c)
      fraction *= d * c
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      d = 1 / away(1 + odd * d)
      c = away(1 + odd / c)
      let factor = d * c
      fraction *= factor
      if abs(factor - 1) < 1e-15 { return front * fraction }
    }
    return .nan
  }
}
