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
public struct Baseline: Hashable, Sendable {
  /// The version of the columns' meaning.
  public static let schemaVersion = 1
  package static let columns = [
    "schema_version", "scenario", "class", "group", "metric", "stat", "unit", "value",
  ]

  /// The kinds of number.
  public enum Kind: String, Hashable, Sendable {
    /// A number that users of the stack would notice: times, and what checkers say.
    case exact
    /// A cost of the run: events, messages, list operations.
    case cost
  }

  /// One number.
  public struct Entry: Hashable, Sendable {
    /// The kind of number.
    public var kind: Kind
    /// The part of the run that it is about: `all`, or a stage of the load.
    public var group: String
    /// The name of the metric.
    public var metric: String
    /// The statistic of the metric, such as `mean` or `p99`.
    public var stat: String
    /// The unit of the value.
    public var unit: String
    /// The number, in the fewest digits that read back as the same; a word for the verdict of a checker.
    public var value: String

    /// Makes a number.
    public init(
      kind: Kind, group: String, metric: String, stat: String, unit: String, value: String
    ) {
      (self.kind, self.group, self.metric) = (kind, group, metric)
      (self.stat, self.unit, self.value) = (stat, unit, value)
    }

    /// Its name in a report.
    public var name: String {
      (group == "all" ? metric : "\(metric) (\(group))") + (stat.isEmpty ? "" : " \(stat)")
    }
  }

  /// A part of what numbers can be compared by.
  public struct KeyPart: Hashable, Sendable {
    /// The name of the part.
    public var name: String
    /// The value of the part.
    public var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The scenario's name.
  public var scenario: String
  /// The facts that must be equal before numbers are compared: toolchain, formats, tables, scenario
  /// and seed.
  ///
  /// The library of statistics stands there, too, and may differ.
  public var key: [KeyPart]
  /// The fingerprint of the whole trace.
  public var digest: String
  /// The numbers, in the order of the report.
  public var entries: [Entry]
  /// The reason that it was accepted; empty for one that was just measured.
  public var reason: String

  /// Makes a baseline from its parts.
  public init(
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
  public static func path(of place: String, in folder: String) -> String {
    "\(folder)/\(place).csv"
  }
}
