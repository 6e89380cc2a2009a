// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

/// A metric that says itself: what it is called, what it says, and how it is read from a run.
///
/// ``all`` lists them; scenarios, `weir list`, gates, sweeps and reports know what stands there and nothing else.
///
///     .count("jumps", "Batches that pushed rows away from under a person's eyes.", of: { $0.jumps })
package struct RunMetric: Sendable {
  /// Its name, its kind and what it says.
  package let metric: Metric
  /// The rows that tell it of a run: of everybody first, then of parts and groups.
  let rows: @Sendable (RunFigures) -> [MetricRow]
  /// The distributions of its values, where a page draws them.
  let distributions: @Sendable (RunFigures) -> [MetricDistribution]

  /// Makes a metric.
  init(
    _ name: String, _ kind: Metric.Kind, _ about: String,
    rows: @escaping @Sendable (Metric, RunFigures) -> [MetricRow],
    distributions: @escaping @Sendable (RunFigures) -> [MetricDistribution] = { _ in [] }
  ) {
    let metric = Metric(name, kind, about)
    self.metric = metric
    self.rows = { rows(metric, $0) }
    self.distributions = distributions
  }
}

// The kinds of sources.
extension RunMetric {
  /// Lengths of time that the meter keeps one by one, also by stages of the load and by groups of clients.
  static func waits(
    _ name: String, _ about: String, of samples: @escaping @Sendable (Meter) -> Samples
  ) -> RunMetric {
    RunMetric(name, .duration, about) { metric, run in
      let samples = samples(run.meter)
      let whole = MetricRow(metric, inOrder: samples.all, count: samples.count)
      return [whole]
        + run.parts(of: samples).map { part in
          let count = part.lengths.count
          // Often a part is the whole, and then all of it is summed up already.
          var row =
            count == samples.count
            ? whole : MetricRow(metric, inOrder: part.lengths, count: count)
          (row.group, row.part) = (part.group, part.part)
          return row
        }
    } distributions: { run in
      let samples = samples(run.meter)
      let whole = MetricDistribution(name, samples.all)
      return [whole]
        + run.parts(of: samples).map { part in
          var distribution =
            part.lengths.count == samples.count
            ? whole : MetricDistribution(name, part.lengths)
          (distribution.group, distribution.part) = (part.group, part.part)
          return distribution
        }
    }
  }

  /// Lengths of time that a checker found on the way.
  static func found(_ name: String, _ about: String, isDrawn: Bool = false) -> RunMetric {
    RunMetric(name, .duration, about) { metric, run in
      [MetricRow(metric, sorted: run.found(name).sorted())]
    } distributions: { run in
      isDrawn ? [MetricDistribution(name, run.found(name))] : []
    }
  }

  /// Lengths of time that the meter counts in buckets, also by groups of clients.
  static func flights(
    _ name: String, _ about: String, isDrawn: Bool = false,
    of histogram: @escaping @Sendable (Meter) -> LatencyHistogram,
    ofGroup part: @escaping @Sendable (Meter.GroupFigures) -> LatencyHistogram
  ) -> RunMetric {
    RunMetric(name, .duration, about) { metric, run in
      [MetricRow(metric, histogram(run.meter))]
        + run.grouped { MetricRow(metric, group: $0, part($1)) }
    } distributions: { run in
      guard isDrawn else { return [] }
      return [MetricDistribution(metric: name, histogram: histogram(run.meter))]
        + run.grouped { MetricDistribution(metric: name, group: $0, histogram: part($1)) }
    }
  }

  /// Something that the meter counts, also by groups of clients.
  static func count(
    _ name: String, _ about: String, of count: @escaping @Sendable (Meter.Counts) -> Int
  ) -> RunMetric {
    RunMetric(name, .count, about) { metric, run in
      [MetricRow(metric, count: count(run.meter.counts))]
        + run.grouped { MetricRow(metric, group: $0, count: count($1.counts)) }
    }
  }

  /// Something that is counted of the whole run.
  static func total(
    _ name: String, _ about: String, of count: @escaping @Sendable (RunFigures) -> Int
  ) -> RunMetric {
    RunMetric(name, .count, about) { metric, run in
      [MetricRow(metric, count: count(run))]
    }
  }

  /// The findings of the order meter, also by groups of clients.
  static func ordered(
    _ name: String, _ kind: Metric.Kind, _ about: String,
    _ rows: @escaping @Sendable (Metric, OrderFigures) -> [MetricRow]
  ) -> RunMetric {
    RunMetric(name, kind, about) { metric, run in
      rows(metric, run.order)
        + zip(run.groups, run.order.groups).flatMap { group, figures in
          rows(metric, figures).map { row in
            var row = row
            row.group = group
            return row
          }
        }
    }
  }
}

extension Metric {
  /// Every metric, in the order of the report.
  package static let catalogue: [Metric] = RunMetric.all.map(\.metric)

  /// The metric called `name`.
  package static func named(_ name: String) -> Metric? { catalogue.first { $0.name == name } }
}
