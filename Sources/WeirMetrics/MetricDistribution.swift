// SPDX-License-Identifier: GPL-3.0-or-later

/// The distribution of the lengths of time of a metric.
package struct MetricDistribution: Sendable {
  /// The metric's name.
  package var metric: String
  /// The group of clients; `all` for everybody.
  package var group: String
  /// A stage of the load; nil for the whole.
  package var part: String?
  /// The lengths, counted in buckets that are the same in every run.
  package var histogram: LatencyHistogram

  /// The group and the part in one word.
  package var label: String { MetricRow.label(group: group, part: part) }

  /// Makes a distribution.
  package init(
    metric: String, group: String = "all", part: String? = nil, histogram: LatencyHistogram
  ) {
    self.metric = metric
    self.group = group
    self.part = part
    self.histogram = histogram
  }

  init(_ metric: String, _ values: some Sequence<Int64>) {
    self.init(metric: metric, histogram: LatencyHistogram())
    for value in values { histogram.add(value) }
  }
}
