// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirStatistics

extension RunMetric {
  /// The metrics of how well order holds, of at most 64 clients that are watched.
  static let order: [RunMetric] = [
    .ordered(
      "commit-to-seen", .duration,
      "From a commit until another client's list shows it or something newer, or has let it slide out of its window unseen."
    ) { metric, figures in
      [MetricRow(metric, figures.tally.commitToSeen)]
    },
    .ordered(
      "meant-to-seen", .duration,
      "From meaning to write until another client's list shows it, stage by stage."
    ) { metric, figures in
      let stages = figures.tally.stages
      let parts = [
        ("client", stages.client), ("tries", stages.tries), ("link", stages.link),
        ("queue", stages.queue), ("server", stages.server), ("catch-up", stages.catchUp),
        ("batch", stages.batch),
      ]
      return [MetricRow(metric, stages.total)]
        + parts.map { MetricRow(metric, part: $0.0, $0.1) }
    },
    .ordered(
      "divergence", .duration,
      "How long a client's list was not like the server's data."
    ) { metric, figures in
      [MetricRow(metric, figures.tally.divergence)]
    },
    .ordered(
      "reorder-lateness", .duration,
      "How long after the first later one a push arrived that was overtaken."
    ) { metric, figures in
      [MetricRow(metric, figures.tally.lateness)]
    },
    .ordered(
      "seen-at-once", .ratio,
      "Commits that other clients' lists show at the same moment."
    ) { metric, figures in
      [MetricRow(metric, figures.tally.seenAtOnce)]
    },
    .ordered(
      "never-seen", .ratio,
      "Commits that slid out of a list's window unseen, or were not shown when the run was over."
    ) { metric, figures in
      [MetricRow(metric, figures.tally.neverSeen)]
    },
    .ordered(
      "stale-reads", .ratio,
      "Rows that were published although a newer one was committed."
    ) { metric, figures in
      [MetricRow(metric, figures.tally.staleReads)]
    },
    .ordered(
      "diverged", .ratio,
      "The share of time in which a list was not like the server's."
    ) { metric, figures in
      let (diverged, watched) = (figures.tally.diverged, figures.tally.watched)
      var row = MetricRow(metric, count: watched > .zero ? 1 : 0)
      if watched > .zero { row.mean = Double(diverged.nanoseconds) / Double(watched.nanoseconds) }
      return [row]
    },
    .ordered(
      "reordered", .ratio,
      "Pushes that arrived after a later one (RFC 4737)."
    ) { metric, figures in
      [MetricRow(metric, figures.tally.reordered)]
    },
    .ordered(
      "rows-jumped", .ratio,
      "Rows that stayed in a list and had to leave their order among those that stayed."
    ) { metric, figures in
      [MetricRow(metric, figures.tally.jumpedRows)]
    },
    .ordered(
      "flicker", .ratio,
      "Removed rows that were back within a second."
    ) { metric, figures in
      [MetricRow(metric, figures.tally.flicker)]
    },
    .ordered(
      "versions-behind", .amount,
      "How many newer versions of a published row were committed."
    ) { metric, figures in
      [MetricRow(metric, figures.tally.versionsBehind)]
    },
    .ordered(
      "divergence-area", .amount,
      "Rows that differed from the server's, times the seconds for which they did."
    ) { metric, figures in
      [
        MetricRow(
          metric, gauge: Double(figures.tally.divergedArea) / 1e9,
          of: figures.tally.watched > .zero ? 1 : 0)
      ]
    },
    .ordered(
      "reorder-extent", .amount,
      "How many arrivals ago the first later push arrived (RFC 4737)."
    ) { metric, figures in
      [MetricRow(metric, figures.tally.extents)]
    },
    .ordered(
      "reorder-depth", .amount,
      "How many arrivals in a row just before an overtaken push were later ones (n-reordering)."
    ) { metric, figures in
      [MetricRow(metric, figures.tally.depths)]
    },
    .ordered(
      "reorder-run", .amount,
      "How many arrivals in a row before an overtaken push were not."
    ) { metric, figures in
      [MetricRow(metric, figures.tally.runs)]
    },
    .ordered(
      "displacement", .amount,
      "How many places off its turn a push arrived (RFC 5236)."
    ) { metric, figures in
      let density = figures.tally.density
      var row = MetricRow(metric, gauge: density.meanDisplacement, of: density.count)
      row.greatest = density.furthest.map { Double($0) }
      return [row]
    },
    .ordered(
      "displacement-entropy", .amount,
      "How hard it is to foretell a displacement; 0 for none."
    ) { metric, figures in
      [MetricRow(metric, gauge: figures.tally.density.entropy, of: figures.tally.density.count)]
    },
    .ordered(
      "reorder-buffer", .amount,
      "How many pushes somebody holds, after an arrival, who wants them in order."
    ) { metric, figures in
      [MetricRow(metric, figures.tally.occupancy)]
    },
    .ordered(
      "arrival-distance", .amount,
      "By client: pairs of pushes that arrived in the wrong order."
    ) { metric, figures in
      [MetricRow(metric, figures.flows.map { Double($0.inversions) })]
    },
    .ordered(
      "arrival-tau", .amount,
      "By client: how far arrivals agree with the order of commits, from -1 to 1 (Kendall)."
    ) { metric, figures in
      [MetricRow(metric, figures.flows.compactMap(\.tau))]
    },
    .ordered(
      "arrival-rho", .amount,
      "How far arrivals agree with the order of commits, from -1 to 1 (Spearman)."
    ) { metric, figures in
      [MetricRow(metric, gauge: figures.rho, of: figures.flows.count)]
    },
    .ordered(
      "jump-distance", .amount,
      "By how many places rows moved that were said to move."
    ) { metric, figures in
      [MetricRow(metric, figures.tally.jumpDistances)]
    },
    .ordered(
      "viewport-drift", .amount,
      "By how many places an update pushed the first row that stayed."
    ) { metric, figures in
      [MetricRow(metric, figures.tally.drifts)]
    },
    .ordered(
      "churn", .amount,
      "Operations of an update over the rows of the longer list."
    ) { metric, figures in
      [MetricRow(metric, figures.tally.churn, scale: 1 / OrderTally.churnUnit)]
    },
    .ordered(
      "diff-excess", .amount,
      "Operations of all updates over those that were necessary."
    ) { metric, figures in
      let (operations, necessary) = (figures.tally.operations, figures.tally.necessary)
      let excess = necessary == 0 ? nil : Double(operations) / Double(necessary)
      return [MetricRow(metric, gauge: excess, of: figures.tally.publications)]
    },
  ]
}

extension MetricRow {
  fileprivate init(
    _ metric: Metric, part: String? = nil, _ series: OrderTally.Series, scale: Double = 1
  ) {
    let histogram = series.histogram
    self.init(metric, part: part, count: histogram.count)
    guard histogram.count > 0 else { return }
    func scaled(_ value: Int64?) -> Double? { value.map { Double($0) * scale } }
    mean = histogram.mean.map { $0 * scale }
    deviation = histogram.deviation.map { $0 * scale }
    least = scaled(histogram.least)
    p50 = scaled(histogram.quantile(1, of: 2))
    p90 = scaled(histogram.quantile(9, of: 10))
    p95 = scaled(histogram.quantile(95, of: 100))
    p99 = scaled(histogram.quantile(99, of: 100))
    p999 = scaled(histogram.quantile(999, of: 1000))
    greatest = scaled(histogram.greatest)
    if let interval = series.batches.estimate() {
      low = interval.low * scale
      high = interval.high * scale
    }
  }

  fileprivate init(_ metric: Metric, _ share: OrderTally.Share) {
    self.init(metric, share.hits, of: share.count)
  }

  fileprivate init(_ metric: Metric, gauge value: Double?, of count: Int) {
    self.init(metric, count: value == nil ? 0 : count)
    mean = count == 0 ? nil : value
  }

  /// One number for each client.
  fileprivate init(_ metric: Metric, _ values: [Double]) {
    self.init(metric, count: values.count)
    guard let summary = Summary(values) else { return }
    take(summary)
    if let interval = try? Estimate.mean(of: values) {
      low = interval.low
      high = interval.high
    }
  }
}
