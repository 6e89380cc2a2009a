// SPDX-License-Identifier: GPL-3.0-or-later
import WeirReport
import WeirCheck
package import WeirCore
import WeirMetrics
package import WeirRun
import WeirScenario
import WeirStatistics
import WeirTrace

extension Baseline.Entry {
  /// Returns a number that the gate alone counts, over a whole run.
  static func cost(_ metric: String, _ unit: String, _ value: some BinaryInteger) -> Self {
    Self(kind: .cost, group: "all", metric: metric, stat: "n", unit: unit, value: "\(value)")
  }
}

extension Baseline {
  /// The numbers of a run that has ended; `tables` is the fingerprint of its tables of chance, `memory` what the
  /// run asked for, where that was counted.
  package init(_ outcome: Outcome, tables: Digest, memory: Memory? = nil) {
    self.init(
      scenario: outcome.scenario.name,
      key: [
        KeyPart(name: "toolchain", value: Self.toolchain),
        KeyPart(name: "scenario-format", value: "1"),
        KeyPart(name: "trace-format", value: "\(Trace.formatVersion)"),
        KeyPart(name: "metrics-format", value: "\(MetricsTable.schemaVersion)"),
        KeyPart(name: "tables", value: "\(tables)"),
        KeyPart(name: "fingerprint", value: String(outcome.scenario.fingerprint, radix: 16)),
        KeyPart(name: "seed", value: "\(outcome.seed)"),
        KeyPart(name: Self.statisticsKey, value: "gsl \(GSL.version)"),
      ],
      digest: "\(outcome.digest)",
      entries: outcome.findings.flatMap(Self.entries)
        + Self.entries(ofMetrics: Array(MetricsTable.csv(outcome).utf8)))
    entries.append(.cost("steps", "1", outcome.steps))
    if let bytes = outcome.payloadBytes { entries.append(.cost("payload-bytes", "B", bytes)) }
    if let memory { self = counting(memory) }
  }

  /// The part of the key that names the library of statistics.
  ///
  /// Unlike the other parts it may differ, or be missing from a baseline: most numbers are the same with any version of it,
  /// and one that is not says so itself.
  static let statisticsKey = "statistics"

  /// The library that computed the statistics, with its version; nil if the baseline does not say.
  package var statisticsVersion: String? { key.first { $0.name == Self.statisticsKey }?.value }

  /// The compiler and machine of this build, as far as the build can know them.
  package static var toolchain: String { "\(compiler) \(machine)" }

  private static var compiler: String {
    #if compiler(>=6.5)
      "swift-6.5-or-later"
    #elseif compiler(>=6.4)
      "swift-6.4"
    #elseif compiler(>=6.3)
      "swift-6.3"
    #else
      "swift-before-6.3"
    #endif
  }

  private static var machine: String {
    #if arch(x86_64)
      "x86_64-linux"
    #elseif arch(arm64)
      "arm64-linux"
    #else
      "unknown-linux"
    #endif
  }

  /// Returns the verdict of a checker, and the number of times that it looked.
  private static func entries(_ finding: Finding) -> [Entry] {
    let metric = "checker \(finding.checker)"
    return [
      Entry(
        kind: .exact, group: "all", metric: metric, stat: "verdict", unit: "",
        value: "\(finding.verdict)"),
      Entry(
        kind: .exact, group: "all", metric: metric, stat: "n", unit: "1",
        value: "\(finding.opportunities)"),
    ]
  }

  /// Counters that say what the run cost, and not what anybody saw.
  private static let costs = [
    "events", "messages", "list-updates", "rows-inserted", "rows-removed", "rows-moved",
    "rows-changed", "resent", "resyncs", "queue-longest",
  ]

  /// The columns of `metrics.csv` that say what a row is about; every other one is a number of it.
  private static let describing: Set = [
    "schema_version", "scenario", "seed", "metric", "group", "unit", "kind", "part",
  ]
  /// The columns that are numbers of samples, for samples of every kind.
  private static let counting: Set = ["n", "hits", "none_bound"]

  /// Returns every number of `metrics.csv`.
  ///
  /// They are read from the table as it is written, with its intervals: a number that vanishes or
  /// changes is noticed, and a column that is added is held from then on.
  static func entries(ofMetrics table: [UInt8]) -> [Entry] {
    TableRow.all(of: table, named: "metrics.csv").flatMap { row in
      let kind = costs.contains(row["metric"]) ? Kind.cost : .exact
      let part = row["part"]
      let label = MetricRow.label(group: row["group"], part: part.isEmpty ? nil : part)
      return row.numbers(without: describing).map { stat, value in
        Entry(
          kind: kind, group: label, metric: row["metric"], stat: stat,
          unit: counting.contains(stat) ? "1" : row["unit"], value: value)
      }
    }
  }
}
