// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirSQLite

@Suite struct SQLiteValueTests {
  @Test func `every kind of value comes back as it was given`() throws {
    let database = try SQLiteDatabase()
    try database.execute("CREATE TABLE t (v)")
    let values: [SQLiteValue] = [
      nil, 7, .integer(.min), .integer(.max), 0.5, .real(-.infinity), "", "a\u{0}b", "caf\u{E9}",
      .blob([]), .blob([0, 255, 1]), .text(String(repeating: "x", count: 100_000)),
    ]
    for value in values { try database.execute("INSERT INTO t VALUES (?)", [value]) }
    #expect(try database.rows("SELECT v FROM t ORDER BY rowid").map { $0[0] } == values)
    #expect(
      try database.rows("SELECT typeof(v) FROM t WHERE rowid IN (7, 10)").map { $0[0] } == [
        "text", "blob",
      ])
  }

  @Test func `texts of other bytes are other texts`() {
    #expect(SQLiteValue.text("caf\u{E9}") != .text("cafe\u{301}"))
    #expect(SQLiteValue.integer(1) != .real(1))
    #expect(SQLiteValue.null == nil)
  }

  @Test func `values are in the order of the database, and equal in it where it says so`() throws {
    let wide: Int64 = 1 << 53
    let values: [SQLiteValue] = [
      nil, 0, 1, -1, .integer(wide), .integer(wide + 1), .integer(.max), .integer(.max - 1),
      .integer(.min), .integer(.min + 1), 0.0, .real(-0.0), 0.5, -0.5, 1.0, .real(Double(wide)),
      .real(Double(wide) + 2), .real(0x1p63), .real(-0x1p63), .real(0x1p62), .real(-0x1p64),
      .real(.infinity), .real(-.infinity), "", "a", "B", "\u{E9}", "e\u{301}", "\u{10000}",
      "\u{FFFD}", .blob([]), .blob([1]), .blob([0, 9]), .blob([255]),
    ]
    let database = try SQLiteDatabase()
    for a in values {
      for b in values where a != nil && b != nil {
        let isLess = try database.rows("SELECT ? < ?", [a, b])[0][0] == 1
        #expect(a.precedes(b) == isLess, "\(a) before \(b)")
      }
    }
    #expect(SQLiteValue.null.precedes(.integer(.min)))
    #expect(!SQLiteValue.null.precedes(nil))
    #expect(!SQLiteValue.integer(.min).precedes(nil))
  }
}
