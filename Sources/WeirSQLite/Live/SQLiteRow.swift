public import WeirDiff

/// A row of a table, as a source shows it.
public struct SQLiteRow: ListRow, Sendable {
  /// The identity of the row in its table.
  public let rowid: Int64
  /// The values of the columns that the query names.
  public let values: [SQLiteValue]
  /// The values that it is ordered by.
  let ranks: [SQLiteValue]

  /// The rowid.
  public var rowID: Int64 { rowid }

  /// Returns `true` if all values are the same.
  public func showsTheSame(as other: SQLiteRow) -> Bool { values == other.values }

  /// The value of a column, by its index in the query.
  public subscript(column: Int) -> SQLiteValue { values[column] }
}
