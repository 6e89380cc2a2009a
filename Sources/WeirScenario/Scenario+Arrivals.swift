// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

extension Scenario {
  /// A number of things in a second, exact to a millionth.
  package struct Rate: Hashable, Sendable {
    /// Millionths of a thing in a second.
    package var millionths: Int64
    /// Makes a rate.
    package init(millionths: Int64) { self.millionths = millionths }
  }

  /// A stream of people who arrive.
  package enum Arrivals: Hashable, Sendable {
    /// At even distances.
    case constant(Rate)
    /// At random, with a rate (a Poisson process).
    case poisson(Rate)
    /// At random, with a rate that changes stage by stage.
    case stages(from: Rate, [Stage])
    /// So many at one instant, again and again.
    case bursts(of: Int, every: Distribution)
  }

  /// A piece of a load curve.
  package struct Stage: Hashable, Sendable {
    /// The rate at its end.
    package var rate: Rate
    /// Its length.
    package var lasts: Interval
    /// `true` if the rate slides from the last stage's to this one, or jumps there at once and holds.
    package var slides: Bool

    /// Makes a stage.
    package init(rate: Rate, lasts: Interval, slides: Bool) {
      self.rate = rate
      self.lasts = lasts
      self.slides = slides
    }
  }
}

/// Arrivals of people as they are written: one key says the kind.
struct ArrivalWords: KeyedSection {
  var constant: Scenario.Rate?
  var poisson: Scenario.Rate?
  var from = Scenario.Rate(millionths: 0)
  var stages: [Scenario.Stage]?
  var burst: Int?
  var every: Distribution?

  static let section = SectionHead(
    .arrivals, "workload.arrivals", "When people arrive: constant, poisson, stages or burst.")

  static let unread = Self()

  static let choice = ["constant", "poisson", "stages", "burst"]

  static let keys: [FormatKey] = [
    FormatKey(
      "constant", optional: \.constant, .positiveRate, "At even distances.", example: "200/s"),
    FormatKey(
      "poisson", optional: \.poisson, .positiveRate, "At random, with this rate.",
      example: "200/s"),
    FormatKey(
      "from", \.from, .rate, "The rate at which the first stage starts; goes with stages.",
      example: "10/s"
    ).with("stages"),
    FormatKey(
      "stages", optional: \.stages, .list(of: Scenario.Stage.self, isWhole: true),
      "At random, with a rate that changes stage by stage.",
      example: "[ { to: 500/s, over: 30s }, { at: 500/s, for: 30s } ]"),
    FormatKey(
      "burst", optional: \.burst, .count(1...Schema.most),
      "So many at one instant, again and again; goes with every.", example: "50"),
    FormatKey(
      "every", optional: \.every, .positiveDistribution,
      "From one burst to the next; goes with burst.", example: "1s"
    ).with("burst", must: true),
  ]

  /// The arrivals that the words describe; nil: something is wrong with the stages, and was noted.
  func arrivals(_ fields: Decoder.Fields, _ decoder: inout Decoder) -> Scenario.Arrivals? {
    if let constant { return .constant(constant) }
    if let poisson { return .poisson(poisson) }
    if let burst, let every { return .bursts(of: burst, every: every) }
    guard let stages, !stages.isEmpty else { return nil }
    let mark = fields.entry("stages")?.value.mark
    let sum = stages.reduce(Int128(0)) { $0 + Int128($1.lasts.nanoseconds) }
    if sum > Int128(Interval.longest.nanoseconds) {
      decoder.complain(
        mark, "the stages together are longer than a hundred years", "write shorter stages")
      return nil
    }
    if from.millionths == 0, stages.allSatisfy({ $0.rate.millionths == 0 }) {
      decoder.complain(mark, "nobody arrives in any stage", "write a rate above 0/s")
    }
    return .stages(from: from, stages)
  }
}

extension Scenario.Stage: KeyedSection {
  static let section = SectionHead(
    .stage, "workload.arrivals.stages",
    "A piece of a load curve: either to and over, or at and for.")

  static let unread = Self(rate: .init(millionths: 0), lasts: .zero, slides: false)

  static let choice = ["to", "at"]

  static let keys: [FormatKey] = [
    FormatKey(
      "to", optional: \.to, .rate, "The rate slides here from the stage before.",
      example: "500/s"),
    FormatKey(
      "over", optional: \.lasts, .positiveDuration, "How long the slide takes; goes with to.",
      example: "30s"
    ).with("to", must: true, because: pairs),
    FormatKey("at", optional: \.at, .rate, "The rate jumps here and holds.", example: "500/s"),
    FormatKey(
      "for", optional: \.lasts, .positiveDuration, "How long the rate holds; goes with at.",
      example: "30s"
    ).with("at", must: true, because: pairs),
  ]

  private static let pairs = "write { to: …, over: … } or { at: …, for: … }"

  private var to: Scenario.Rate? {
    get { slides ? rate : nil }
    set { if let newValue { (rate, slides) = (newValue, true) } }
  }

  private var at: Scenario.Rate? {
    get { slides ? nil : rate }
    set { if let newValue { (rate, slides) = (newValue, false) } }
  }
}
