// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

/// A number compared with another one: a row of `compare.csv`.
///
///     var row = ComparisonRow(scenario: "chat", metric: "writes", statistic: "count", unit: "1", kind: .exact)
///     row.base = 57
///     row.head = 58
///     row.verdict = .fail
///     ComparisonTable.csv([row])
///
/// A column that is nil or empty does not apply and stays empty in the table. `delta` and its share are worked out.
package struct ComparisonRow: Hashable, Sendable {
  /// The verdict on a row.
  package enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// As it should be.
    case pass
    /// Not as it should be.
    case fail
    /// It cannot be told.
    case inconclusive
    /// The base does not have it.
    case new
    /// The head does not have it any more.
    case missing
    /// The base was made by another toolchain or format and must be recorded again.
    case rebase
    /// The measurement is not valid.
    case invalid
    /// It is only told.
    case info
  }

  /// The rule that a row is judged by.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Virtual time and what is counted: without noise.
    case exact
    /// The costs of a run, as counted by the system.
    case cost
    /// The clock.
    case time
    /// The clock over many commits.
    case trend
  }

  /// The verdict on it.
  package var verdict = Verdict.info
  /// The reason, in a sentence.
  package var reason = ""
  /// The scenario's name.
  package var scenario: String
  /// `all`, or a stage of the load.
  package var group = "all"
  /// The metric.
  package var metric: String
  /// The statistic of the metric.
  package var statistic: String
  /// The unit of base and head.
  package var unit: String
  /// `lower`, `higher` or nothing: which is better.
  package var direction = ""
  /// The rule that it is judged by.
  package var kind: Kind
  /// The value in the base.
  package var base: Double?
  /// The value in the head.
  package var head: Double?
  /// The 95 % interval of the difference in percent of the base.
  package var low: Double?
  /// Its upper end.
  package var high: Double?
  /// The chance of as much or more without a difference.
  package var probability: Double?
  /// `equal`, `absolute` or `relative`.
  package var thresholdKind = ""
  /// The number of samples that the base has.
  package var baseCount: Int?
  /// The number of samples that the head has.
  package var headCount: Int?
  /// The number of pairs that were compared.
  package var pairCount: Int?
  /// The method of judgement.
  package var method = ""
  /// The seed of all chance.
  package var seed: UInt64?
  /// The name of the base.
  package var baseName = ""
  /// The name of the head.
  package var headName = ""

  /// Makes a row that only tells what it is about.
  package init(scenario: String, metric: String, statistic: String, unit: String, kind: Kind) {
    self.scenario = scenario
    self.metric = metric
    self.statistic = statistic
    self.unit = unit
    self.kind = kind
  }
}

/// The rows of a comparison as a table for programs.
package enum ComparisonTable {
  /// Returns the table, its rows in the order of their subjects, for any order of `rows`.
  package static func csv(_ rows: [ComparisonRow]) -> String {
    var writer = CSVWriter(columns: Table.comparison.header)
    for row in rows.sorted(by: precedes) { writer.append(fields(row)) }
    return writer.text
  }

  private static func precedes(_ a: ComparisonRow, _ b: ComparisonRow) -> Bool {
    func words(_ row: ComparisonRow) -> [String] {
      [row.scenario, row.metric, row.group, row.statistic]
    }
    for (one, other) in zip(words(a), words(b)) where !one.utf8.elementsEqual(other.utf8) {
      return one.utf8.lexicographicallyPrecedes(other.utf8)
    }
    return (a.seed ?? 0) < (b.seed ?? 0)
  }

  private static func fields(_ row: ComparisonRow) -> [CSVWriter.Field] {
    var delta: Double?
    if let base = row.base, let head = row.head { delta = head - base }
    let share = row.base.flatMap { base in
      base == 0 ? nil : delta.map { 100 * $0 / base.magnitude }
    }
    let verdict: [CSVWriter.Field] = [
      .integer(Int64(Table.comparison.version)), .text(row.verdict.rawValue), .text(row.reason),
      .text(row.scenario), .text(row.group), .text(row.metric), .text(row.statistic),
      .text(row.unit), .text(row.direction), .text(row.kind.rawValue),
    ]
    let values: [CSVWriter.Field] = [
      .known(row.base), .known(row.head), .known(delta), .known(share),
      .known(row.low == nil && row.high == nil ? nil : 0.95), .known(row.low), .known(row.high),
    ]
    return verdict + values + [
      .known(row.probability), .text(row.thresholdKind), .known(row.baseCount),
      .known(row.headCount), .known(row.pairCount), .text(row.method),
      .text(row.seed.map { "\($0)" } ?? ""), .text(row.baseName), .text(row.headName),
    ]
  }
}

extension CSVWriter.Field {
  /// Returns a number, or an empty field where there is none; what is not finite does not apply.
  static func known(_ value: Double?) -> CSVWriter.Field {
    value.flatMap { $0.isFinite ? .number($0) : nil } ?? .none
  }

  /// Returns a whole number, or an empty field where there is none.
  static func known(_ value: Int?) -> CSVWriter.Field {
    value.map { .integer(Int64($0)) } ?? .none
  }
}
