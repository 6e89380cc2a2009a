public import WeirCore

/// A row that lists can be compared by: who it is, and what it shows.
///
///     struct Message: ListRow {
///       var id: Int
///       var text: String
///       var rowID: Int { id }
///       func showsTheSame(as other: Message) -> Bool { text == other.text }
///     }
public protocol ListRow {
  /// What makes the row the same row in two lists.
  associatedtype RowID: Hashable
  /// Who the row is.
  var rowID: RowID { get }
  /// Whether both rows, being the same row, look alike.
  func showsTheSame(as other: Self) -> Bool
  /// A number that is equal for equal ids and rarely equal for others.
  ///
  /// It decides how fast rows are found, never which. The default feeds a `Hasher`, or scrambles an
  /// integer; an id of a few words does better to scramble those itself.
  static func hashOf(_ id: RowID) -> UInt64
}

extension ListRow {
  /// The hash that `Hasher` makes of `id`, which is another one in every process.
  @inlinable
  public static func hashOf(_ id: RowID) -> UInt64 {
    var hasher = Hasher()
    id.hash(into: &hasher)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }
}

extension ListRow where RowID: FixedWidthInteger {
  /// The scrambled bits of `id`.
  @inlinable
  public static func hashOf(_ id: RowID) -> UInt64 { scrambled(UInt64(truncatingIfNeeded: id)) }
}
