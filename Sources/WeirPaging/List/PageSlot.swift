// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

/// A row of a paged list, or the place of one that is known to exist but is not loaded.
public enum PageSlot<Row: ListRow & Sendable>: ListRow, Sendable where Row.RowID: Sendable {
  /// A place before the rows that are loaded, counted from the beginning of the list.
  case before(Int)
  /// A row that is loaded.
  case row(Row)
  /// A place after the rows that are loaded, counted from the end of the list.
  case after(Int)

  /// The identity of a slot.
  public enum ID: Hashable, Sendable {
    /// That of a place before the rows.
    case before(Int)
    /// That of a row.
    case row(Row.RowID)
    /// That of a place after the rows.
    case after(Int)
  }

  /// The identity of the slot.
  public var rowID: ID {
    switch self {
    case .before(let number): .before(number)
    case .row(let row): .row(row.rowID)
    case .after(let number): .after(number)
    }
  }

  /// `true` if both are places without a row, or rows that look alike.
  public func showsTheSame(as other: PageSlot) -> Bool {
    if case .row(let a) = self, case .row(let b) = other { return a.showsTheSame(as: b) }
    return true
  }
}
