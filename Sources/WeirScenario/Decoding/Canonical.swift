// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

/// One way to write each value, so that two spellings of one thing have one fingerprint.
package enum Canonical {
  /// A share: in percent where that is exact, else as the shortest fraction.
  package static func words(_ ratio: Ratio) -> String {
    let reduced = Units.reduced(ratio.numerator, of: ratio.denominator)
    if 1_000_000 % reduced.denominator == 0 { return reduced.description }
    return "\(reduced.numerator)/\(reduced.denominator)"
  }

  /// A rate in things a second.
  static func words(_ rate: Scenario.Rate) -> String {
    var fraction = String(rate.millionths % 1_000_000 + 1_000_000).dropFirst()
    while fraction.last == "0" { fraction = fraction.dropLast() }
    return "\(rate.millionths / 1_000_000)" + (fraction.isEmpty ? "" : ".\(fraction)") + "/s"
  }

  /// A text in double quotes, as JSON writes it.
  static func quoted(_ text: String) -> String { CleanText.quoted(text) }

  /// Returns the words for how choices spread.
  static func words(_ popularity: Scenario.Popularity) -> String {
    switch popularity {
    case .uniform: "uniform"
    case .inTurn: "in-turn"
    case .zipf(let power): "{ zipf: \(Decimal.plain(power)) }"
    }
  }

  /// A random length of time.
  static func words(_ distribution: Distribution) -> String {
    if case .constant(let interval) = distribution { return "\(interval)" }
    return "{ \(inner(distribution)) }"
  }

  private static func inner(_ distribution: Distribution) -> String {
    switch distribution {
    case .constant(let interval): "constant: \(interval)"
    case .uniform(let low, let high): "uniform: [\(low), \(high)]"
    case .exponential(let mean): "exponential: \(mean)"
    case .normal(let mean, let deviation): "normal: \(mean), sd: \(deviation)"
    case .logNormal(let median, let p99): "log-normal: { median: \(median), p99: \(p99) }"
    case .logNormalOfSeconds(let mu, let sigma):
      "log-normal: { mu: \(Decimal.plain(mu)), sigma: \(Decimal.plain(sigma)) }"
    case .gamma(let mean, let shape): "gamma: \(mean), shape: \(Decimal.plain(shape))"
    case .weibull(let scale, let shape): "weibull: \(scale), shape: \(Decimal.plain(shape))"
    case .pareto(let least, let shape): "pareto: \(least), shape: \(Decimal.plain(shape))"
    case .mixture(let parts):
      "mixture: ["
        + parts.map { "{ weight: \(Decimal.plain($0.weight)), of: \(words($0.shape)) }" }
        .joined(separator: ", ") + "]"
    case .shifted(let by, let shape): inner(shape) + ", at-least: \(by)"
    case .empirical(let values):
      "empirical: \(values.count) values, digest \(digest(of: values))"
    }
  }

  private static func digest(of values: [Interval]) -> String {
    var digest = Digest()
    for value in values { digest.absorb(UInt64(bitPattern: value.nanoseconds), 0) }
    return digest.description
  }

  /// The fingerprint of values: each path and its words, in the order of the paths.
  ///
  /// The values of a gate change nothing of a run, and are passed over.
  static func fingerprint(_ values: [Provenance.Value]) -> UInt64 {
    var digest = Digest()
    let counted = values.filter { !$0.path.utf8.starts(with: "gate.".utf8) }
    let sorted = counted.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    for value in sorted {
      digest.absorb(value.path)
      digest.absorb(value.words)
    }
    return digest.word
  }
}
