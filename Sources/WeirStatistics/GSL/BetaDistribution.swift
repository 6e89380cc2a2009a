internal import CGSL

/// The beta distribution for counts at which GSL's own gives up.
enum BetaDistribution {
  /// The most terms of the fraction; it needs about the square root of the larger count.
  private static let mostTerms = 1_000_000

  /// The probability of a value below `x`, by the continued fraction of the incomplete beta function
  /// in Lentz's order. Good to about six digits for counts of a thousand million.
  static func below(_ x: Double, _ a: Double, _ b: Double) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    // The fraction converges fast on the near side of the mean; the other side is its mirror.
    if x > (a + 1) / (a + b + 2) { return 1 - below(1 - x, b, a) }
    GSL.silence()
    var logBeta = gsl_sf_result()
    guard unsafe gsl_sf_lnbeta_e(a, b, &logBeta) == GSL.success else { return .nan }
    let front = exp(a * log(x) + b * log1p(-x) - logBeta.val) / a
    return front * fraction(x, a, b)
  }

  private static func fraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
    func guarded(_ value: Double) -> Double { abs(value) < 1e-300 ? 1e-300 : value }
    var c = 1.0
    var d = 1 / guarded(1 - (a + b) * x / (a + 1))
    var result = d
    for term in 1...mostTerms {
      let m = Double(term)
      let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      d = 1 / guarded(1 + even * d)
      c = guarded(1 + even / c)
      result *= d * c
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      d = 1 / guarded(1 + odd * d)
      c = guarded(1 + odd / c)
      let step = d * c
      result *= step
      if abs(step - 1) < 1e-13 { return result }
    }
    return .nan
  }
}
