// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirMetrics
package import WeirRun
import WeirScenario

/// A run's metrics as a table for programs: RFC 4180, one row for each metric, group of clients and part.
///
/// Columns are only ever added at the end. A cell that does not apply is empty.
package enum MetricsTable {
  /// The version of the columns' meaning.
  package static let schemaVersion = 2

  package static let columns = [
    "schema_version", "scenario", "seed", "metric", "group", "unit", "kind", "n", "mean", "sd",
    "min", "p50", "p90", "p99", "p999", "max", "ci95_low", "ci95_high",
    "hits", "none_bound", "p95", "part",
  ]

  /// Returns the table as text.
  package static func csv(_ outcome: Outcome) -> String {
    var writer = CSVWriter(columns: columns)
    for row in outcome.metrics {
      let scale = row.metric.kind == .duration ? 1e9 : 1
      let numbers = [
        row.mean, row.deviation, row.least, row.p50, row.p90, row.p99, row.p999, row.greatest,
        row.low, row.high,
      ]
      let head: [CSVWriter.Field] = [
        .integer(Int64(schemaVersion)), .text(outcome.scenario.name), .text("\(outcome.seed)"),
        .text(row.metric.name), .text(row.group), .text(unit(of: row.metric.kind)), "exact",
        .integer(Int64(row.count)),
      ]
      let tail: [CSVWriter.Field] = [
        row.hits.map { .integer(Int64($0)) } ?? .none, row.noneBound.map { .number($0) } ?? .none,
        row.p95.map { .number($0 / scale) } ?? .none, row.part.map { .text($0) } ?? .none,
      ]
      writer.append(
        head + numbers.map { number in number.map { .number($0 / scale) } ?? .none } + tail)
    }
    return writer.text
  }

  private static func unit(of kind: Metric.Kind) -> String {
    switch kind {
    case .duration: "s"
    case .count, .ratio, .amount: "1"
    case .rate: "1/s"
    }
  }
}
