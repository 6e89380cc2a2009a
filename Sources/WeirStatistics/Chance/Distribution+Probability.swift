// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

extension Distribution {
  /// Returns the probability to draw `nanoseconds` or less, by GSL's distribution functions.
  ///
  ///     Distribution.exponential(mean: .seconds(1)).probability(upTo: 1e9)  // 0.632…
  ///
  /// - Throws: `Problems` when the parameters are wrong.
  package func probability(upTo nanoseconds: Double) throws(Problems) -> Double {
    let problems = problems
    if !problems.isEmpty { throw Problems(problems) }
    let probability = try GSL.finite(
      formulaBelow(nanoseconds), "the probability up to \(nanoseconds)ns")
    return min(max(probability, 0), 1)
  }

  private func formulaBelow(_ x: Double) -> Double {
    switch self {
    case .constant(let value): return x >= Double(value.nanoseconds) ? 1 : 0
    case .uniform(let from, let to):
      let (low, high) = (Double(from.nanoseconds), Double(to.nanoseconds))
      return x >= high ? 1 : x < low ? 0 : (x - low) / (high - low)
    case .exponential(let mean):
      return GSL.exponentialBelow(x, mean: Double(mean.nanoseconds))
    case .normal(let mean, let deviation):
      let (m, s) = (Double(mean.nanoseconds), Double(deviation.nanoseconds))
      return s == 0 ? (x >= m ? 1 : 0) : GSL.positiveNormalBelow(x, mean: m, deviation: s)
    case .logNormal(let median, let p99):
      let unit = x / Double(median.nanoseconds)
      return GSL.logNormalBelow(unit, mu: 0, sigma: Self.sigma(median: median, p99: p99))
    case .logNormalOfSeconds(let mu, let sigma):
      return GSL.logNormalBelow(x / 1e9, mu: mu, sigma: sigma)
    case .gamma(let mean, let shape):
      return GSL.gammaBelow(x, shape: shape, scale: Double(mean.nanoseconds) / shape)
    case .weibull(let scale, let shape):
      return GSL.weibullBelow(x, scale: Double(scale.nanoseconds), shape: shape)
    case .pareto(let least, let shape):
      return GSL.paretoBelow(x, least: Double(least.nanoseconds), shape: shape)
    case .mixture(let components):
      let total = components.reduce(0) { $0 + $1.weight }
      return components.reduce(0) { $0 + $1.weight / total * $1.shape.formulaBelow(x) }
    case .shifted(let by, let shape):
      return shape.formulaBelow(x - Double(by.nanoseconds))
    case .empirical(let sample):
      let reached = sample.count { Double($0.nanoseconds) <= x }
      return Double(reached) / Double(sample.count)
    }
  }
}
