// SPDX-License-Identifier: GPL-3.0-or-later
import WeirReport
package import WeirCore

/// The findings of gates as a table for programs: RFC 4180, a row a number, columns only ever added
/// at the end.
///
/// `regressions.csv` is one run of the gate; `history.csv` is every run, one behind the other.
package enum GateTable {
  /// The version of the columns' meaning.
  package static let schemaVersion = Table.gate.version

  /// The origin of a run of the gate; what is not known stays empty.
  package struct Origin: Hashable, Sendable {
    /// The identity of this run of the gate.
    package var run = ""
    /// The base of the comparison: a commit, a program or a baseline.
    package var base = ""
    /// The subject of the measurement: a commit.
    package var head = ""
    /// The version of the program.
    package var version = ""
    /// The time at which it began, as `2026-11-21T17:30:00Z`; empty in files that must be the same
    /// each time.
    package var started = ""

    /// Makes an origin of which nothing is known.
    package init() {}
  }

  /// The columns.
  package static let columns = Table.gate.header

  /// Returns the table of one run of the gate, with its heading.
  package static func csv(_ findings: [GateFinding], _ origin: Origin) -> String {
    var writer = CSVWriter(columns: columns)
    for row in rows(findings, origin) { writer.append(row) }
    return writer.text
  }

  /// Returns a table with the rows of one more run behind those of `history`; empty, it is begun.
  ///
  /// - Throws: `Problems` when `history` is something else.
  package static func adding(
    _ findings: [GateFinding], _ origin: Origin, to history: [UInt8], named name: String
  ) throws(Problems) -> [UInt8] {
    guard !history.isEmpty else { return Array(csv(findings, origin).utf8) }
    _ = try read(history, named: name)
    var writer = CSVWriter(columns: columns)
    let headingCount = writer.bytes.count
    for row in rows(findings, origin) { writer.append(row) }
    let isEnded = history.last == UInt8(ascii: "\n")
    return history + (isEnded ? [] : [13, 10]) + writer.bytes[headingCount...]
  }

  /// A row of a table that was read.
  package struct Row: Hashable, Sendable {
    fileprivate var cells: [String]

    /// The cell of a column; empty where there is nothing.
    package subscript(column: String) -> String {
      guard let place = columns.firstIndex(of: column) else {
        invariantBroken("no column is called \(column)")
      }
      return cells[place]
    }
  }

  /// Returns the rows of a table; columns that a later version has added are passed over.
  ///
  /// - Throws: `Problems` when the file is not such a table.
  package static func read(_ bytes: [UInt8], named name: String) throws(Problems) -> [Row] {
    var reader = CSVReader(bytes, file: name)
    guard let heading = try reader.next()?.fields.map(\.text), heading.starts(with: columns) else {
      throw Problems([
        Problem(
          mark: Mark(file: name, line: 1, column: 1), message: "this is not a gate history",
          remedy: "name another file, or let `weir gate --history FILE` begin it")
      ])
    }
    var rows: [Row] = []
    while let row = try reader.next() { rows.append(Row(cells: row.fields.map(\.text))) }
    return rows
  }

  private static func rows(
    _ findings: [GateFinding], _ origin: Origin
  ) -> [[CSVWriter.Field]] {
    findings.flatMap { finding in
      // A finding without numbers is a row all the same: silence and success must not look alike.
      (finding.rows.isEmpty ? [GateRow(summaryOf: finding)] : finding.rows).map {
        cells($0, finding, origin)
      }
    }
  }

  private static func cells(
    _ row: GateRow, _ finding: GateFinding, _ origin: Origin
  ) -> [CSVWriter.Field] {
    func percent(_ share: Double?) -> CSVWriter.Field { share.map { .number($0 * 100) } ?? .none }
    func number(_ value: Double?) -> CSVWriter.Field { value.map { .number($0) } ?? .none }
    func text(_ words: String?) -> CSVWriter.Field { words.map { .text($0) } ?? .none }
    return [
      .integer(Int64(schemaVersion)), .text(origin.run), .text(row.verdict),
      .text(row.reason.isEmpty ? finding.sentence : row.reason), .text(finding.scenario),
      .text(row.group), .text(row.metric), .text(row.stat), .text(row.unit), .text(row.direction),
      .text(row.kind), text(row.base), text(row.head), percent(row.growth), number(row.level),
      percent(row.low), percent(row.high), number(row.probability), number(row.alpha),
      .text(row.thresholdKind), percent(row.threshold),
      row.pairCount.map { .integer(Int64($0)) } ?? .none, .text(row.method),
      percent(row.noticed), percent(row.control), percent(row.noise), number(row.elapsed),
      .text(row.clock), .text(origin.base), .text(origin.head), .text(Baseline.toolchain),
      .text(origin.version), .text(origin.started),
    ]
  }
}

extension GateRow {
  /// The row of a finding that has no number of its own.
  init(summaryOf finding: GateFinding) {
    let verdict =
      switch finding.verdict {
      case .pass, .accepted: "pass"
      case .cannotTell: "inconclusive"
      case .rebase: "rebase"
      case .invalid, .nothing, .interrupted, .refused: "invalid"
      default: "fail"
      }
    self.init(
      verdict: verdict, metric: finding.lane.rawValue, stat: "verdict", unit: "",
      kind: finding.lane == .time ? "time" : "exact",
      clock: finding.lane == .time ? "cpu" : "virtual")
    head = finding.verdict.rawValue
  }
}
