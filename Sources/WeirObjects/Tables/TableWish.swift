// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

/// A cell of a list view, for as long as it shows one thing.
///
/// A list view that uses its cell again shows another thing in it, and is given another one of these. So what comes late for the
/// thing before finds no cell.
public struct TableCell: Hashable, Sendable {
  /// The number of the cell among all that its table ever had.
  public let number: Int
}

/// Something that a ``BoundTable`` wants its list view, or its app, to do.
public enum TableWish<Section: ListSection> {
  /// The view is to forget its cells, and to show these rows.
  case reload([[Section.Row]])
  /// The view is to perform a batch, after which the data source has these rows.
  case perform(ChangeSet, [[Section.Row]])
  /// A cell is to show a row, and to observe what the row stands for.
  case bind(TableCell, Section.Row)
  /// The row of a cell shows something else now.
  case refresh(TableCell, Section.Row)
  /// A cell is to show what stands above a section, and to observe it.
  case bindHeader(TableCell, Section)
  /// The section of a cell has something else above it now.
  case refreshHeader(TableCell, Section)
  /// A cell shows nothing any more, and observes nothing.
  case unbind(TableCell)
}

extension TableWish: Sendable where Section: Sendable, Section.Row: Sendable {}

/// A reason for which a table does not do something.
public enum TableFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The table shows nothing: it was shown nothing yet, or has left the screen.
  case notShown
  /// There is no row at a place.
  case noRow(Place)
  /// There is no section of a number.
  case noSection(Int)

  /// The reason, in words.
  public var description: String {
    switch self {
    case .notShown: "the table shows nothing"
    case .noRow(let place): "there is no row \(place)"
    case .noSection(let section): "there is no section \(section)"
    }
  }
}

/// The rows of a list without sections, as the one section of a table.
public struct OnlySection<Row: ListRow>: ListSection {
  /// The rows.
  public var rows: [Row]

  /// Makes the section of these rows.
  public init(_ rows: [Row]) { self.rows = rows }

  /// The number of the section, of which there is one.
  public var sectionID: Int { 0 }

  /// `true`: nothing stands above the rows.
  public func headerShowsTheSame(as other: Self) -> Bool { true }
}

extension OnlySection: Sendable where Row: Sendable {}
