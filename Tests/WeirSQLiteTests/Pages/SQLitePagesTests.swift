// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirPaging
import WeirSQLite
import WeirTestSupport

@Suite struct SQLitePagesTests {
  /// Runs `body` with the path of a file that is not there yet, and removes its folder afterwards.
  private func withTemporaryFile(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("weir-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(folder + "/pages.db")
  }

  /// The lines of the doc comment, and then a look at what came of them.
  @Test(arguments: [PageKeyKind.position, .offset])
  func `a paged list over a table takes five lines`(keys: PageKeyKind) async throws {
    try await withTemporaryFile { path in
      let database = try SQLiteDatabase(path: path)
      try database.execute("CREATE TABLE message (id INTEGER PRIMARY KEY, sent INTEGER)")
      for id in 1...45 as ClosedRange<Int64> {
        try database.execute("INSERT INTO message VALUES (?, ?)", [.integer(id), .integer(id / 2)])
      }
      let newest = SQLiteQuery("message", by: [.descending("sent")])
      let pages = try SQLitePages(path: path, newest)
      let rules = PagerRules(pageSize: 20, keys: keys)
      let list = try PagedList<SQLiteRow>(rules) { try await pages.answer($0) }
      await list.load()

      let wanted = try database.rows("SELECT id FROM message ORDER BY sent DESC, id").map { $0[0] }
      #expect(await list.items.map { $0[0] } == Array(wanted.prefix(20)))
      await list.loadNextPage()
      await list.loadNextPage()
      #expect(await list.items.map { $0[0] } == wanted)
      #expect(await !list.hasMore)
      try database.execute("INSERT INTO message VALUES (99, 99)")
      await list.refresh()
      #expect(await list.items.first?[0] == 99)
      #expect(await list.hasMore)
    }
  }

  @Test func `a table that is gone is a failure, and the rows stay`() async throws {
    try await withTemporaryFile { path in
      let database = try SQLiteDatabase(path: path)
      try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY)")
      try database.execute("INSERT INTO t VALUES (1), (2)")
      let pages = try SQLitePages(path: path, SQLiteQuery("t"))
      let list = PagedList<SQLiteRow>(pageSize: 1) { try await pages.answer($0) }
      await list.load()
      try database.execute("DROP TABLE t")
      await list.loadNextPage()
      #expect(await list.items.map(\.rowid) == [1])
      #expect(await list.lastError is SQLiteError)
    }
  }
}
