// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
import WeirMetrics
package import WeirRun

/// A number of a run that a sweep notes: a metric, and what of it.
///
///     Measure("post-to-seen.p99", among: catalogue.metrics)?.value(in: outcome)
package struct Measure: Hashable, Sendable {
  /// The metric.
  package let metric: Metric
  /// The statistic of the metric.
  package let statistic: Metric.Statistic

  /// Reads the name of one of some metrics, and behind a point a statistic; without one, the count of a counter and the mean of all
  /// else.
  package init?(_ text: String, among metrics: [Metric] = Metric.catalogue) {
    let words = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard words.count <= 2, let metric = metrics.first(where: { $0.name == words[0] })
    else { return nil }
    self.metric = metric
    if words.count == 2 {
      guard let statistic = Metric.Statistic(rawValue: words[1]) else { return nil }
      self.statistic = statistic
    } else {
      statistic = metric.kind == .count ? .count : .mean
    }
  }

  /// The name by which it is asked for.
  package var name: String { "\(metric.name).\(statistic.rawValue)" }

  /// `true` if it is a length of time, in nanoseconds.
  package var isTime: Bool { metric.kind == .duration && statistic != .count }

  /// The number in a run; nil where the run does not have it.
  package func value(in outcome: Outcome) -> Double? {
    outcome.metric(metric.name)?.value(of: statistic)
  }
}
