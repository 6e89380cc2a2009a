import WeirCore
public import WeirRun
import WeirScenario

/// A run's metrics as a table for programs: RFC 4180, one row a metric and group.
///
/// Columns are only ever added at the end. A cell that does not apply is empty.
public enum MetricsTable {
  /// The version of the columns' meaning.
  public static let schemaVersion = 1

  static let columns = [
    "schema_version", "scenario", "seed", "metric", "group", "unit", "kind", "n", "mean", "sd",
    "min", "p50", "p90", "p99", "p999", "max", "ci95_low", "ci95_high",
  ]

  /// The table as text.
  public static func csv(_ outcome: Outcome) -> String {
    var text = line(columns)
    for row in outcome.metrics {
      let seconds = row.metric.kind == .duration
      func cell(_ value: Double?) -> String {
        value.map { "\(seconds ? $0 / 1e9 : $0)" } ?? ""
      }
      text += line([
        "\(schemaVersion)", outcome.scenario.name, "\(outcome.seed)", row.metric.name, row.group,
        unit(of: row.metric.kind), "exact", "\(row.count)", cell(row.mean), cell(row.deviation),
        cell(row.least), cell(row.p50), cell(row.p90), cell(row.p99), cell(row.p999),
        cell(row.greatest), cell(row.low), cell(row.high),
      ])
    }
    return text
  }

  private static func unit(of kind: Metric.Kind) -> String {
    switch kind {
    case .duration: "s"
    case .count, .ratio: "1"
    case .rate: "1/s"
    }
  }

  /// Cells as a line that ends as the standard wants it.
  static func line(_ cells: [String]) -> String {
    cells.map(quoted).joined(separator: ",") + "\r\n"
  }

  private static func quoted(_ cell: String) -> String {
    guard cell.utf8.contains(where: { "\",\r\n".utf8.contains($0) }) else { return cell }
    // Scalar by scalar: a quote with an accent on it is one character, but still a quote.
    var result = "\""
    for scalar in cell.unicodeScalars {
      if scalar == "\"" { result += "\"" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }
}
