// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGSL

/// Inverse distribution functions. `below` and `above` add up to one; the smaller one is used,
/// because it alone is exact.
extension GSL {
  static func exponential(below: Double, above: Double, mean: Double) -> Double {
    silence()
    return below <= 0.5
      ? gsl_cdf_exponential_Pinv(below, mean) : gsl_cdf_exponential_Qinv(above, mean)
  }

  /// Returns the quantile of the part of a normal distribution that lies above zero.
  static func positiveNormal(
    below: Double, above: Double, mean: Double, deviation: Double
  ) -> Double {
    silence()
    let kept = gsl_cdf_gaussian_P(mean, deviation)
    let restAbove = above * kept
    if restAbove <= 0.5 { return mean + gsl_cdf_gaussian_Qinv(restAbove, deviation) }
    let restBelow = gsl_cdf_gaussian_Q(mean, deviation) + below * kept
    return mean + gsl_cdf_gaussian_Pinv(restBelow, deviation)
  }

  static func logNormal(below: Double, above: Double, mu: Double, sigma: Double) -> Double {
    silence()
    return below <= 0.5
      ? gsl_cdf_lognormal_Pinv(below, mu, sigma) : gsl_cdf_lognormal_Qinv(above, mu, sigma)
  }

  static func weibull(below: Double, above: Double, scale: Double, shape: Double) -> Double {
    silence()
    return below <= 0.5
      ? gsl_cdf_weibull_Pinv(below, scale, shape) : gsl_cdf_weibull_Qinv(above, scale, shape)
  }

  static func pareto(below: Double, above: Double, least: Double, shape: Double) -> Double {
    silence()
    return below <= 0.5
      ? gsl_cdf_pareto_Pinv(below, shape, least) : gsl_cdf_pareto_Qinv(above, shape, least)
  }

  /// Returns the quantile of a gamma distribution, within a quarter of a nanosecond or one in 2⁵⁰.
  ///
  /// GSL's inverse fails or strays for very small and very large shapes. Each answer is put to the
  /// test of the distribution function, and where it fails the inverse is found by halving.
  static func gamma(
    below: Double, above: Double, shape: Double, scale: Double, longest: Double
  ) -> Double {
    silence()
    let lower = below <= 0.5
    let found =
      lower ? gsl_cdf_gamma_Pinv(below, shape, scale) : gsl_cdf_gamma_Qinv(above, shape, scale)
    if found.isFinite, found >= 0 {
      if lower {
        if abs(gsl_cdf_gamma_P(found, shape, scale) - below) <= 1e-7 * below { return found }
      } else if abs(gsl_cdf_gamma_Q(found, shape, scale) - above) <= 1e-7 * above {
        return found
      }
    }
    var (low, high) = (0.0, longest)
    while high - low > max(0.25, high * 0x1p-50) {
      let middle = low + (high - low) / 2
      let isBeyond =
        lower
        ? gsl_cdf_gamma_P(middle, shape, scale) >= below
        : gsl_cdf_gamma_Q(middle, shape, scale) <= above
      if isBeyond { high = middle } else { low = middle }
    }
    return low + (high - low) / 2
  }
}

/// Distribution functions: the probability of `x` or less.
extension GSL {
  static func exponentialBelow(_ x: Double, mean: Double) -> Double {
    silence()
    return gsl_cdf_exponential_P(x, mean)
  }

  static func positiveNormalBelow(_ x: Double, mean: Double, deviation: Double) -> Double {
    silence()
    if x <= 0 { return 0 }
    let kept = gsl_cdf_gaussian_P(mean, deviation)
    return 1 - gsl_cdf_gaussian_Q(x - mean, deviation) / kept
  }

  static func logNormalBelow(_ x: Double, mu: Double, sigma: Double) -> Double {
    silence()
    return x <= 0 ? 0 : gsl_cdf_lognormal_P(x, mu, sigma)
  }

  static func gammaBelow(_ x: Double, shape: Double, scale: Double) -> Double {
    silence()
    return x <= 0 ? 0 : gsl_cdf_gamma_P(x, shape, scale)
  }

  static func weibullBelow(_ x: Double, scale: Double, shape: Double) -> Double {
    silence()
    return x <= 0 ? 0 : gsl_cdf_weibull_P(x, scale, shape)
  }

  static func paretoBelow(_ x: Double, least: Double, shape: Double) -> Double {
    silence()
    return x <= least ? 0 : gsl_cdf_pareto_P(x, shape, least)
  }

  static func studentQuantile(below: Double, freedom: Double) -> Double {
    silence()
    return gsl_cdf_tdist_Pinv(below, freedom)
  }

  /// Returns the quantile of the bell curve with mean 0 and deviation 1.
  static func bellQuantile(below: Double) -> Double {
    silence()
    return gsl_cdf_ugaussian_Pinv(below)
  }

  static func bellBelow(_ x: Double) -> Double {
    silence()
    return gsl_cdf_ugaussian_P(x)
  }

  /// Returns the probability of more than `x`, exact where it is tiny.
  static func bellAbove(_ x: Double) -> Double {
    silence()
    return gsl_cdf_ugaussian_Q(x)
  }

  static func bellDensity(_ x: Double) -> Double { gsl_ran_ugaussian_pdf(x) }

  /// Returns Euler's Γ; infinite where it does not fit into a `Double`.
  package static func gammaFunction(_ x: Double) -> Double {
    silence()
    var result = gsl_sf_result()
    let status = unsafe gsl_sf_gamma_e(x, &result)
    return status == success ? result.val : .infinity
  }

  /// Returns the natural logarithm of `x`.
  static func logarithm(_ x: Double) -> Double { log(x) }

  /// Returns *e* to the power `x`.
  static func exponential(_ x: Double) -> Double { exp(x) }
}
