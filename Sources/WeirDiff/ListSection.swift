/// A section of a list: who it is, what it shows above its rows, and the rows.
///
///     struct Day: ListSection {
///       var date: Int
///       var rows: [Message]
///       var sectionID: Int { date }
///       func headerShowsTheSame(as other: Day) -> Bool { true }
///     }
public protocol ListSection {
  /// What makes the section the same section in two lists.
  associatedtype SectionID: Hashable
  /// What its rows are.
  associatedtype Row: ListRow
  /// Who the section is.
  var sectionID: SectionID { get }
  /// Its rows.
  var rows: [Row] { get }
  /// `true` if both sections, being the same one, show the same above their rows.
  ///
  /// As for rows, sections whose bytes in memory are the same always show the same.
  func headerShowsTheSame(as other: Self) -> Bool
}
