// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirSQLite
import WeirSources
import WeirTestSupport

@Suite struct SQLiteSourceTests {
  private let bySent = SQLiteQuery("message", columns: ["text"], by: [.descending("sent")])

  @Test func `rows are shown in order, with the columns that are asked for`() throws {
    let database = try messages()
    let source = try SQLiteSource(database, bySent)
    #expect(source.content.rows.map(\.rowid) == [3, 2, 1])
    #expect(source.content[0].values == ["m3"])
    #expect(source.content[0][0] == "m3")
    let all = try SQLiteSource(database, SQLiteQuery("MESSAGE"))
    #expect(all.content[0].values == [1, "m1", 0.0, 1])
  }

  @Test func `a commit is told as the rows that it touched, without reading the others`() throws {
    let database = try messages()
    let source = try SQLiteSource(database, bySent)
    let shadow = RowShadow(source)
    try database.execute("INSERT INTO message VALUES (4, 'm4', 15, 1)")
    #expect(shadow.read() == nil)
    try database.execute("UPDATE message SET text = 'new' WHERE id = 2")
    #expect(shadow.read() == nil)
    try database.execute("UPDATE message SET sent = 99 WHERE id = 1")
    #expect(shadow.read() == nil)
    try database.execute("DELETE FROM message WHERE id = 3")
    #expect(shadow.read() == nil)
    try database.execute("UPDATE message SET room = 9")
    #expect(shadow.read() == nil)
    #expect(
      shadow.changes == [
        ChangeSet(inserts: [1]), ChangeSet(updates: [.init(old: 2, new: 2)]),
        ChangeSet(moves: [.init(from: 3, to: 0)]), ChangeSet(deletes: [1]),
      ])
    #expect(shadow.rowids == [1, 4, 2])
    #expect(source.loadCount == 1)
  }

  @Test(arguments: [31, 32, 33, 64, 70])
  func `many rows that do not lie side by side are looked up, whether they are shown or not`(
    count: Int
  ) throws {
    let database = try messages(200)
    let source = try SQLiteSource(
      database, SQLiteQuery("message", columns: ["text"], where: "room = ?", [1]))
    let shadow = RowShadow(source)
    try database.transaction {
      for number in 0..<count {
        let change =
          [
            "UPDATE message SET text = 'x' || id", "UPDATE message SET room = 2",
            "DELETE FROM message",
          ]
        try database.execute(
          "\(change[number % 3]) WHERE id = ?", [.integer(Int64(2 * number + 1))])
      }
    }
    #expect(shadow.read() == nil)
    #expect(shadow.changes.last?.updates.count == (count + 2) / 3)
    #expect(shadow.rows.count == 200 - count + (count + 2) / 3)
    #expect(shadow.rows[0].values == ["x1"])
    #expect(source.loadCount == 1)
    try database.execute("UPDATE message SET room = 1")
    #expect(shadow.read() == nil)
    #expect(shadow.rows.count == 200 - count / 3)
    #expect(source.loadCount == 1)
  }

  @Test(arguments: [false, true], 0..<6 as Range<UInt64>)
  func `a row is placed among values of all kinds as the database orders them`(
    isDescending: Bool, seed: UInt64
  ) throws {
    let wide: Int64 = 1 << 53
    var values: [SQLiteValue] = [
      nil, 0, 1, -1, .integer(wide), .integer(wide + 1), .integer(.max), .integer(.max - 1),
      .integer(.min), .integer(.min + 1), 0.0, .real(-0.0), 0.5, -0.5, .real(Double(wide) + 2),
      .real(0x1p63), .real(-0x1p63), .real(.infinity), .real(-.infinity), "", "a", "a\u{0}",
      "B", "\u{E9}", "e\u{301}", "the same start, and a", "the same start, and b", "the same",
      "\u{10000}", .blob([]), .blob([1]), .blob([1, 0]), .blob([255]), 0, 0.0, "a", nil,
      .blob([1, 2, 3, 4, 5, 6, 7, 8, 9]), .blob([1, 2, 3, 4, 5, 6, 7, 8]),
      .integer(1_700_000_000_000_000_001), .integer(1_700_000_000_000_000_000),
    ]
    var stream = RandomStream(seed: seed, "kinds")
    stream.shuffle(&values)
    let database = try SQLiteDatabase()
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, rank)")
    let order: SQLiteQuery.Rank = isDescending ? .descending("rank") : .ascending("rank")
    let source = try SQLiteSource(database, SQLiteQuery("t", by: [order]))
    let shadow = RowShadow(source)
    let query = "SELECT id FROM t ORDER BY rank \(isDescending ? "DESC" : "ASC"), id"
    for value in values {
      try database.execute("INSERT INTO t (rank) VALUES (?)", [value])
      #expect(shadow.read() == nil)
      #expect(shadow.rowids.map { .integer($0) } == (try database.rows(query).map { $0[0] }))
    }
    for _ in 0..<40 {
      let arguments: [SQLiteValue] = [
        values[stream.index(below: values.count)],
        .integer(Int64(1 + stream.index(below: values.count))),
      ]
      try database.execute("UPDATE t SET rank = ? WHERE id = ?", arguments)
      #expect(shadow.read() == nil)
      #expect(shadow.rowids.map { .integer($0) } == (try database.rows(query).map { $0[0] }))
    }
    #expect(source.loadCount == 1)
  }

  @Test func `one transaction is one change, with all its index spaces`() throws {
    let database = try messages(5)
    let source = try SQLiteSource(database, bySent)
    let shadow = RowShadow(source)
    try database.transaction {
      try database.execute("DELETE FROM message WHERE id = 5")
      try database.execute("INSERT INTO message VALUES (6, 'm6', 5, 1)")
      try database.execute("INSERT INTO message VALUES (7, 'm7', 35, 1)")
      try database.execute("UPDATE message SET text = 'x' WHERE id = 2")
      try database.execute("UPDATE message SET sent = 100, text = 'y' WHERE id = 1")
      try database.execute("INSERT INTO message VALUES (8, 'm8', 8, 1)")
      try database.execute("DELETE FROM message WHERE id = 8")
    }
    #expect(shadow.read() == nil)
    #expect(
      shadow.changes == [
        ChangeSet(
          deletes: [0], inserts: [1, 5], moves: [.init(from: 4, to: 0)],
          updates: [.init(old: 3, new: 4), .init(old: 4, new: 0)])
      ])
    #expect(source.loadCount == 1)
  }

  @Test func `a row that begins or ceases to fulfil the condition comes or goes`() throws {
    let database = try messages()
    let source = try SQLiteSource(
      database, SQLiteQuery("message", where: "room = ? AND text LIKE 'm%'", [2]))
    let shadow = RowShadow(source)
    try database.execute("UPDATE message SET room = 2 WHERE id <> 2")
    #expect(shadow.read() == nil)
    try database.execute("UPDATE message SET text = 'gone' WHERE id = 1")
    try database.execute("UPDATE message SET text = 'gone' WHERE id = 2")
    #expect(shadow.read() == nil)
    #expect(shadow.rowids == [3])
    #expect(shadow.changes == [ChangeSet(inserts: [0, 1]), ChangeSet(deletes: [0])])
  }

  @Test func `what is rolled back is told to nobody, whole or in part`() throws {
    let database = try messages()
    let source = try SQLiteSource(database, bySent)
    let shadow = RowShadow(source)
    try database.execute("BEGIN")
    try database.execute("DELETE FROM message")
    #expect(shadow.read() == nil)
    try database.execute("ROLLBACK")
    #expect(shadow.read() == nil)
    #expect(shadow.kinds == "i")
    try database.execute("BEGIN")
    try database.execute("SAVEPOINT a")
    try database.execute("UPDATE message SET text = 'x', sent = -id")
    try database.execute("ROLLBACK TO a")
    try database.execute("DELETE FROM message WHERE id = 2")
    try database.execute("COMMIT")
    #expect(shadow.read() == nil)
    #expect(shadow.changes == [ChangeSet(deletes: [1])])
    // A statement that fails halfway leaves nothing behind, and one with OR FAIL what it has done.
    #expect(fails(.constraint) { try database.execute("UPDATE message SET id = 5") })
    #expect(shadow.read() == nil && shadow.kinds == "ic")
    try database.execute("CREATE UNIQUE INDEX sole ON message (text)")
    _ = try? database.execute("UPDATE OR FAIL message SET text = 'same'")
    #expect(shadow.read() == nil)
    #expect(shadow.rows.map { $0[0] } == ["m3", "same"])
    #expect(source.content.count == 2)
  }

  @Test func `nothing is seen of a transaction that is still open`() throws {
    let database = try messages()
    let source = try SQLiteSource(database, bySent)
    try database.transaction {
      try database.execute("DELETE FROM message")
      #expect(source.content.count == 3)
    }
    #expect(source.content.count == 0)
  }

  @Test func `a table that is changed in an open transaction is shown as it was, and not heard of`()
    throws
  {
    let database = try messages()
    let source = try SQLiteSource(database, SQLiteQuery("message", columns: ["text"]))
    var rings = 0
    let listener = database.signal.listen { rings += 1 }
    try database.execute("BEGIN")
    try database.execute("ALTER TABLE message ADD COLUMN extra")
    try database.execute("DELETE FROM message WHERE id = 1")
    #expect(source.content.count == 3)
    #expect(rings == 0)
    try database.execute("ROLLBACK")
    #expect(source.content.count == 3)
    try database.execute("DELETE FROM message WHERE id = 2")
    #expect(rings == 1)
    #expect(source.content.rows.map(\.rowid) == [1, 3])
    withExtendedLifetime(listener) {}
  }

  @Test func `rows that could not be looked up are not forgotten`() throws {
    let database = try messages(1)
    let source = try SQLiteSource(database, SQLiteQuery("message", where: "abs(room) > 0"))
    let shadow = RowShadow(source)
    // There is no absolute value of the smallest number: the condition fails.
    try database.execute(
      "INSERT INTO message VALUES (2, 'b', 0, ?), (3, 'c', 0, 1)", [.integer(.min)])
    #expect(shadow.read() == nil)
    #expect(source.snapshot.state == .failed(SourceFailure("integer overflow (code 1)")))
    try database.execute("UPDATE message SET room = 4 WHERE id = 2")
    #expect(shadow.read() == nil)
    #expect(shadow.kinds == "ifcC")
    #expect(shadow.rowids == [1, 2, 3])
  }

  @Test func `a DELETE of everything is told row by row`() throws {
    let database = try messages()
    let source = try SQLiteSource(database, bySent)
    let shadow = RowShadow(source)
    try database.execute("DELETE FROM message")
    #expect(shadow.read() == nil)
    #expect(shadow.changes == [ChangeSet(deletes: [0, 1, 2])])
    #expect(source.loadCount == 1)
  }

  @Test func `rows that a REPLACE deletes are gone`() throws {
    let database = try messages()
    try database.execute("CREATE UNIQUE INDEX sole ON message (text)")
    let source = try SQLiteSource(database, bySent)
    let shadow = RowShadow(source)
    try database.execute("INSERT OR REPLACE INTO message VALUES (9, 'm1', 50, 1)")
    #expect(shadow.read() == nil)
    #expect(shadow.rowids == [9, 3, 2])
    try database.execute("REPLACE INTO message VALUES (2, 'm2', 60, 1)")
    #expect(shadow.read() == nil)
    #expect(shadow.rowids == [2, 9, 3])
    try database.execute("UPDATE OR REPLACE message SET text = 'm1' WHERE id = 3")
    #expect(shadow.read() == nil)
    #expect(shadow.rowids == [2, 3])
    // Nothing was deleted silently by the second, so that it was placed.
    #expect(source.loadCount == 3)
  }

  @Test func `a row that gets another rowid is another row`() throws {
    let database = try messages()
    let source = try SQLiteSource(database, bySent)
    let shadow = RowShadow(source)
    try database.execute("UPDATE message SET id = 9 WHERE id = 3")
    try database.execute("UPDATE message SET rowid = 8 WHERE rowid = 2")
    #expect(shadow.read() == nil)
    #expect(shadow.rowids == [9, 8, 1])
    try database.execute(
      "CREATE TABLE child (id INTEGER PRIMARY KEY REFERENCES message ON UPDATE CASCADE)")
    try database.execute("PRAGMA foreign_keys = ON")
    try database.execute("INSERT INTO child VALUES (9), (1)")
    let children = RowShadow(try SQLiteSource(database, SQLiteQuery("child")))
    try database.execute("UPDATE message SET id = 5 WHERE id = 9")
    #expect(children.read() == nil)
    #expect(children.rowids == [1, 5])
    let loads = source.loadCount
    try database.execute("UPDATE message SET text = 'x' WHERE id = 5")
    #expect(source.content.count == 3 && source.loadCount == loads + 1)
    try database.execute("UPDATE message SET text = 'y' WHERE id = 5")
    #expect(source.content[0][0] == "y" && source.loadCount == loads + 1)
  }

  @Test func `rows that a constraint or a trigger replaces are gone`() throws {
    let database = try SQLiteDatabase()
    try database.execute(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT UNIQUE ON CONFLICT REPLACE)")
    try database.execute("CREATE TABLE log (name TEXT)")
    let source = try SQLiteSource(database, SQLiteQuery("t"))
    let shadow = RowShadow(source)
    try database.execute("INSERT INTO t VALUES (1, 'a'), (2, 'b')")
    try database.execute("INSERT INTO t VALUES (3, 'a')")
    #expect(shadow.read() == nil)
    #expect(shadow.rowids == [2, 3])
    try database.execute(
      "CREATE TRIGGER copy AFTER INSERT ON log BEGIN INSERT INTO t (name) VALUES (new.name); END")
    try database.execute("INSERT INTO log VALUES ('b')")
    #expect(shadow.read() == nil)
    #expect(shadow.rowids == [3, 4])
  }

  @Test func `an UPSERT is an update where there was a row`() throws {
    let database = try messages()
    let source = try SQLiteSource(database, bySent)
    let shadow = RowShadow(source)
    let upsert = """
      INSERT INTO message VALUES (?, 'up', 5, 1)
      ON CONFLICT (id) DO UPDATE SET text = excluded.text
      """
    try database.execute(upsert, [2])
    #expect(shadow.read() == nil)
    try database.execute(upsert, [7])
    #expect(shadow.read() == nil)
    #expect(
      shadow.changes == [ChangeSet(updates: [.init(old: 1, new: 1)]), ChangeSet(inserts: [2])])
  }

  @Test func `what triggers, cascades and copies of tables do is seen`() throws {
    let database = try messages()
    try database.execute("PRAGMA foreign_keys = ON")
    try database.execute(
      "CREATE TABLE mark (id INTEGER PRIMARY KEY, message REFERENCES message ON DELETE CASCADE)")
    try database.execute("INSERT INTO mark SELECT id, id FROM message")
    try database.execute(
      "CREATE TRIGGER touch AFTER DELETE ON message BEGIN UPDATE message SET text = text || '!'; END"
    )
    let (source, marks) = (
      try SQLiteSource(database, bySent), try SQLiteSource(database, SQLiteQuery("mark"))
    )
    let shadows = [RowShadow(source), RowShadow(marks)]
    try database.execute("DELETE FROM message WHERE id = 2")
    #expect(shadows.map { $0.read() } == [nil, nil])
    #expect(shadows[0].rows.map { $0[0] } == ["m3!", "m1!"])
    #expect(shadows[1].rowids == [1, 3])
    try database.execute(
      "CREATE TABLE other (id INTEGER PRIMARY KEY, message REFERENCES message ON DELETE CASCADE)")
    try database.execute("INSERT INTO other VALUES (70, 1), (71, 3)")
    try database.execute("INSERT INTO mark SELECT * FROM other")
    #expect(shadows[1].read() == nil)
    #expect(shadows[1].rowids == [1, 3, 70, 71])
  }

  @Test func `queries that cannot be followed are refused in words`() throws {
    let database = try messages()
    try database.execute("CREATE TABLE bare (id INTEGER PRIMARY KEY, a) WITHOUT ROWID")
    try database.execute("CREATE VIEW seen AS SELECT * FROM message")
    func words(_ query: SQLiteQuery) -> String {
      do {
        _ = try SQLiteSource(database, query)
        return ""
      } catch { return "\(error.kind): \(error.message)" }
    }
    #expect(words(SQLiteQuery("bare")).contains("query: table 'bare' is WITHOUT ROWID"))
    #expect(words(SQLiteQuery("seen")).contains("'seen' is no plain table"))
    #expect(words(SQLiteQuery("nothing")) == "schema: no such table: nothing")
    #expect(words(SQLiteQuery("message", columns: ["no"])) == "schema: no such column: no")
    #expect(words(SQLiteQuery("message", by: [.ascending("no")])) == "schema: no such column: no")
    let subquery = "id = (SELECT max(id) FROM message)"
    #expect(words(SQLiteQuery("message", where: subquery)).contains("looks at other rows"))
    #expect(words(SQLiteQuery("message", where: "random() > 0")).contains("calls random"))
    #expect(words(SQLiteQuery("message", where: "length(text) > 0")) == "")
  }

  @Test func `names that want quotes, and columns that hide the rowid, do no harm`() throws {
    let database = try SQLiteDatabase()
    try database.execute("CREATE TABLE \"a \"\"b\" (rowid TEXT, \"c d\" INT)")
    try database.execute("INSERT INTO \"a \"\"b\" VALUES ('x', 2), ('y', 1)")
    let source = try SQLiteSource(
      database, SQLiteQuery("a \"b", by: [.ascending("c d")]))
    let shadow = RowShadow(source)
    try database.execute("INSERT INTO \"a \"\"b\" VALUES ('z', 0)")
    #expect(shadow.read() == nil)
    #expect(shadow.rows.map { $0[0] } == ["z", "y", "x"])
    #expect(source.loadCount == 1)
  }

  @Test func `texts are ordered by their bytes, whatever the column says`() throws {
    let database = try SQLiteDatabase()
    try database.execute("CREATE TABLE t (name TEXT COLLATE NOCASE)")
    try database.execute("INSERT INTO t VALUES ('b'), ('A'), ('C')")
    let source = try SQLiteSource(database, SQLiteQuery("t", by: [.ascending("name")]))
    try database.execute("INSERT INTO t VALUES ('B'), (NULL), (3)")
    #expect(source.content.rows.map { $0[0] } == [nil, "3", "A", "B", "C", "b"])
  }

  @Test func `another schema is a state until the table is there again`() throws {
    let database = try messages()
    let source = try SQLiteSource(database, SQLiteQuery("message"))
    let shadow = RowShadow(source)
    try database.execute("ALTER TABLE message ADD COLUMN extra DEFAULT 5")
    #expect(shadow.read() == nil)
    #expect(shadow.rows[0].values.count == 5)
    #expect(shadow.changes.map(\.updates.count) == [3])
    try database.execute("DROP TABLE message")
    #expect(shadow.read() == nil)
    #expect(source.snapshot.state == .failed(SourceFailure("no such table: message (code 1)")))
    #expect(source.content.count == 3)
    try database.execute("CREATE TABLE message (id INTEGER PRIMARY KEY, text)")
    try database.execute("INSERT INTO message VALUES (2, 'again')")
    #expect(shadow.read() == nil)
    #expect(shadow.kinds == "icfcC")
    #expect(shadow.rowids == [2])
    #expect(source.snapshot.state == .live)
  }

  @Test func `a VACUUM that gives rows other numbers is noticed`() throws {
    let database = try SQLiteDatabase()
    try database.execute("CREATE TABLE t (name TEXT)")
    try database.execute("INSERT INTO t VALUES ('a'), ('b'), ('c')")
    let source = try SQLiteSource(database, SQLiteQuery("t"))
    let shadow = RowShadow(source)
    try database.execute("DELETE FROM t WHERE name = 'a'")
    try database.execute("VACUUM")
    try database.execute("UPDATE t SET name = 'x' WHERE name = 'c'")
    #expect(shadow.read() == nil)
    #expect(shadow.rows.map { $0[0] } == ["b", "x"])
  }

  @Test func `what another connection commits is seen at the next look, with one difference`()
    throws
  {
    try withTemporaryFolder { folder in
      let path = folder + "/two.db"
      let (mine, other) = (try SQLiteDatabase(path: path), try SQLiteDatabase(path: path))
      try mine.execute("CREATE TABLE message (id INTEGER PRIMARY KEY, text)")
      let source = try SQLiteSource(mine, SQLiteQuery("message"))
      let shadow = RowShadow(source)
      var heard = 0
      let observer = source.observe { _ in heard += 1 }
      try other.execute("INSERT INTO message VALUES (1, 'a'), (2, 'b')")
      try other.execute("DELETE FROM message WHERE id = 1")
      #expect(heard == 1)
      mine.poll()
      #expect(heard == 2)
      #expect(shadow.read() == nil)
      #expect(shadow.changes == [ChangeSet(inserts: [0])])
      // Mine alone is placed; mine beside another's is read again, and right.
      let loads = source.loadCount
      try mine.execute("INSERT INTO message VALUES (3, 'c')")
      #expect(source.loadCount == loads)
      try other.execute("INSERT INTO message VALUES (4, 'd')")
      try mine.execute("DELETE FROM message WHERE id = 2")
      #expect(shadow.read() == nil)
      #expect(shadow.rowids == [3, 4])
      #expect(source.loadCount == loads + 1)
      observer.cancel()
    }
  }

  @Test func `an exclusive lock is a state, and ends with it`() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/locked.db"
      let other = try SQLiteDatabase(path: path)
      try other.execute("CREATE TABLE message (id INTEGER PRIMARY KEY, text)")
      try other.execute("PRAGMA journal_mode = DELETE")
      let options = SQLiteOptions(busyTimeout: .milliseconds(1), isReadOnly: true)
      let mine = try SQLiteDatabase(path: path, options)
      let source = try SQLiteSource(mine, SQLiteQuery("message"))
      let shadow = RowShadow(source)
      try other.execute("BEGIN EXCLUSIVE")
      try other.execute("INSERT INTO message VALUES (1, 'a')")
      #expect(shadow.read() == nil)
      #expect(shadow.kinds == "if")
      #expect(shadow.rowids == [])
      try other.execute("COMMIT")
      #expect(shadow.read() == nil)
      #expect(shadow.rowids == [1])
      #expect(source.snapshot.state == .live)
    }
  }

  @Test func `the query of a container is exchanged as any source is`() throws {
    let database = try messages(4)
    let even = try SQLiteSource(database, SQLiteQuery("message", where: "id % 2 = 0"))
    let late = try SQLiteSource(database, SQLiteQuery("message", where: "id > 2"))
    let container = SourceContainer<SharedList<SQLiteRow>>(even)
    let shadow = RowShadow(container.mapped { $0 })
    container.swap(to: late)
    try database.execute("DELETE FROM message WHERE id = 2")
    try database.execute("DELETE FROM message WHERE id = 3")
    #expect(shadow.read() == nil)
    #expect(shadow.changes == [ChangeSet(deletes: [0], inserts: [0]), ChangeSet(deletes: [0])])
    #expect(shadow.rowids == [4])
  }

  @Test func `an observer that writes is told of that afterwards`() throws {
    let database = try messages(1)
    let source = try SQLiteSource(database, SQLiteQuery("message"))
    var counts: [Int] = []
    let observer = source.observe { event in
      let count = event.content?.count ?? 0
      counts.append(count)
      if count < 4 {
        _ = try? database.execute("INSERT INTO message (text) VALUES ('more')")
      }
    }
    #expect(counts == [1, 2, 3, 4])
    observer.cancel()
  }

  @Test func `rows of an attached database of the same name are not mixed up`() throws {
    let database = try messages(1)
    try database.execute("ATTACH ':memory:' AS more")
    try database.execute("CREATE TABLE more.message (id INTEGER PRIMARY KEY, text)")
    let source = try SQLiteSource(database, SQLiteQuery("message"))
    try database.execute("INSERT INTO more.message VALUES (1, 'x'), (2, 'y')")
    try database.execute("CREATE TEMP TABLE message (id INTEGER PRIMARY KEY, text)")
    try database.execute("INSERT INTO temp.message VALUES (5, 'x')")
    #expect(source.content.rows.map { $0[1] } == ["m1"])
  }
}
