// SPDX-License-Identifier: GPL-3.0-or-later
import WeirDiff
import WeirSQLite
import WeirSources

/// A reader of a source of a table that knows only what it is told.
final class RowShadow {
  private(set) var rows: [SQLiteRow] = []
  private(set) var changes: [ChangeSet] = []
  /// The kinds of the events: `i`nitial, `c`hanged, `f`ailed, re`C`overed.
  private(set) var kinds = ""
  private var cursor = SourceCursor<SharedList<SQLiteRow>>()
  private let source: any DataSource<SharedList<SQLiteRow>>

  init(_ source: any DataSource<SharedList<SQLiteRow>>) {
    self.source = source
    _ = read()
  }

  /// Takes everything in that is new; returns the first thing that is wrong with it, or `nil`.
  func read() -> String? {
    var breach: String?
    while let event = cursor.next(in: source) {
      switch event {
      case .initial(let content), .restarted(let content):
        kinds += "i"
        rows = content.rows
      case .changed(let changes, let content):
        kinds += "c"
        self.changes.append(changes)
        breach = breach ?? take(changes, content.rows)
      case .failed: kinds += "f"
      case .recovered: kinds += "C"
      }
    }
    return breach
  }

  private func take(_ changes: ChangeSet, _ new: [SQLiteRow]) -> String? {
    if let breach = changes.checkShape(oldCount: rows.count, newCount: new.count) { return breach }
    let applied = changes.applying(to: rows, contents: new)
    if !zip(applied, new).allSatisfy({ $0.rowid == $1.rowid && $0.values == $1.values }) {
      return "\(changes) does not lead to the new rows"
    }
    let best = diff(from: rows, to: new)
    if changes.count != best.count { return "\(changes) instead of \(best)" }
    rows = new
    return nil
  }

  /// The rowids that it shows.
  var rowids: [Int64] { rows.map(\.rowid) }
}

/// A database in memory with a table of messages, of which some are there.
func messages(_ count: Int = 3) throws -> SQLiteDatabase {
  let database = try SQLiteDatabase()
  try database.execute(
    "CREATE TABLE message (id INTEGER PRIMARY KEY, text TEXT, sent REAL, room INT)")
  for id in 0..<count {
    try database.execute(
      "INSERT INTO message VALUES (?, ?, ?, 1)",
      [.integer(Int64(id + 1)), .text("m\(id + 1)"), .real(Double(10 * id))])
  }
  return database
}

/// Returns `true` if running `body` fails with an error of a kind.
func fails(_ kind: SQLiteError.Kind, _ body: () throws -> Void) -> Bool {
  do {
    try body()
    return false
  } catch let error as SQLiteError {
    return error.kind == kind
  } catch {
    return false
  }
}
