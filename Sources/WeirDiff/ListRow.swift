// SPDX-License-Identifier: Apache-2.0

/// A row that lists can be compared by: who it is, and what it shows.
///
///     struct Message: ListRow {
///       var id: Int
///       var text: String
///       var rowID: Int { id }
///       func showsTheSame(as other: Message) -> Bool { text == other.text }
///     }
public protocol ListRow {
  /// The identity of a row: rows of two lists with equal ids are the same row.
  associatedtype RowID: Hashable
  /// The identity of the row.
  var rowID: RowID { get }
  /// `true` if both rows, being the same row, look alike.
  ///
  /// A row must show the same as itself. Rows whose bytes in memory are the same always show the
  /// same, in lists of any length and at any place; this function need not be called for them. So a
  /// row with a score of `nan` that was not changed is not updated, although `score == other.score`
  /// is `false`:
  ///
  ///     struct Rated: ListRow {
  ///       var id: Int
  ///       var score: Double
  ///       var rowID: Int { id }
  ///       func showsTheSame(as other: Rated) -> Bool { score == other.score }
  ///     }
  ///     diff(from: [Rated(id: 1, score: .nan)], to: [Rated(id: 1, score: .nan)])  // nothing
  ///
  /// The memory between two fields counts as well and may hold anything, so that only rows that show the same as
  /// themselves have a result that does not depend on it.
  func showsTheSame(as other: Self) -> Bool
  /// `true` if both are the same row: whether their ids are equal.
  ///
  /// A row whose id is costly to make may compare it in place.
  static func isSameRow(_ a: Self, _ b: Self) -> Bool
  /// Returns a number that is equal for equal ids and rarely equal for others.
  ///
  /// It decides how fast rows are found, never which; its upper bits count first. The default asks the id, or
  /// spreads the bits of an integer. Where it serves badly, a `Hasher` takes over.
  static func hashOf(_ id: RowID) -> UInt64
}

extension ListRow {
  /// `true` if the ids are equal.
  @inlinable
  public static func isSameRow(_ a: Self, _ b: Self) -> Bool { a.rowID == b.rowID }

  /// Returns the hash that the id's own type makes for a dictionary, which may be another one in
  /// every process.
  @inlinable
  public static func hashOf(_ id: RowID) -> UInt64 { quickHash(id) }
}

extension ListRow where RowID: FixedWidthInteger {
  /// Returns the bits of `id`, spread upwards.
  @inlinable
  public static func hashOf(_ id: RowID) -> UInt64 { spread(UInt64(truncatingIfNeeded: id)) }
}

/// Returns the hash that `Hasher` makes, which is another one in every process.
@inlinable
func unforeseenHash<ID: Hashable>(_ id: ID) -> UInt64 {
  var hasher = Hasher()
  hasher.combine(id)
  return UInt64(truncatingIfNeeded: hasher.finalize())
}
