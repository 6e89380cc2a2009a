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
    /// How often this part is drawn, against the sum of all weights.
    public var weight: Double
    /// What is drawn then.
    public var shape: Distribution
    /// Makes a part of a mixture.
    public init(weight: Double, shape: Distribution) {
      self.weight = weight
      self.shape = shape
    }
  }
}
