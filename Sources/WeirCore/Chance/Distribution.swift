// SPDX-License-Identifier: Apache-2.0

/// The shape of a random length of time, as a scenario states it.
///
///     Distribution.shifted(by: .milliseconds(5), .exponential(mean: .milliseconds(40)))
///
/// It is only a description. WeirStatistics turns it into a ``QuantileTable`` once, when the
/// scenario is read; the event path only indexes that table.
public indirect enum Distribution: Hashable, Sendable {
  /// Always the same.
  case constant(Interval)
  /// Equally likely between two ends.
  case uniform(from: Interval, to: Interval)
  /// Memoryless, with a mean.
  case exponential(mean: Interval)
  /// Bell-shaped, cut at zero: what would be negative is drawn as the positive part of the curve.
  case normal(mean: Interval, deviation: Interval)
  /// Log-normal, by its median and its 99th percentile.
  case logNormal(median: Interval, p99: Interval)
  /// Log-normal, by the mean and the deviation of the logarithm of *seconds*.
  case logNormalOfSeconds(mu: Double, sigma: Double)
  /// Gamma, by its mean and its shape.
  case gamma(mean: Interval, shape: Double)
  /// Weibull, by its scale and its shape.
  case weibull(scale: Interval, shape: Double)
  /// Pareto, by its smallest value and its tail index.
  case pareto(least: Interval, shape: Double)
  /// One of several, by weight.
  case mixture([Component])
  /// A distribution moved to the right: nothing is shorter than `by`.
  case shifted(by: Interval, Distribution)
  /// As it was measured: the values of a sample, each equally likely, sorted.
  case empirical([Interval])

  /// A part of a mixture.
  public struct Component: Hashable, Sendable {
    /// The probability that this part is drawn, relative to the sum of all weights.
    public var weight: Double
    /// The distribution that is drawn from when this part is chosen.
    public var shape: Distribution
    /// Makes a part of a mixture.
    public init(weight: Double, shape: Distribution) {
      self.weight = weight
      self.shape = shape
    }
  }
}

extension Distribution {
  /// The distribution of half of what this one draws.
  public var halved: Distribution {
    switch self {
    case .constant(let length): .constant(length / 2)
    case .uniform(let low, let high): .uniform(from: low / 2, to: high / 2)
    case .exponential(let mean): .exponential(mean: mean / 2)
    case .normal(let mean, let deviation): .normal(mean: mean / 2, deviation: deviation / 2)
    case .logNormal(let median, let p99): .logNormal(median: median / 2, p99: p99 / 2)
    case .logNormalOfSeconds(let mu, let sigma):
      .logNormalOfSeconds(mu: mu - 0.693_147_180_559_945_3, sigma: sigma)
    case .gamma(let mean, let shape): .gamma(mean: mean / 2, shape: shape)
    case .weibull(let scale, let shape): .weibull(scale: scale / 2, shape: shape)
    case .pareto(let least, let shape): .pareto(least: least / 2, shape: shape)
    case .mixture(let parts):
      .mixture(parts.map { Component(weight: $0.weight, shape: $0.shape.halved) })
    case .shifted(let by, let shape): .shifted(by: by / 2, shape.halved)
    case .empirical(let values): .empirical(values.map { $0 / 2 })
    }
  }
}
