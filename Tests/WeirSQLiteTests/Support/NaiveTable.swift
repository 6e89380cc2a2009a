// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirSQLite

/// A table as an array, whose pages are found by sorting all of it.
struct NaiveTable {
  struct Row {
    var id: Int64
    var values: [String: SQLiteValue]
  }

  private var rows: [Row] = []

  /// Puts a row into both tables, unless there is one of this id.
  mutating func insert(
    _ id: Int64, _ database: SQLiteDatabase, _ chance: inout RandomStream
  ) throws {
    if rows.contains(where: { $0.id == id }) { return }
    let kinds: [SQLiteValue] = [
      .null, .integer(-1), .integer(7), .real(7.5), .real(-0.25), .text("a"), .text("ab"),
      .text("B"), .text(""), .blob([]), .blob([0, 255]), .integer(.max), .real(0x1p63),
    ]
    let texts: [SQLiteValue] = [.null, .text("x"), .text("X"), .text("é"), .text(",")]
    let reals: [SQLiteValue] = [.null, .real(1), .real(2.5), .real(-3)]
    let values = [kinds, texts, reals].map { $0[chance.index(below: $0.count)] }
    rows.append(Row(id: id, values: ["a": values[0], "b": values[1], "c": values[2]]))
    try database.execute("INSERT INTO t VALUES (?, ?, ?, ?)", [.integer(id)] + values)
  }

  /// Takes any row out of both tables.
  mutating func remove(_ database: SQLiteDatabase, _ chance: inout RandomStream) throws {
    if rows.isEmpty { return }
    let row = rows.remove(at: chance.index(below: rows.count))
    try database.execute("DELETE FROM t WHERE id = ?", [.integer(row.id)])
  }

  /// Returns the rows that a query of the tests shows, in its order.
  func sorted(by ranks: [SQLiteQuery.Rank]) -> [Row] {
    rows.filter { $0.id % 5 != 4 }.sorted { Self.precedes($0, $1, ranks) }
  }

  /// Returns the rows next to a row that is there or was, and `true` if there are more.
  func page(
    beyond row: Row?, by ranks: [SQLiteQuery.Rank], _ size: Int, isBackward: Bool
  ) -> (rows: [Row], hasMore: Bool) {
    let beyond = sorted(by: ranks).filter { other in
      guard let row else { return true }
      return isBackward ? Self.precedes(other, row, ranks) : Self.precedes(row, other, ranks)
    }
    let page = isBackward ? Array(beyond.suffix(size)) : Array(beyond.prefix(size))
    return (page, beyond.count > size)
  }

  private static func precedes(_ a: Row, _ b: Row, _ ranks: [SQLiteQuery.Rank]) -> Bool {
    for rank in ranks {
      guard let x = a.values[rank.column], let y = b.values[rank.column] else { continue }
      if x.precedes(y) { return !rank.isDescending }
      if y.precedes(x) { return rank.isDescending }
    }
    return a.id < b.id
  }
}
