// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirPaging
import WeirSQLite
import WeirTestSupport

@Suite struct SQLitePageReaderTests {
  private func request(
    _ key: PageKey, _ size: Int = 3, isBackward: Bool = false
  ) -> PageRequest {
    PageRequest(
      id: 1, generation: 1, direction: .append, key: key, size: size, isBackward: isBackward)
  }

  private func table(_ rows: [(id: Int64, a: SQLiteValue, b: SQLiteValue)]) throws -> SQLiteDatabase
  {
    let database = try SQLiteDatabase()
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a, b)")
    for (id, a, b) in rows {
      try database.execute("INSERT INTO t VALUES (?, ?, ?)", [.integer(id), a, b])
    }
    return database
  }

  @Test func `offsets count rows, and tell how many there are`() throws {
    let database = try table((1...8).map { ($0, .integer(9 - $0), nil) })
    let reader = try SQLitePageReader(
      database, SQLiteQuery("t", columns: ["a"], where: "a < ?", [8], by: [.ascending("a")]))
    let page = try reader.answer(request(.offset(3)))
    #expect(page.items.map { $0[0] } == [4, 5, 6] && page.total == 7)
    #expect(page.next == .unstated && page.previous == .unstated)
    #expect(try reader.answer(request(.offset(6))).items.map { $0[0] } == [7])
    #expect(try reader.answer(request(.offset(99))).items.isEmpty)
    #expect(try reader.answer(request(.offset(-4))).items.map { $0[0] } == [1, 2, 3])
    #expect(database.isOutsideTransaction)
  }

  @Test func `positions say what lies beyond both ends of a page`() throws {
    let database = try table((1...7).map { ($0, .integer($0), nil) })
    let reader = try SQLitePageReader(database, SQLiteQuery("t", by: [.descending("a")]))
    let first = try reader.answer(request(.start))
    #expect(first.items.map(\.rowid) == [7, 6, 5] && first.previous == .end)
    guard case .key(let second) = first.next else { Issue.record("no second page"); return }
    let page = try reader.answer(request(second))
    #expect(page.items.map(\.rowid) == [4, 3, 2])
    guard case .key(let third) = page.next, case .key(let back) = page.previous else {
      Issue.record("a page in the middle has no neighbours")
      return
    }
    let last = try reader.answer(request(third))
    #expect(last.items.map(\.rowid) == [1] && last.next == .end)
    let before = try reader.answer(request(back, isBackward: true))
    #expect(before.items.map(\.rowid) == [7, 6, 5] && before.previous == .end)
    #expect(before.next == first.next)
    let end = try reader.answer(request(.start, 2, isBackward: true))
    #expect(end.items.map(\.rowid) == [2, 1] && end.next == .end && end.previous != .end)
    try database.execute("DELETE FROM t WHERE id < 4")
    let none = try reader.answer(request(third))
    #expect(none.items.isEmpty && none.next == .end && none.previous == .unstated)
  }

  /// The row at which a page ended is gone, and others came before and behind it.
  @Test func `a position is there although its row is not`() throws {
    let database = try table((1...9).map { ($0, .integer($0 * 10), nil) })
    let reader = try SQLitePageReader(database, SQLiteQuery("t", by: [.ascending("a")]))
    guard case .key(let next) = try reader.answer(request(.start)).next else {
      Issue.record("no second page")
      return
    }
    try database.execute("DELETE FROM t WHERE id IN (1, 3)")
    try database.execute("INSERT INTO t VALUES (20, 5, NULL), (21, 35, NULL)")
    #expect(try reader.answer(request(next)).items.map(\.rowid) == [21, 4, 5])
  }

  @Test(arguments: [
    PageKey.number(1), .cursor("7"), .position(""), .position("7"), .position("i1,x"),
    .position("q,1"), .position("t1,1"), .position("tzz,1"), .position("nn,1"), .position("i1,2,3"),
    .position("i1,i2,3"),
  ])
  func `a key of another kind, or of another order, is refused`(key: PageKey) throws {
    let reader = try SQLitePageReader(table([]), SQLiteQuery("t", by: [.ascending("a")]))
    #expect {
      try reader.answer(request(key))
    } throws: { error in
      if case PageError.refused = error { true } else { false }
    }
  }

  @Test func `what is wrong with a query or a table is thrown`() throws {
    let database = try table([])
    #expect(throws: SQLiteError.self) { try SQLitePageReader(database, SQLiteQuery("absent")) }
    #expect(throws: SQLiteError.self) {
      try SQLitePageReader(database, SQLiteQuery("t", by: [.ascending("absent")]))
    }
    let reader = try SQLitePageReader(database, SQLiteQuery("t"))
    try database.execute("DROP TABLE t")
    #expect(throws: SQLiteError.self) { try reader.answer(request(.offset(0))) }
    #expect(database.isOutsideTransaction)
  }

  /// Values of every kind, many of them equal, in up to three columns of any direction.
  @Test(arguments: 0..<120 as Range<UInt64>)
  func `agrees with a sorted array, whatever comes and goes between pages`(seed: UInt64) throws {
    var chance = RandomStream(seed: seed, "pages")
    let database = try SQLiteDatabase()
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a, b TEXT, c REAL)")
    if chance.index(below: 2) == 0 { try database.execute("CREATE INDEX i ON t (a, b)") }
    var twin = NaiveTable()
    for id in 1...Int64(20 + chance.index(below: 40)) { try twin.insert(id, database, &chance) }
    var ranks: [SQLiteQuery.Rank] = []
    for column in ["a", "b", "c"].prefix(1 + chance.index(below: 3)) {
      ranks.append(chance.index(below: 2) == 0 ? .ascending(column) : .descending(column))
    }
    let reader = try SQLitePageReader(
      database, SQLiteQuery("t", columns: ["b"], where: "id % 5 <> ?", [4], by: ranks))
    let isBackward = chance.index(below: 2) == 0
    let size = 1 + chance.index(below: 7)
    var (key, last): (PageKey, NaiveTable.Row?) = (.start, nil)
    for _ in 0..<80 {
      let wanted = twin.page(beyond: last, by: ranks, size, isBackward: isBackward)
      let page = try reader.answer(request(key, size, isBackward: isBackward))
      #expect(page.items.map(\.rowid) == wanted.rows.map(\.id))
      let (far, near) = isBackward ? (page.previous, page.next) : (page.next, page.previous)
      #expect((far == .end) == !wanted.hasMore)
      #expect((near == .end) == (last == nil))
      let offset = chance.index(below: 30)
      #expect(
        try reader.answer(request(.offset(offset), size)).items.map(\.rowid)
          == twin.sorted(by: ranks).dropFirst(offset).prefix(size).map(\.id))
      guard case .key(let next) = far else { break }
      (key, last) = (next, isBackward ? wanted.rows.first : wanted.rows.last)
      for _ in 0..<chance.index(below: 4) {
        if chance.index(below: 2) == 0 {
          try twin.insert(Int64(100 + chance.index(below: 900)), database, &chance)
        } else {
          try twin.remove(database, &chance)
        }
      }
    }
  }
}
