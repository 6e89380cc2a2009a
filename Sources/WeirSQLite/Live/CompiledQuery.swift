// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

/// A query against a table as it is now, as SQL.
struct CompiledQuery {
  /// The name of the table, spelt as the database does.
  let table: String
  /// The statement for all rows, in order.
  let all: String
  /// The statement for one row by its rowid.
  let one: Statement
  /// The statement for the rows of a range of rowids.
  let range: Statement
  /// The statement for so many rows at once as ``severalCount`` says, by their rowids.
  let several: Statement
  /// The number of rowids of the statement for several.
  static let severalCount = 32
  /// The statement for the number of rows.
  let count: String
  /// The statement for the number that changes when others commit.
  let version: Statement
  /// The statement up to its condition, which stands in brackets.
  let start: String
  /// The columns that rows are ordered by, as SQL, and their directions; the rowid is the last one.
  let terms: [(sql: String, isDescending: Bool)]
  /// The number of columns that are shown.
  let columnCount: Int
  /// The columns that rows are ordered by, among those that are read.
  let ranks: [RowPlacing.Rank]
  /// The number of columns that are read.
  let storedCount: Int

  /// Compiles a query, or says what is wrong with it.
  init(_ query: SQLiteQuery, in database: SQLiteDatabase) throws(SQLiteError) {
    let found = try database.rows(
      "SELECT name, type, wr FROM pragma_table_list WHERE schema = 'main' AND name = ? COLLATE NOCASE",
      [.text(query.table)])
    guard let entry = found.first, case .text(let name) = entry[0] else {
      throw Self.refusal("no such table: \(query.table)", isSchema: true)
    }
    if entry[1] != "table" {
      throw Self.refusal("'\(name)' is no plain table; name the table that its rows are stored in")
    }
    if entry[2] != 0 {
      throw Self.refusal(
        "table '\(name)' is WITHOUT ROWID, so that the database does not tell of its changes; make it an ordinary table"
      )
    }
    table = name
    let info = try database.rows("SELECT name FROM pragma_table_xinfo(?)", [.text(name)])
    var names: [String] = []
    for row in info { if case .text(let column) = row[0] { names.append(column) } }
    func quoted(_ column: String) throws(SQLiteError) -> String {
      if names.contains(where: { $0.lowercased() == column.lowercased() }) {
        return Self.quoted(column)
      }
      throw Self.refusal("no such column: \(column)", isSchema: true)
    }
    var shown: [String] = []
    for column in query.columns.isEmpty ? names : query.columns {
      shown.append(try quoted(column))
    }
    columnCount = shown.count
    var (ranks, order): ([RowPlacing.Rank], [String]) = ([], [])
    var terms: [(sql: String, isDescending: Bool)] = []
    for rank in query.order {
      let column = try quoted(rank.column)
      let known = shown.firstIndex { $0.lowercased() == column.lowercased() }
      ranks.append(.init(index: known ?? shown.count, isDescending: rank.isDescending))
      if known == nil { shown.append(column) }
      let term = "\(column) COLLATE BINARY"
      terms.append((term, rank.isDescending))
      order.append("\(term) \(rank.isDescending ? "DESC" : "ASC")")
    }
    let lowercased = Set(names.map { $0.lowercased() })
    guard let rowid = ["rowid", "_rowid_", "oid"].first(where: { !lowercased.contains($0) }) else {
      throw Self.refusal("table '\(name)' has columns of all names that its rowid might have")
    }
    self.ranks = ranks
    storedCount = shown.count
    let from = "FROM main.\(Self.quoted(name))"
    let condition = query.condition.map { "(\($0))" } ?? "1"
    let select = "SELECT \(([rowid] + shown).joined(separator: ", ")) \(from)"
    start = "\(select) WHERE \(condition)"
    self.terms = terms + [(rowid, false)]
    all = "\(select) WHERE \(condition) ORDER BY \((order + [rowid]).joined(separator: ", "))"
    // Rowids are the last parameters, whatever the condition has.
    let connection = database.connection
    one = try connection.prepare("\(select) WHERE \(condition) AND \(rowid) = ?")
    try Self.check(connection.recorder)
    range = try connection.prepare("\(select) WHERE \(condition) AND \(rowid) BETWEEN ? AND ?")
    let places = Array(repeating: "?", count: Self.severalCount).joined(separator: ", ")
    several = try connection.prepare(
      "\(select) WHERE \(condition) AND \(rowid) IN (\(places)) ORDER BY \(rowid)")
    version = try connection.prepare("PRAGMA data_version")
    count = "SELECT count(*) \(from) WHERE \(condition)"
  }

  /// Refuses a condition, in the statement that was compiled last, that does not depend on the row alone.
  private static func check(_ recorder: ChangeRecorder) throws(SQLiteError) {
    if recorder.selects != 1 {
      throw refusal("the condition looks at other rows, whose changes would not be seen")
    }
    let fickle: Set = [
      "random", "randomblob", "changes", "total_changes", "last_insert_rowid",
      "current_timestamp", "current_time", "current_date",
    ]
    for function in recorder.functions where fickle.contains(function.lowercased()) {
      throw refusal("the condition calls \(function), which does not depend on the row alone")
    }
  }

  private static func refusal(_ message: String, isSchema: Bool = false) -> SQLiteError {
    var error = SQLiteError(code: 1, message: message)
    error.kind = isSchema ? .schema : .query
    return error
  }

  private static func quoted(_ name: String) -> String {
    var text = "\""
    for character in name { text += character == "\"" ? "\"\"" : String(character) }
    return text + "\""
  }
}
