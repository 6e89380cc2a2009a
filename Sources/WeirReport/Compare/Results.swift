// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
import WeirMetrics
import WeirRun
import WeirScenario
import WeirSweep

/// The results that runs and sweeps have left in a folder, read back for a comparison.
///
///     var base = Results(named: "Reports/latest/first-steps")
///     try base.addMetrics(bytes, file: "Reports/latest/first-steps/metrics.csv")
///     Comparison(base: base, head: head).text
///
/// Columns are found by their names, so that a table of an older or newer version can be read as far as it has
/// them.
package struct Results: Sendable {
  /// The subject of a number.
  struct Subject: Hashable {
    var scenario: String
    var metric: String
    var group: String
    var statistic: String
  }

  /// A number of each seed.
  struct Numbers {
    var unit: String
    var bySeed: [UInt64: Double] = [:]
    var countBySeed: [UInt64: Int] = [:]
  }

  /// The end of a seed of a scenario.
  struct Ending: Hashable {
    var verdict: String
    var checker: String
    var digest: String
  }

  /// The name by which people know the results.
  package let name: String
  /// Every subject, in the order in which it was first read.
  private(set) var subjects: [Subject] = []
  private(set) var numbers: [Subject: Numbers] = [:]
  /// The scenarios of sweeps, in the order in which they were first read.
  private(set) var sweeps: [String] = []
  private(set) var endings: [String: [UInt64: Ending]] = [:]

  /// Results of which nothing is read yet.
  package init(named name: String) { self.name = name }

  /// `true` if nothing was read.
  package var isEmpty: Bool { subjects.isEmpty && sweeps.isEmpty }

  private static let statistics = Metric.Statistic.allCases.filter { $0 != .count }
    .map(\.rawValue)

  /// Reads a `metrics.csv`.
  ///
  /// - Throws: `Problems` with the place at which the file is not such a table.
  package mutating func addMetrics(_ bytes: [UInt8], file: String) throws(Problems) {
    var table = try NamedRows(
      bytes, file: file, needed: ["scenario", "seed", "metric", "group", "unit", "n"])
    while let row = try table.next() {
      let seed = try row.seed("seed")
      let count = try row.number("n")
      let part = row["part"].isEmpty ? nil : row["part"]
      func subject(_ statistic: String) -> Subject {
        Subject(
          scenario: row["scenario"], metric: row["metric"],
          group: MetricRow.label(group: row["group"], part: part), statistic: statistic)
      }
      if let count {
        add(count, to: subject("count"), unit: "1", seed, count: Int(exactly: count.rounded()))
      }
      for statistic in Self.statistics {
        guard let value = try row.number(statistic) else { continue }
        add(
          value, to: subject(statistic), unit: row["unit"], seed,
          count: count.flatMap { Int(exactly: $0.rounded()) })
      }
    }
  }

  /// Reads a `sweep.csv`.
  ///
  /// - Throws: `Problems` with the place at which the file is not such a table.
  package mutating func addSweep(_ bytes: [UInt8], file: String) throws(Problems) {
    var table = try NamedRows(
      bytes, file: file, needed: ["scenario", "seed", "verdict", "checker", "digest"])
    while let row = try table.next() {
      let scenario = row["scenario"]
      let seed = try row.seed("seed")
      if endings[scenario] == nil { sweeps.append(scenario) }
      endings[scenario, default: [:]][seed] = Ending(
        verdict: row["verdict"], checker: row["checker"], digest: row["digest"])
      for (column, unit) in [("steps", "1"), ("events", "1"), ("ended", "s")] {
        guard let value = try row.number(column) else { continue }
        let subject = Subject(
          scenario: scenario, metric: column, group: "sweep", statistic: "mean")
        add(value, to: subject, unit: unit, seed, count: 1)
      }
      // What was measured of each seed, by the names of metrics and their statistics.
      for column in table.columns {
        guard let measure = Measure(column), column == measure.name,
          let value = try row.number(column)
        else { continue }
        let subject = Subject(
          scenario: scenario, metric: measure.metric.name, group: "sweep",
          statistic: measure.statistic.rawValue)
        add(value, to: subject, unit: measure.isTime ? "s" : "1", seed, count: 1)
      }
    }
  }

  private mutating func add(
    _ value: Double, to subject: Subject, unit: String, _ seed: UInt64, count: Int?
  ) {
    if numbers[subject] == nil {
      subjects.append(subject)
      numbers[subject] = Numbers(unit: unit)
    }
    numbers[subject]?.bySeed[seed] = value
    numbers[subject]?.countBySeed[seed] = count
  }
}
