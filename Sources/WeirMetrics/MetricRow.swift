// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirCore
import WeirStatistics

/// One metric of a run, summed up.
///
/// Lengths of time are in nanoseconds.
public struct MetricRow: Hashable, Sendable {
  /// The metric that is summed up.
  public var metric: Metric
  /// The group of clients whose figures these are; `all` for everybody.
  public var group: String
  /// The part that is summed up, such as a stage of the load or a leg of the way; nil for the whole.
  public var part: String?
  /// The number of samples, or of times something could have happened; for a counter, its value.
  public var count: Int
  /// The mean; for a gauge, its value.
  ///
  /// Nil for counters and without samples.
  public var mean: Double?
  /// The standard deviation.
  public var deviation: Double?
  /// The smallest.
  public var least: Double?
  /// The median.
  public var p50: Double?
  /// The value that 90 % do not exceed.
  public var p90: Double?
  /// The value that 95 % do not exceed.
  public var p95: Double?
  /// The value that 99 % do not exceed.
  public var p99: Double?
  /// The value that 99.9 % do not exceed.
  public var p999: Double?
  /// The largest.
  public var greatest: Double?
  /// The 95 % interval of the mean, from means of batches in the order of time; of a share, the exact one.
  public var low: Double?
  /// Its upper end.
  public var high: Double?
  /// The number of times that what could have happened did; nil if it is no share.
  public var hits: Int?
  /// The share below which, with 95 % confidence, something lies that never happened: three in ``count``; else nil.
  public var noneBound: Double?

  /// `true` for everybody and the whole.
  package var isWhole: Bool { group == "all" && part == nil }

  /// The group and the part in one word, for lists that have one column for both.
  package var label: String { Self.label(group: group, part: part) }

  package static func label(group: String, part: String?) -> String {
    switch (group, part) {
    case ("all", nil): "all"
    case ("all", let part?): part
    case (_, nil): "clients \(group)"
    case (_, let part?): "clients \(group), \(part)"
    }
  }

  init(_ metric: Metric, group: String = "all", part: String? = nil, count: Int) {
    self.metric = metric
    self.group = group
    self.part = part
    self.count = count
  }

  /// Takes over what a summary says.
  mutating func take(_ summary: Summary) {
    mean = summary.mean
    deviation = summary.sd
    least = summary.min
    p50 = summary.p50
    p90 = summary.p90
    p95 = summary.p95
    p99 = summary.p99
    p999 = summary.p999
    greatest = summary.max
  }

  /// All numbers that sum up samples, by the names of their statistics.
  package var figures: [(name: String, value: Double?)] {
    Metric.Statistic.allCases.filter { $0 != .count }.map { ($0.rawValue, value(of: $0)) }
  }

  /// A length of time that sums up this metric, to the nanosecond; nil where the run does not have it, and for
  /// metrics of other kinds.
  ///
  ///     outcome.metric("post-to-seen")?.duration(of: .p99)  // 315ms
  public func duration(of statistic: Metric.Statistic) -> Interval? {
    guard metric.kind == .duration, statistic != .count else { return nil }
    return value(of: statistic).map { Interval(nanoseconds: Int64($0.rounded())) }
  }

  /// A plain number that sums up this metric: a count, a share, or a rate by the second; nil where the run does not
  /// have it, and for lengths of time.
  ///
  ///     outcome.metric("utilisation")?.number(of: .mean)    // 0.77
  ///     outcome.metric("post-to-seen")?.number(of: .count)  // 57
  public func number(of statistic: Metric.Statistic) -> Double? {
    metric.kind == .duration && statistic != .count ? nil : value(of: statistic)
  }

  /// The number that a scenario's expectation looks at, in nanoseconds if it is a length of time; nil where the run does
  /// not have it.
  package func value(of statistic: Metric.Statistic) -> Double? {
    switch statistic {
    case .count: Double(count)
    case .mean: mean
    case .sd: deviation
    case .min: least
    case .p50: p50
    case .p90: p90
    case .p95: p95
    case .p99: p99
    case .p999: p999
    case .max: greatest
    }
  }
}

extension MetricRow {
  /// Sums up lengths of time in the order in which they were measured.
  init(_ metric: Metric, inOrder lengths: some Sequence<Int64>, count: Int) {
    var tally = LengthTally(count: count)
    for length in lengths { tally.add(length) }
    let (summary, interval) = tally.finish()
    self.init(metric, count: count)
    if let summary { take(summary) }
    (low, high) = (interval?.low, interval?.high)
  }

  /// Sums up sorted lengths of time.
  init(_ metric: Metric, sorted values: [Int64]) {
    self.init(metric, count: values.count)
    if let summary = Summary(sorted: values) { take(summary) }
  }

  init(_ metric: Metric, group: String = "all", _ histogram: LatencyHistogram) {
    self.init(metric, group: group, count: histogram.count)
    guard histogram.count > 0 else { return }
    mean = histogram.mean
    deviation = histogram.deviation
    least = Double(histogram.least)
    p50 = histogram.quantile(1, of: 2).map(Double.init)
    p90 = histogram.quantile(9, of: 10).map(Double.init)
    p95 = histogram.quantile(95, of: 100).map(Double.init)
    p99 = histogram.quantile(99, of: 100).map(Double.init)
    p999 = histogram.quantile(999, of: 1000).map(Double.init)
    greatest = Double(histogram.greatest)
  }

  /// A share with its exact interval; of what never happened, also the bound that three in *n* gives.
  init(_ metric: Metric, group: String = "all", _ hits: Int, of count: Int) {
    self.init(metric, group: group, count: count)
    let hits = min(hits, count)
    // Without an opportunity there is no share; that is no error.
    guard let estimate = try? Estimate.proportion(hits, of: count) else { return }
    self.hits = hits
    mean = estimate.value
    low = estimate.low
    high = estimate.high
    noneBound = hits == 0 ? Estimate.bound(ifNoneOf: count) : nil
  }

  init(_ metric: Metric, group: String = "all", gauge value: Double) {
    self.init(metric, group: group, count: 1)
    mean = value
  }
}
