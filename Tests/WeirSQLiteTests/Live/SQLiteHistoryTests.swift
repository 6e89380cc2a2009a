// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirSQLite
import WeirSources
import WeirTestSupport

@Suite struct SQLiteHistoryTests {
  @Test(arguments: fewerInDebug(0..<60))
  func `any history in memory shows what the query finds`(seed: UInt64) throws {
    let database = try SQLiteDatabase()
    var history = try SQLiteHistory(seed: seed, writers: [database])
    for step in 0..<80 {
      guard let breach = try history.step() else { continue }
      Issue.record("seed \(seed), step \(step): \(breach)")
      return
    }
  }

  @Test(arguments: fewerInDebug(0..<30))
  func `any history of three connections to a file shows what the query finds`(
    seed: UInt64
  ) throws {
    try withTemporaryFolder { folder in
      let options = SQLiteOptions(busyTimeout: .milliseconds(100))
      let writers = try (0..<3).map { _ in try SQLiteDatabase(path: folder + "/h.db", options) }
      var history = try SQLiteHistory(seed: seed, writers: writers)
      for step in 0..<60 {
        guard let breach = try history.step() else { continue }
        Issue.record("seed \(seed), step \(step): \(breach)")
        return
      }
    }
  }
}

/// Random statements of some writers, and sources that must show what their queries find after each.
struct SQLiteHistory {
  private var stream: RandomStream
  private let writers: [SQLiteDatabase]
  private let queries: [SQLiteQuery] = [
    SQLiteQuery("t"),
    SQLiteQuery("t", columns: ["name"], where: "rank < 5", by: [.ascending("rank")]),
    SQLiteQuery("t", by: [.descending("name"), .ascending("rank")]),
    SQLiteQuery("t", columns: ["rank"], where: "name >= ?", ["c"], by: [.descending("rank")]),
  ]
  /// The rows that the database itself finds for each query.
  private let selects = [
    "SELECT rowid, id, name, rank FROM t ORDER BY rowid",
    "SELECT rowid, name FROM t WHERE rank < 5 ORDER BY rank, rowid",
    "SELECT rowid, id, name, rank FROM t ORDER BY name DESC, rank, rowid",
    "SELECT rowid, rank FROM t WHERE name >= 'c' ORDER BY rank DESC, rowid",
  ]
  private var shadows: [(query: Int, shadow: RowShadow)] = []
  private var isWatched = false

  init(seed: UInt64, writers: [SQLiteDatabase]) throws {
    stream = RandomStream(seed: seed, "sqlite-history")
    self.writers = writers
    try writers[0].execute("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT UNIQUE, rank)")
    for query in queries.indices {
      let source = try SQLiteSource(writers[0], queries[query])
      shadows.append((query, RowShadow(source)))
    }
  }

  /// Runs a transaction, and holds every reader that reads against the query.
  mutating func step() throws -> String? {
    let writer = writers[stream.index(below: writers.count)]
    switch stream.index(below: 5) {
    case 0:
      try writer.execute("BEGIN")
      for _ in 0..<stream.index(below: 6) { change(writer) }
      if !writer.isOutsideTransaction {
        try writer.execute(stream.index(below: 3) == 0 ? "ROLLBACK" : "COMMIT")
      }
    case 1:
      try writer.execute("BEGIN")
      change(writer)
      if !writer.isOutsideTransaction {
        try writer.execute("SAVEPOINT s")
        for _ in 0..<3 { change(writer) }
        if !writer.isOutsideTransaction {
          if stream.index(below: 2) == 0 { try writer.execute("ROLLBACK TO s") }
          try writer.execute("RELEASE s")
          try writer.execute("COMMIT")
        }
      }
    default: change(writer)
    }
    for entry in shadows where stream.index(below: 2) == 0 {
      if let breach = entry.shadow.read() { return "query \(entry.query): \(breach)" }
      let wanted = try writers[0].rows(selects[entry.query])
      let shown = entry.shadow.rows.map { [.integer($0.rowid)] + $0.values }
      if shown != wanted { return "query \(entry.query) shows \(shown), not \(wanted)" }
    }
    return nil
  }

  /// Runs a statement that may fail.
  private mutating func change(_ writer: SQLiteDatabase) {
    let id = SQLiteValue.integer(Int64(stream.index(below: 20)))
    let name = SQLiteValue.text(
      String("abcdefgh".utf8.map { Character(UnicodeScalar($0)) }[stream.index(below: 8)])
        + "\(stream.index(below: 3))")
    let ranks: [SQLiteValue] = [nil, 1, 2.5, 4, 7, "x", .blob([1]), .integer(.max)]
    let rank = ranks[stream.index(below: ranks.count)]
    let (sql, arguments): (String, [SQLiteValue]) =
      switch stream.index(below: 14) {
      case 0, 1, 2: ("INSERT INTO t VALUES (?, ?, ?)", [id, name, rank])
      case 3: ("INSERT OR REPLACE INTO t VALUES (?, ?, ?)", [id, name, rank])
      case 4:
        (
          "INSERT INTO t VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET rank = excluded.rank",
          [id, name, rank]
        )
      case 5: ("INSERT OR IGNORE INTO t VALUES (?, ?, ?)", [id, name, rank])
      case 6: ("UPDATE t SET rank = ? WHERE id = ?", [rank, id])
      case 7: ("UPDATE OR REPLACE t SET name = ? WHERE id = ?", [name, id])
      case 8: ("UPDATE t SET id = id + 100 WHERE id = ?", [id])
      case 9: ("DELETE FROM t WHERE id = ?", [id])
      case 10: ("DELETE FROM t WHERE rank = ?", [rank])
      case 11: ("UPDATE t SET rank = ? WHERE id > ?", [rank, id])
      case 12 where stream.index(below: 4) == 0: ("DELETE FROM t", [])
      case 13: ("INSERT OR ROLLBACK INTO t VALUES (?, ?, ?)", [id, name, rank])
      default: ("UPDATE OR FAIL t SET name = ? WHERE id > ?", [name, id])
      }
    // What a constraint forbids is part of the history.
    _ = try? writer.execute(sql, arguments)
  }
}
