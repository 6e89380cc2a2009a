// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

extension Distribution {
  /// Everything that keeps this description from being a distribution; empty when all is well.
  var problems: [Problem] {
    switch self {
    case .constant(let value):
      return Self.length("a constant", value)
    case .uniform(let from, let to):
      let found = Self.length("the lower end", from) + Self.length("the upper end", to)
      if found.isEmpty, to < from {
        return [
          Problem(
            message:
              "a uniform length of time from \(from) to \(to) has its ends the wrong way round",
            remedy: "write the shorter end first")
        ]
      }
      return found
    case .exponential(let mean):
      return Self.positive("the mean of an exponential", mean)
    case .normal(let mean, let deviation):
      return Self.length("the mean of a normal", mean)
        + Self.length("the deviation of a normal", deviation)
    case .logNormal(let median, let p99):
      let found =
        Self.positive("the median of a log-normal", median)
        + Self.positive("the 99th percentile of a log-normal", p99)
      if found.isEmpty, p99 <= median {
        return [
          Problem(
            message:
              "a log-normal with the median \(median) cannot have the 99th percentile \(p99)",
            remedy: "make the 99th percentile longer than the median")
        ]
      }
      return found
    case .logNormalOfSeconds(let mu, let sigma):
      return Self.logNormalProblems(mu, sigma)
    case .gamma(let mean, let shape):
      return Self.positive("the mean of a gamma", mean) + Self.shape("a gamma", shape)
    case .weibull(let scale, let shape):
      return Self.positive("the scale of a Weibull", scale) + Self.shape("a Weibull", shape)
    case .pareto(let least, let shape):
      return Self.positive("the smallest value of a Pareto", least) + Self.shape("a Pareto", shape)
    case .mixture(let components):
      return Self.mixtureProblems(components)
    case .shifted(let by, let shape):
      return Self.length("a shift", by) + shape.problems
    case .empirical(let sample):
      return Self.sampleProblems(sample)
    }
  }

  private static func length(_ name: String, _ value: Interval) -> [Problem] {
    if value < .zero {
      return [
        Problem(
          message: "\(name) of \(value) is negative",
          remedy: "give a length of time of at least 0s")
      ]
    }
    if value > .longest {
      return [
        Problem(
          message: "\(name) of \(value) is longer than \(Interval.longest)",
          remedy: "give a length of time below one hundred years")
      ]
    }
    return []
  }

  private static func positive(_ name: String, _ value: Interval) -> [Problem] {
    if value == .zero {
      return [
        Problem(
          message: "\(name) is zero",
          remedy: "give a length of time above 0s, or use a constant of 0s")
      ]
    }
    return length(name, value)
  }

  private static func shape(_ name: String, _ value: Double) -> [Problem] {
    if value >= 0.01, value <= 1e6 { return [] }
    return [
      Problem(
        message: "the shape of \(name) cannot be \(value)",
        remedy: "give a number from 0.01 to 1000000")
    ]
  }

  private static func logNormalProblems(_ mu: Double, _ sigma: Double) -> [Problem] {
    var found: [Problem] = []
    if !(sigma > 0 && sigma <= 20) {
      found.append(
        Problem(
          message: "sigma of a log-normal cannot be \(sigma)",
          remedy: "give a number above 0 and up to 20: the deviation of the logarithm of seconds"))
    }
    // ln(10⁻⁹ s) is −20.7, ln(100 years) is 21.9.
    if !(mu >= -20.7 && mu <= 21.8) {
      found.append(
        Problem(
          message: "mu of a log-normal cannot be \(mu)",
          remedy: "give the logarithm of the median in seconds, from -20.7 (1ns) to 21.8 (93 years)"
        ))
    }
    return found
  }

  private static func mixtureProblems(_ components: [Component]) -> [Problem] {
    if components.isEmpty {
      return [
        Problem(message: "a mixture without parts", remedy: "give the mixture at least one part")
      ]
    }
    let total = components.reduce(0) { $0 + $1.weight }
    return components.flatMap { component -> [Problem] in
      var found = component.shape.problems
      let weight = component.weight
      if !(weight > 0 && weight.isFinite) {
        found.insert(
          Problem(
            message: "a weight of \(weight) in a mixture",
            remedy: "give a number above 0, or leave the part out"), at: 0)
      } else if total.isFinite, weight < QuantileTable.leastShare * total {
        found.insert(
          Problem(
            message: "a weight of \(weight) in a mixture of \(total) is too small to be drawn",
            remedy: "leave the part out, or give it at least one in four thousand million"), at: 0)
      } else if !total.isFinite {
        found.insert(
          Problem(
            message: "the weights of a mixture add up to \(total)",
            remedy: "give weights as percentages"), at: 0)
      }
      return found
    }
  }

  private static func sampleProblems(_ sample: [Interval]) -> [Problem] {
    if sample.isEmpty {
      return [Problem(message: "an empty sample", remedy: "give at least one measured value")]
    }
    for value in sample where value < .zero || value > .longest {
      return length("a measured value", value)
    }
    return []
  }
}
