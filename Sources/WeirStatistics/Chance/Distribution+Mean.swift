// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

extension Distribution {
  /// The mean in nanoseconds by the formula, or nil where it is infinite or the parameters are wrong.
  ///
  ///     Distribution.shifted(by: .milliseconds(5), .exponential(mean: .milliseconds(40))).mean  // 45e6
  ///
  /// A ``QuantileTable`` draws whole nanoseconds up to ``Interval/longest``; its own mean says
  /// exactly what is drawn, this one what was asked for.
  package var mean: Double? {
    guard problems.isEmpty else { return nil }
    let mean = formulaMean
    return mean.isFinite ? mean : nil
  }

  private var formulaMean: Double {
    switch self {
    case .constant(let value): return Double(value.nanoseconds)
    case .uniform(let from, let to):
      return Double(from.nanoseconds) / 2 + Double(to.nanoseconds) / 2
    case .exponential(let mean), .gamma(let mean, _): return Double(mean.nanoseconds)
    case .normal(let mean, let deviation):
      let (m, s) = (Double(mean.nanoseconds), Double(deviation.nanoseconds))
      return s == 0 ? m : m + s * GSL.bellDensity(m / s) / GSL.bellBelow(m / s)
    case .logNormal(let median, let p99):
      let sigma = Self.sigma(median: median, p99: p99)
      return Double(median.nanoseconds) * GSL.exponential(sigma * sigma / 2)
    case .logNormalOfSeconds(let mu, let sigma):
      return 1e9 * GSL.exponential(mu + sigma * sigma / 2)
    case .weibull(let scale, let shape):
      return Double(scale.nanoseconds) * GSL.gammaFunction(1 + 1 / shape)
    case .pareto(let least, let shape):
      return shape > 1 ? Double(least.nanoseconds) * shape / (shape - 1) : .infinity
    case .mixture(let components):
      let total = components.reduce(0) { $0 + $1.weight }
      return components.reduce(0) { $0 + $1.weight / total * $1.shape.formulaMean }
    case .shifted(let by, let shape):
      return Double(by.nanoseconds) + shape.formulaMean
    case .empirical(let sample):
      let sum = sample.reduce(Int128(0)) { $0 + Int128($1.nanoseconds) }
      return Double(sum) / Double(sample.count)
    }
  }

  /// Returns the deviation of the logarithm that puts the 99th percentile where it is wanted.
  static func sigma(median: Interval, p99: Interval) -> Double {
    GSL.logarithm(Double(p99.nanoseconds) / Double(median.nanoseconds))
      / GSL.bellQuantile(below: 0.99)
  }
}
