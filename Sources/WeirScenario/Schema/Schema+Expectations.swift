// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

extension Schema {
  /// The mapping of what must be true at the end: a key for each promise and each metric, which describe themselves.
  static func expectSection(_ promises: [Promise], _ metrics: [Metric]) -> Section {
    Section(
      name: .expect, path: "expect", about: "What must be true at the end.",
      keys: promises.map(expectation) + metrics.map(expectation))
  }

  private static func expectation(_ promise: Promise) -> Key {
    // The time until lists agree again is the one limit that a promise can be given.
    promise.name == "converge"
      ? Key(promise.name, .convergence, .optional, promise.about, "{ within: 1s }")
      : Key(promise.name, .word(["held", "broken"]), .optional, promise.about, "held")
  }

  private static func expectation(_ metric: Metric) -> Key {
    let example =
      switch metric.kind {
      case .duration: "{ p99: { under: 250ms } }"
      case .count: "{ value: { at-most: 100 } }"
      case .ratio: "{ value: { under: 80% } }"
      case .rate: "{ value: { at-least: 90/s } }"
      case .amount: "{ p99: { at-most: 2.5 } }"
      }
    return Key(metric.name, .section(.statistics), .optional, metric.about, example)
  }

  /// The statistics of a metric, and the one number of a counter or a gauge.
  static let statisticsSection = Section(
    name: .statistics, path: "expect.METRIC",
    about: "Numbers that sum up a metric, each with what it is held against.",
    keys: Metric.Statistic.allCases.map { statistic($0.rawValue, $0.about) } + [
      statistic("value", "The one number of a counter or a gauge.")
    ])

  private static func statistic(_ name: String, _ about: String) -> Key {
    Key(name, .section(.comparison), .optional, about, "{ under: 250ms }")
  }

  /// The mapping of what a number is held against.
  static let comparisonSection = Section(
    name: .comparison, path: "expect.METRIC.STATISTIC",
    about: "What a number is held against; durations have a unit, rates are written as 200/s.",
    keys: Scenario.Comparison.keys.map(\.row))
}

extension Metric.Statistic {
  /// Its meaning, in a sentence.
  fileprivate var about: String {
    switch self {
    case .count: "How many samples; for a counter, its value."
    case .mean: "The mean; for a gauge, its value."
    case .sd: "The standard deviation."
    case .min: "The smallest."
    case .p50: "The median."
    case .p90: "The value that 90 % stay below."
    case .p95: "The value that 95 % stay below."
    case .p99: "The value that 99 % stay below."
    case .p999: "The value that 99.9 % stay below."
    case .max: "The largest."
    }
  }
}

extension Scenario.Comparison {
  /// A key, and the comparison with a bound that it stands for; nil: it has two bounds.
  typealias Key = (row: Schema.Key, make: (@Sendable (Double) -> Self)?)

  /// The keys, in the order of the format.
  fileprivate static let keys: [Key] = [
    (bound("under", "Strictly smaller.", "250ms"), { .under($0) }),
    (bound("at-most", "Not larger.", "250ms"), { .atMost($0) }),
    (bound("over", "Strictly larger.", "5ms"), { .over($0) }),
    (bound("at-least", "Not smaller.", "5ms"), { .atLeast($0) }),
    (Schema.Key("between", .bounds, .optional, "Not outside.", "[5ms, 250ms]"), nil),
    (
      bound("near", "Inside the 95 % interval of the mean; goes with mean.", "70ms"),
      { .near($0) }
    ),
  ]

  private static func bound(_ name: String, _ about: String, _ example: String) -> Schema.Key {
    Schema.Key(name, .bound, .optional, about, example)
  }

  /// Makes the comparison with a bound that `key` stands for.
  init?(_ key: String, _ bound: Double) {
    guard let make = Self.keys.first(where: { $0.row.name == key })?.make else { return nil }
    self = make(bound)
  }
}

/// The limit that agreement can be given.
struct Convergence: KeyedSection {
  /// The time after the last write within which views agree.
  var within = Interval.zero

  static let section = SectionHead(
    .converge, "expect.converge", "How fast views agree again.")

  static let unread = Self()

  static let keys: [FormatKey] = [
    FormatKey(
      "within", required: \.within, .positiveDuration,
      "Views equal the server's data again this long after the last write.", example: "1s")
  ]
}
