// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCheck
package import WeirCore
public import WeirTrace

/// A metric of a family, which is read from what its stacks say in a run.
///
///     StepMetric.count("nudges", "Rows that were nudged.", of: nudged)
///     StepMetric.spans("nudge-to-heard", "From a nudge until the client heard of it.", of: heard)
///
/// Reports, bounds in scenarios, sweeps and gates know it by its name.
public struct StepMetric: Sendable {
  /// Its name, its kind and what it says.
  package let metric: Metric
  /// The kinds of steps that it reads; none if a checker counts it.
  fileprivate let kinds: KindSet
  /// The amount that a step adds; nil: none.
  fileprivate let amount: @Sendable (Step) -> Int64?

  /// Makes a metric of what some kinds of steps add, each a number that is summed up, or a length of time.
  package init(
    _ name: String, _ kind: Metric.Kind, _ about: String, reading kinds: KindSet,
    amount: @escaping @Sendable (Step) -> Int64?
  ) {
    metric = Metric(name, kind, about)
    self.kinds = kinds
    self.amount = amount
  }

  /// The number of times something was noted.
  public static func count(_ name: String, _ about: String, of note: StepNote) -> StepMetric {
    StepMetric(name, .count, about, reading: [.noted]) { note.isSaid(by: $0) ? 1 : nil }
  }

  /// The sum of what stands in the first word of a note.
  public static func sum(_ name: String, _ about: String, of note: StepNote) -> StepMetric {
    StepMetric(name, .count, about, reading: [.noted]) {
      note.isSaid(by: $0) ? Int64(clamping: $0.x) : nil
    }
  }

  /// A share that one of the family's checkers finds on the way.
  package static func share(_ name: String, _ about: String) -> StepMetric {
    StepMetric(name, .ratio, about, reading: []) { _ in nil }
  }

  /// Lengths of time that one of the family's checkers finds on the way.
  package static func found(_ name: String, _ about: String) -> StepMetric {
    StepMetric(name, .duration, about, reading: []) { _ in nil }
  }

  /// Lengths of time in nanoseconds, which stand in the first word of a note.
  public static func spans(_ name: String, _ about: String, of note: StepNote) -> StepMetric {
    StepMetric(name, .duration, about, reading: [.noted]) {
      note.isSaid(by: $0) ? Int64(bitPattern: $0.x) : nil
    }
  }
}

/// The metrics of families as a run goes on.
package struct StepMetricTable: Sendable {
  private let metrics: [StepMetric]
  /// The places of the metrics that read a kind of step, by its number.
  private let readers: [[Int]]
  private var values: [[Int64]]

  /// Makes a table of what was not seen yet.
  package init(_ metrics: [StepMetric]) {
    self.metrics = metrics
    values = Array(repeating: [], count: metrics.count)
    readers = Step.Kind.allCases.map { kind in
      metrics.indices.filter { metrics[$0].kinds.contains(kind) }
    }
  }

  /// `true` if there is nothing to measure.
  package var isEmpty: Bool { metrics.isEmpty }

  /// Takes in a step.
  package mutating func observe(_ step: Step) {
    for place in readers[Int(step.kind.rawValue)] {
      if let amount = metrics[place].amount(step) {
        if metrics[place].metric.kind == .duration {
          values[place].append(amount)
        } else {
          values[place] = [(values[place].first ?? 0) + amount]
        }
      }
    }
  }

  /// A row for each metric, some of which checkers have found.
  package func rows(found: [Measured]) -> [MetricRow] {
    zip(metrics, values).map { metric, values in
      switch metric.metric.kind {
      case .duration:
        let spans = found.first { $0.metric == metric.metric.name }?.values ?? values
        return MetricRow(metric.metric, inOrder: spans, count: spans.count)
      case .ratio:
        let share = found.first { $0.metric == metric.metric.name }?.values ?? [0, 0]
        return MetricRow(metric.metric, Int(share[0]), of: Int(share[1]))
      default: return MetricRow(metric.metric, count: Int(values.first ?? 0))
      }
    }
  }
}
