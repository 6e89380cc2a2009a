// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// A random length of time as it is written: one key says the shape, and others go with it.
struct DistributionWords: KeyedSection {
  /// Two lengths of time.
  struct Ends: Equatable, Sendable {
    var low: Interval
    var high: Interval
  }

  var exponential: Interval?
  var uniform: Ends?
  var normal: Interval?
  var deviation: Interval?
  var logNormal: Distribution?
  var gamma: Interval?
  var weibull: Interval?
  var pareto: Interval?
  var shape: Double?
  var mixture: [DistributionPart]?
  var file: String?
  var column: String?
  var unit: String?
  var atLeast: Interval?

  static let section = SectionHead(
    .distribution, "distribution",
    "A random length of time: a plain duration is constant, a mapping has one shape.")

  static let unread = Self()

  static let choice = [
    "exponential", "uniform", "normal", "log-normal", "gamma", "weibull", "pareto", "mixture",
    "empirical",
  ]

  static let keys: [FormatKey] = [
    FormatKey(
      "exponential", optional: \.exponential, .positiveDuration, "Memoryless, with this mean.",
      example: "40ms"),
    FormatKey(
      "uniform", optional: \.uniform, .ends, "Equally likely between two ends.",
      example: "[10ms, 20ms]"),
    FormatKey(
      "normal", optional: \.normal, .positiveDuration,
      "Bell-shaped around this mean, the part above zero; goes with sd.", example: "40ms"),
    FormatKey(
      "sd", optional: \.deviation, .positiveDuration,
      "The standard deviation of a normal distribution.", example: "10ms"
    ).with("normal", must: true),
    FormatKey(
      "log-normal", optional: \.logNormal, .logNormal,
      "A bell on a logarithmic scale, as round trips often are.",
      example: "{ median: 80ms, p99: 900ms }"),
    FormatKey(
      "gamma", optional: \.gamma, .positiveDuration, "With this mean, and a shape.",
      example: "40ms"),
    FormatKey(
      "weibull", optional: \.weibull, .positiveDuration, "With this scale, and a shape.",
      example: "40ms"),
    FormatKey(
      "pareto", optional: \.pareto, .positiveDuration,
      "With this smallest value, and a shape, the tail index.", example: "10ms"),
    FormatKey(
      "shape", optional: \.shape, .number(above: 0, atMost: 1000),
      "The shape of a gamma, weibull or pareto distribution.", example: "1.5"
    ).with("gamma", "weibull", "pareto", must: true),
    FormatKey(
      "mixture", optional: \.mixture, .list(of: DistributionPart.self, isWhole: true),
      "One of several, by weights that add up to 100%.",
      example: "[ { weight: 90%, of: 20ms }, { weight: 10%, of: { exponential: 200ms } } ]"),
    FormatKey(
      "empirical", optional: \.file, .file,
      "As it was measured: a column of a CSV file in the scenario's folder or below it.",
      example: "latencies.csv"),
    FormatKey(
      "column", optional: \.column, .sentence,
      "The column of an empirical distribution; the only column unless given.", example: "rtt"
    ).with("empirical", because: ofFiles),
    FormatKey(
      "unit", optional: \.unit, .one(of: Units.times.map(\.unit)),
      "The unit of an empirical distribution's numbers.", example: "ms"
    ).with("empirical", must: true, because: ofFiles),
    FormatKey(
      "at-least", optional: \.atLeast, .duration,
      "Is added to each draw, so that nothing is shorter: 40ms, at least 5ms, has the mean 45ms.",
      example: "5ms"),
  ]

  private static let ofFiles = "column and unit go with empirical"

  /// The distribution; nil: it lacks something, which was noted.
  func distribution(_ fields: Decoder.Fields, _ decoder: inout Decoder) -> Distribution? {
    guard let unshifted = unshifted(fields, &decoder) else { return nil }
    guard let atLeast, atLeast != .zero else { return unshifted }
    return .shifted(by: atLeast, unshifted)
  }

  private func unshifted(_ fields: Decoder.Fields, _ decoder: inout Decoder) -> Distribution? {
    if let exponential { return .exponential(mean: exponential) }
    if let uniform { return .uniform(from: uniform.low, to: uniform.high) }
    if let normal, let deviation { return .normal(mean: normal, deviation: deviation) }
    if let logNormal { return logNormal }
    if let gamma, let shape { return .gamma(mean: gamma, shape: shape) }
    if let weibull, let shape { return .weibull(scale: weibull, shape: shape) }
    if let pareto, let shape { return .pareto(least: pareto, shape: shape) }
    if let mixture, let entry = fields.entry("mixture") {
      if mixture.isEmpty { return nil }
      decoder.addUp(mixture.map(\.weight), "the weights", at: entry.value.mark)
      return .mixture(mixture.filter { !$0.weight.isZero }.map(\.component))
    }
    if let file, let unit, let entry = fields.entry("empirical") {
      return decoder.empirical(file, entry.value.mark, unit: unit, column: column, fields)
    }
    return nil
  }
}

/// A log-normal distribution as it is written, in one of two ways.
struct LogNormalWords: KeyedSection {
  var median: Interval?
  var p99: Interval?
  var mu: Double?
  var sigma: Double?

  static let section = SectionHead(
    .logNormal, "distribution.log-normal",
    "Either median and p99, or mu and sigma of the logarithm of seconds.")

  static let unread = Self()

  static let keys: [FormatKey] = [
    FormatKey(
      "median", optional: \.median, .positiveDuration, "Half are shorter.", example: "80ms"
    ).turning(inPairs),
    FormatKey("p99", optional: \.p99, .positiveDuration, "99 % are shorter.", example: "900ms")
      .turning(inPairs),
    FormatKey(
      "mu", optional: \.mu, .number(above: -100, atMost: 20),
      "The mean of the logarithm of seconds.", example: "-2.5"
    ).turning(inPairs),
    FormatKey(
      "sigma", optional: \.sigma, .number(above: 0, atMost: 10),
      "The deviation of the logarithm of seconds.", example: "0.5"
    ).turning(inPairs),
  ]

  /// Passes over all keys unless the two of one way stand.
  private static func inPairs(_ fields: Decoder.Fields, _: Self) -> KeyTurn {
    isPair(fields) ? .read : .pass
  }

  private static func isPair(_ fields: Decoder.Fields) -> Bool {
    let times = fields.present(of: ["median", "p99"]).count
    let logarithms = fields.present(of: ["mu", "sigma"]).count
    return times == 2 && logarithms == 0 || times == 0 && logarithms == 2
  }

  func check(_ fields: Decoder.Fields, _ decoder: inout Decoder) {
    if fields.isBroken { return }
    if !Self.isPair(fields) {
      decoder.complain(
        fields.mark, "a log-normal distribution has two numbers",
        "write { median: 80ms, p99: 900ms }, or { mu: -2.5, sigma: 0.5 } of the logarithm of seconds"
      )
    }
    if let median, let p99, p99 <= median {
      decoder.complain(
        fields.entry("p99")?.value.mark, "the p99 \(p99) is not above the median \(median)",
        "write a p99 that is longer than the median")
    }
  }

  /// The distribution; nil: it lacks something.
  var distribution: Distribution? {
    if let median, let p99 { return .logNormal(median: median, p99: p99) }
    if let mu, let sigma { return .logNormalOfSeconds(mu: mu, sigma: sigma) }
    return nil
  }
}

/// A part of a mixture.
struct DistributionPart: KeyedSection {
  /// The share of draws that it gets.
  var weight = Ratio.zero
  /// The distribution that is drawn from then.
  var shape = Distribution.constant(.zero)

  static let section = SectionHead(.part, "distribution.mixture", "A part of a mixture.")

  static let unread = Self()

  static let keys: [FormatKey] = [
    FormatKey(
      "weight", required: \.weight, .share, "How often this part is drawn.", example: "90%"),
    FormatKey(
      "of", required: \.shape, .distribution, "What is drawn then.",
      example: "{ exponential: 20ms }"),
  ]

  /// The part with its weight as a number.
  var component: Distribution.Component {
    .init(weight: Double(weight.numerator) / Double(weight.denominator), shape: shape)
  }
}
