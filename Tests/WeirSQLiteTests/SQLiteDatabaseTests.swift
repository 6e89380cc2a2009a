// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirSQLite
import WeirSources
import WeirTestSupport

@Suite struct SQLiteDatabaseTests {
  @Test func `what a transaction throws rolls it back, and a part of it alone`() throws {
    struct Stop: Error {}
    let database = try messages(0)
    #expect(throws: Stop.self) {
      try database.transaction {
        try database.execute("INSERT INTO message VALUES (1, 'a', 0, 0)")
        throw Stop()
      }
    }
    #expect(try database.rows("SELECT * FROM message").isEmpty)
    try database.transaction {
      try database.execute("INSERT INTO message VALUES (1, 'a', 0, 0)")
      #expect(throws: Stop.self) {
        try database.transaction {
          try database.execute("INSERT INTO message VALUES (2, 'b', 0, 0)")
          throw Stop()
        }
      }
      try database.transaction { try database.execute("INSERT INTO message VALUES (3, 'c', 0, 0)") }
      #expect(!database.isOutsideTransaction)
    }
    #expect(database.isOutsideTransaction)
    #expect(try database.rows("SELECT id FROM message").map { $0[0] } == [1, 3])
  }

  @Test func `errors are told apart`() throws {
    let database = try messages()
    #expect(fails(.constraint) { try database.execute("INSERT INTO message VALUES (1, '', 0, 0)") })
    #expect(fails(.schema) { try database.execute("SELECT * FROM absent") })
    #expect(fails(.schema) { try database.execute("SELECT absent FROM message") })
    #expect(fails(.other) { try database.execute("SELEKT") })
    #expect(fails(.other) { try database.execute("SELECT 1; SELECT 2") })
    #expect(fails(.other) { try database.execute(" ") })
    #expect(fails(.other) { try database.execute("SELECT ?", []) })
    #expect(fails(.cannotOpen) { _ = try SQLiteDatabase(path: "/nowhere/at/all.db") })
    #expect(try database.rows("SELECT 1 ; ") == [[1]])
  }

  @Test func `a lock of somebody else is an error of its own, and passes`() throws {
    try withTemporaryFolder { folder in
      let options = SQLiteOptions(busyTimeout: .milliseconds(1))
      let first = try SQLiteDatabase(path: folder + "/a.db", options)
      let second = try SQLiteDatabase(path: folder + "/a.db", options)
      try first.execute("CREATE TABLE t (a)")
      try first.execute("BEGIN IMMEDIATE")
      #expect(fails(.busy) { try second.execute("INSERT INTO t VALUES (1)") })
      #expect(fails(.busy) { try second.transaction {} })
      try first.execute("COMMIT")
      try second.execute("INSERT INTO t VALUES (1)")
      #expect(try first.rows("SELECT * FROM t") == [[1]])
      let reader = try SQLiteDatabase(path: folder + "/a.db", SQLiteOptions(isReadOnly: true))
      #expect(fails(.readOnly) { try reader.execute("INSERT INTO t VALUES (1)") })
      #expect(try reader.rows("SELECT * FROM t") == [[1]])
    }
  }

  @Test func `a statement may be run while it is run, and many are kept`() throws {
    let database = try messages(2)
    let source = try SQLiteSource(database, SQLiteQuery("message"))
    let observer = source.observe { _ in _ = try? database.rows("SELECT count(*) FROM message") }
    for number in 0..<250 {
      #expect(try database.rows("SELECT \(number)") == [[.integer(Int64(number))]])
    }
    try database.execute("DELETE FROM message WHERE id = 1")
    #expect(source.content.count == 1)
    observer.cancel()
  }

  @Test func `it says how many rows a statement changed, and which was inserted last`() throws {
    let database = try messages()
    #expect(try database.execute("UPDATE message SET room = 2 WHERE id < 3") == 2)
    try database.execute("INSERT INTO message (id) VALUES (77)")
    #expect(database.lastRowid == 77)
  }

  @Test func `connections to one database in memory see what the others commit`() throws {
    struct Stop: Error {}
    let connections = try SQLiteDatabase.inMemory(connections: 3)
    let stranger = try SQLiteDatabase.inMemory(connections: 1)[0]
    try connections[0].execute("CREATE TABLE message (text TEXT)")
    let source = try SQLiteSource(connections[0], SQLiteQuery("message"))
    #expect(throws: Stop.self) {
      try connections[1].transaction {
        try connections[1].execute("INSERT INTO message VALUES ('a')")
        throw Stop()
      }
    }
    connections[0].poll()
    #expect(source.content.count == 0)
    try connections[1].execute("INSERT INTO message VALUES ('b')")
    try connections[2].execute("INSERT INTO message VALUES ('c')")
    connections[0].poll()
    #expect(source.content.rows.map { $0[0] } == [.text("b"), .text("c")])
    #expect(fails(.schema) { try stranger.execute("SELECT * FROM message") })
  }
}
