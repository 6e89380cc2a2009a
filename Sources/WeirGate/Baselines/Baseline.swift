// SPDX-License-Identifier: GPL-3.0-or-later
import WeirReport
import WeirCore

/// Every exact number of one scenario, as a run has them and as a file keeps them.
///
///     let now = Baseline(outcome, tables: world.tables)
///     try WholeFile.write(now.text, to: "Reports/baselines/first-steps.csv")
///     try Baseline(reading: bytes, named: "first-steps.csv") == now  // true
///
/// Virtual time has no noise: two runs of one build give the same numbers, and a file of an earlier build can be
/// compared with them for equality. What numbers of different making cannot be compared by is the ``key``.
package struct Baseline: Hashable, Sendable {
  /// The version of the columns' meaning.
  package static let schemaVersion = 1
  package static let columns = [
    "schema_version", "scenario", "class", "group", "metric", "stat", "unit", "value",
  ]

  /// The kinds of number.
  package enum Kind: String, Hashable, Sendable {
    /// A number that users of the stack would notice: times, and what checkers say.
    case exact
    /// A cost of the run: events, messages, list operations.
    case cost
  }

  /// One number.
  package struct Entry: Hashable, Sendable {
    /// The kind of number.
    package var kind: Kind
    /// The part of the run that it is about: `all`, or a stage of the load.
    package var group: String
    /// The name of the metric.
    package var metric: String
    /// The statistic of the metric, such as `mean` or `p99`.
    package var stat: String
    /// The unit of the value.
    package var unit: String
    /// The number, in the fewest digits that read back as the same; a word for the verdict of a checker.
    package var value: String

    /// Makes a number.
    package init(
      kind: Kind, group: String, metric: String, stat: String, unit: String, value: String
    ) {
      (self.kind, self.group, self.metric) = (kind, group, metric)
      (self.stat, self.unit, self.value) = (stat, unit, value)
    }

    /// Its name in a report.
    package var name: String {
      (group == "all" ? metric : "\(metric) (\(group))") + (stat.isEmpty ? "" : " \(stat)")
    }
  }

  /// A part of what numbers can be compared by.
  package struct KeyPart: Hashable, Sendable {
    /// The name of the part.
    package var name: String
    /// The value of the part.
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The scenario's name.
  package var scenario: String
  /// The facts that must be equal before numbers are compared: toolchain, formats, tables, scenario
  /// and seed.
  ///
  /// The library of statistics stands there, too, and may differ.
  package var key: [KeyPart]
  /// The fingerprint of the whole trace.
  package var digest: String
  /// The numbers, in the order of the report.
  package var entries: [Entry]
  /// The reason that it was accepted; empty for one that was just measured.
  package var reason: String

  /// Makes a baseline from its parts.
  package init(
    scenario: String, key: [KeyPart], digest: String, entries: [Entry], reason: String = ""
  ) {
    self.scenario = scenario
    self.key = key
    self.digest = digest
    self.entries = entries
    self.reason = reason
  }

  /// Returns the file of a scenario in a folder of baselines; `place` is the scenario's path below
  /// the folder that was named, without its ending.
  package static func path(of place: String, in folder: String) -> String {
    "\(folder)/\(place).csv"
  }
}
