// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirDiff
import WeirSQLite
import WeirSources
import WeirTree

/// The rows that a list is made of, in a database of the phone: what was heard, written by several connections in turn, of
/// which the first one is also read.
final class TableRows {
  /// The rows as a source, in the order in which they came.
  let source: MappedSource<SQLiteRow, SourceRow>
  private let reader: SQLiteDatabase
  private let writers: [SQLiteDatabase]
  private var turn = 0

  /// Opens an empty database.
  init(writers count: Int) {
    do {
      writers = try SQLiteDatabase.inMemory(connections: count)
      reader = writers[0]
      try reader.execute("CREATE TABLE child (key TEXT NOT NULL UNIQUE, node TEXT NOT NULL)")
      let query = SQLiteQuery("child", columns: ["key", "node"])
      source = try SQLiteSource(reader, query).mapped { SourceRow($0) }
    } catch { invariantBroken("a database in memory cannot be made: \(error)") }
  }

  /// Takes one batch of events in: a transaction of the writer whose turn it is.
  func take(_ events: [DataEvent]) {
    let writer = writers[turn]
    turn = (turn + 1) % writers.count
    do {
      try writer.transaction {
        for event in events { try Self.write(event, to: writer) }
      }
    } catch { invariantBroken("a database in memory cannot be written: \(error)") }
    reader.poll()
  }

  private static func write(_ event: DataEvent, to database: SQLiteDatabase) throws(SQLiteError) {
    let key = SQLiteValue.text(event.key.description)
    switch event.kind {
    case .value: break
    case .removed: try database.execute("DELETE FROM child WHERE key = ?", [key])
    case .added, .changed, .moved:
      try database.execute(
        """
        INSERT INTO child (key, node) VALUES (?, ?)
        ON CONFLICT (key) DO UPDATE SET node = excluded.node
        """, [key, .text(JSON(event.node).words)])
    }
  }
}

extension SourceRow {
  /// The row that stands in the database.
  fileprivate init(_ row: SQLiteRow) {
    guard case .text(let key) = row[0], case .text(let words) = row[1] else {
      invariantBroken("a row without a key or a node")
    }
    do throws(Problems) {
      self.init(Key(key), try Node(JSON(reading: words, file: "row")))
    } catch { invariantBroken("a node that was written cannot be read: \(error)") }
  }
}
