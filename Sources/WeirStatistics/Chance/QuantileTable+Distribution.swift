// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

extension QuantileTable {
  /// Tabulates a distribution, once, when the scenario is read.
  ///
  ///     let table = try QuantileTable(.exponential(mean: .milliseconds(40)))
  ///     table.draw(&stream)  // a whole number of nanoseconds
  ///
  /// Each value is GSL's inverse distribution function, rounded to a nanosecond, never negative and
  /// never longer than ``Interval/longest``. Samples and mixtures are exact: a sample draws only its
  /// own values, a mixture first chooses a part. The same library gives the same table, in debug and
  /// release and in every process.
  ///
  /// - Throws: `Problems` with every parameter that is wrong.
  package init(_ distribution: Distribution) throws(Problems) {
    let problems = distribution.problems
    if !problems.isEmpty { throw Problems(problems) }
    switch distribution {
    case .constant(let value):
      self.init(constant: value)
    case .empirical(let sample):
      self.init(sample: sample.sorted())
    case .shifted(let by, let shape):
      self = try QuantileTable(shape).shifted(by: by)
    case .mixture(let components):
      let parts = try Self.flattened(components)
      if parts.count == 1 { self = parts[0].table } else { self.init(mixing: parts) }
    case .normal(let mean, let deviation) where deviation == .zero:
      self.init(constant: mean)
    case .uniform(let from, let to) where from == to:
      self.init(constant: from)
    default:
      self.init(edges: try Self.edges(of: distribution))
    }
  }

  /// Returns the parts of a mixture and of the mixtures inside it, each with its share of the
  /// whole.
  private static func flattened(
    _ components: [Distribution.Component], shift: Interval = .zero, share: Double = 1
  ) throws(Problems) -> [(weight: Double, table: QuantileTable)] {
    let total = components.reduce(0) { $0 + $1.weight }
    var parts: [(weight: Double, table: QuantileTable)] = []
    for component in components {
      let weight = share * component.weight / total
      var shape = component.shape
      var shift = shift
      while case .shifted(let by, let inner) = shape {
        shift = min(shift + by, .longest)
        shape = inner
      }
      if case .mixture(let inner) = shape {
        parts += try flattened(inner, shift: shift, share: weight)
        continue
      }
      if weight < 2 * leastShare, components.count > 1 || share < 1 {
        throw Problems([
          Problem(
            message: "a part of a mixture has a share of \(weight) only and cannot be drawn",
            remedy: "leave the part out, or give it at least one in two thousand million")
        ])
      }
      parts.append((weight, try QuantileTable(shape).shifted(by: shift)))
    }
    return parts
  }

  /// Returns the values of a curve at ``probability(ofEdge:)``, rounded, within bounds and rising.
  private static func edges(of distribution: Distribution) throws(Problems) -> [Int64] {
    let quantile = distribution.quantile
    let longest = Double(Interval.longest.nanoseconds)
    var edges: [Int64] = []
    edges.reserveCapacity(edgeCount)
    var last: Int64 = 0
    for index in 0..<edgeCount {
      var (below, above) = probability(ofEdge: index)
      // Where a curve is endless, its end stands for the middle of the last cell.
      if above == 0 { (below, above) = (1, 0x1p-55) }
      let value = quantile(below, above)
      if value.isNaN {
        throw Problems([
          Problem(
            message: "\(distribution) has no value at the probability \(below)",
            remedy: "choose parameters that are less extreme")
        ])
      }
      let whole = Int64(min(max(value, 0), longest).rounded())
      last = max(last, min(whole, Interval.longest.nanoseconds))
      edges.append(last)
    }
    return edges
  }
}

extension Distribution {
  /// The quantile function of a curve in nanoseconds, from the two complements of a probability.
  fileprivate var quantile: (_ below: Double, _ above: Double) -> Double {
    let longest = Double(Interval.longest.nanoseconds)
    switch self {
    case .uniform(let from, let to):
      let (low, high) = (Double(from.nanoseconds), Double(to.nanoseconds))
      return { below, above in
        if above <= 0x1p-55 { return high }
        return below <= 0.5 ? low + below * (high - low) : high - above * (high - low)
      }
    case .exponential(let mean):
      let mean = Double(mean.nanoseconds)
      return { GSL.exponential(below: $0, above: $1, mean: mean) }
    case .normal(let mean, let deviation):
      let (mean, deviation) = (Double(mean.nanoseconds), Double(deviation.nanoseconds))
      return { below, above in
        below == 0
          ? 0 : GSL.positiveNormal(below: below, above: above, mean: mean, deviation: deviation)
      }
    case .logNormal(let median, let p99):
      let sigma = Self.sigma(median: median, p99: p99)
      let median = Double(median.nanoseconds)
      return { $0 == 0 ? 0 : median * GSL.logNormal(below: $0, above: $1, mu: 0, sigma: sigma) }
    case .logNormalOfSeconds(let mu, let sigma):
      return { $0 == 0 ? 0 : 1e9 * GSL.logNormal(below: $0, above: $1, mu: mu, sigma: sigma) }
    case .gamma(let mean, let shape):
      let scale = Double(mean.nanoseconds) / shape
      return { below, above in
        below == 0
          ? 0
          : GSL.gamma(below: below, above: above, shape: shape, scale: scale, longest: longest)
      }
    case .weibull(let scale, let shape):
      let scale = Double(scale.nanoseconds)
      return { $0 == 0 ? 0 : GSL.weibull(below: $0, above: $1, scale: scale, shape: shape) }
    case .pareto(let least, let shape):
      let least = Double(least.nanoseconds)
      return { $0 == 0 ? least : GSL.pareto(below: $0, above: $1, least: least, shape: shape) }
    case .constant, .mixture, .shifted, .empirical:
      invariantBroken("\(self) is not a curve")
    }
  }
}
