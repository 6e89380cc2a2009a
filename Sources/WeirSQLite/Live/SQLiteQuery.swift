// SPDX-License-Identifier: GPL-3.0-or-later

/// The rows of one table that a source shows: which columns, which rows, in which order.
///
///     SQLiteQuery("message", columns: ["text"], where: "room = ?", [7], by: [.descending("sent")])
///
/// Rows are told apart by their rowid, which also decides between rows of one rank. Texts are ordered by their
/// bytes, whatever collation the column has.
public struct SQLiteQuery: Sendable {
  /// The table.
  public var table: String
  /// The columns to be shown; none stands for all.
  public var columns: [String]
  /// The condition that a row must fulfil, as SQL that looks at the row alone.
  public var condition: String?
  /// The arguments of the condition.
  public var arguments: [SQLiteValue]
  /// The columns that rows are ordered by.
  public var order: [Rank]

  /// A column that rows are ordered by.
  public struct Rank: Hashable, Sendable {
    /// The name of the column.
    public var column: String
    /// `true` if the largest comes first.
    public var isDescending: Bool

    /// The smallest comes first.
    public static func ascending(_ column: String) -> Rank {
      Rank(column: column, isDescending: false)
    }

    /// The largest comes first.
    public static func descending(_ column: String) -> Rank {
      Rank(column: column, isDescending: true)
    }
  }

  /// Makes a query; with the table alone, one for all rows by rowid.
  public init(
    _ table: String, columns: [String] = [], where condition: String? = nil,
    _ arguments: [SQLiteValue] = [], by order: [Rank] = []
  ) {
    self.table = table
    self.columns = columns
    self.condition = condition
    self.arguments = arguments
    self.order = order
  }
}
