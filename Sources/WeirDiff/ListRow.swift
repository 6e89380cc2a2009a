/// A row that lists can be compared by: who it is, and what it shows.
///
///     struct Message: ListRow { var id: Int; var text: String
///       var rowID: Int { id }
///       func showsTheSame(as other: Message) -> Bool { text == other.text } }
public protocol ListRow {
  /// What makes the row the same row in two lists.
  associatedtype RowID: Hashable
  /// Who the row is.
  var rowID: RowID { get }
  /// Whether both rows, being the same row, look alike.
  func showsTheSame(as other: Self) -> Bool
}
