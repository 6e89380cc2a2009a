// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirDiff

/// A row of a table, as a source shows it.
public struct SQLiteRow: ListRow, Sendable {
  /// The identity of the row in its table.
  public let rowid: Int64
  /// The number of values that are shown.
  private let count: Int32
  /// The beginning of the row's rank: of two rows of a query whose hints differ, the one with the smaller hint comes first.
  ///
  /// It lies in the list itself, so that a search seldom has to look at values, which lie elsewhere.
  let hint: UInt64
  /// The values that are shown, and behind them those that it is only ordered by: one array, so that copies of a list
  /// cost little.
  let storage: [SQLiteValue]

  /// Makes a row of which so many values are shown.
  init(rowid: Int64, _ storage: [SQLiteValue], count: Int, by ranks: [RowPlacing.Rank] = []) {
    self.rowid = rowid
    self.storage = storage
    self.count = Int32(count)
    if let rank = ranks.first {
      let hint = storage[rank.index].orderHint
      self.hint = rank.isDescending ? ~hint : hint
    } else {
      hint = 0
    }
  }

  /// The values of the columns that the query names.
  public var values: [SQLiteValue] { Array(storage.prefix(Int(count))) }

  /// The rowid.
  public var rowID: Int64 { rowid }

  /// Returns `true` if all values are the same.
  public func showsTheSame(as other: SQLiteRow) -> Bool {
    if count != other.count { return false }
    for column in 0..<Int(count) where storage[column] != other.storage[column] { return false }
    return true
  }

  /// The value of a column, by its index in the query.
  public subscript(column: Int) -> SQLiteValue { storage[column] }
}
