// SPDX-License-Identifier: Apache-2.0
import WeirCore
public import WeirDiff

/// A table or grid of an app: the rows that its list view shows, the cells that show some of them, and what a person did to them.
///
///     var table = BoundTable<Day>(style: .oneBatch)
///     table.show(days, into: &wishes)                                  // .reload(rows)
///     let cell = try table.display(Place(section: 0, row: 2), into: &wishes)  // .bind(cell, row)
///     table.show(newDays, into: &wishes)                               // .perform(changes, rows)
///     table.place(of: cell)                                            // where that row is now
///     table.endDisplaying(cell, into: &wishes)                         // .unbind(cell)
///
/// It stands between what is heard, such as the rows of a ``LiveView``, and a list view, and is a machine: what the view and the
/// app are to do goes out as wishes. It promises
///
/// - that the view is told of nothing but legal batches, each after the rows that it shows then, in the order of the wishes;
/// - that a cell observes as long as it is displayed: each `bind` is followed by one `unbind`, and where nothing is displayed
///   nothing is observed;
/// - that a cell goes along with its row, and that a row which is gone while its cell still is on the screen is observed until
///   that ends;
/// - that what a person did stays done until the source says the same, or ``settle(_:into:)`` ends it: a row that was swiped
///   away does not come back with the next news, and its echo changes nothing.
///
/// Ids of rows are unique in a table.
///
/// - Complexity: O(rows) for news, O(cells) for what happens to a cell.
public struct BoundTable<Section: ListSection> {
  /// A row of the table.
  public typealias Row = Section.Row

  /// The thing that a cell shows.
  fileprivate enum Content {
    case row(Row)
    case header(Section)
  }

  /// The sections that the view shows.
  var shown: [TableSection<Section>] = []
  /// The sections that were handed in last.
  private(set) var source: [Section] = []
  /// The deeds of a person that the source does not say yet, in their order.
  var edits: [TableEdit<Section>] = []
  /// `true` if the view shows rows, of which changes are told.
  private(set) var isShowing = false
  private var cells: [(cell: TableCell, content: Content)] = []
  private var lastCell = 0
  private let style: PlanStyle
  private let limit: Int

  /// Makes a table that shows nothing yet.
  ///
  /// The style says how the view is led to new rows; more changes at once than the limit become a reload.
  public init(style: PlanStyle = .oneBatch, reloadOver limit: Int = .max) {
    (self.style, self.limit) = (style, limit)
  }

  /// The rows that the view shows, by section.
  public var rows: [[Row]] { shown.map(\.rows) }

  /// The cells that show something.
  public var displayed: [TableCell] { cells.map(\.cell) }

  /// Shows these sections.
  public mutating func show(
    _ sections: [Section], into wishes: inout [TableWish<Section>]
  ) {
    source = sections
    edits.removeAll { $0.isSaid(by: sections) }
    if isShowing { return become(edited, into: &wishes) }
    isShowing = true
    reload(edited, into: &wishes)
  }

  /// Shows these sections anew: the view forgets its cells, and a person their place.
  public mutating func reload(
    _ sections: [Section], into wishes: inout [TableWish<Section>]
  ) {
    isShowing = false
    show(sections, into: &wishes)
  }

  /// Leaves the screen: nothing is displayed any more, and the next news are shown anew.
  public mutating func leave(into wishes: inout [TableWish<Section>]) {
    isShowing = false
    unbindAll(into: &wishes)
  }

  /// The sections with all that a person did.
  private var edited: [TableSection<Section>] {
    edits.reduce(source.map { TableSection($0, $0.rows) }) { $1.applied(to: $0) }
  }

  mutating func becomeEdited(into wishes: inout [TableWish<Section>]) {
    if isShowing { become(edited, into: &wishes) } else { shown = edited }
  }

  /// Takes in what the view has done by itself.
  mutating func follow() { shown = edited }

  private mutating func reload(
    _ sections: [TableSection<Section>], into wishes: inout [TableWish<Section>]
  ) {
    unbindAll(into: &wishes)
    shown = sections
    wishes.append(.reload(rows))
  }

  private mutating func become(
    _ sections: [TableSection<Section>], into wishes: inout [TableWish<Section>]
  ) {
    let changes = diff(sections: shown, to: sections)
    let plan = Plan(
      changes, from: rows, to: sections.map(\.rows), style: style, reloadOver: limit)
    if plan.isReload { return reload(sections, into: &wishes) }
    shown = sections
    for stage in plan.stages { wishes.append(.perform(stage.changes, stage.rows)) }
    refresh(into: &wishes)
  }
}

extension BoundTable: Sendable
where Section: Sendable, Section.SectionID: Sendable, Row: Sendable, Row.RowID: Sendable {}
extension BoundTable.Content: Sendable where Section: Sendable, Section.Row: Sendable {}

// The cells.
extension BoundTable {
  /// Begins to display a row; what comes back stands for the cell until that ends.
  public mutating func display(
    _ place: Place, into wishes: inout [TableWish<Section>]
  ) throws(TableFault) -> TableCell {
    if !isShowing { throw .notShown }
    let row = try row(at: place)
    let cell = add(.row(row))
    wishes.append(.bind(cell, row))
    return cell
  }

  /// Begins to display what stands above a section.
  public mutating func displayHeader(
    of section: Int, into wishes: inout [TableWish<Section>]
  ) throws(TableFault) -> TableCell {
    if !isShowing { throw .notShown }
    guard shown.indices.contains(section) else { throw .noSection(section) }
    let head = shown[section].head
    let cell = add(.header(head))
    wishes.append(.bindHeader(cell, head))
    return cell
  }

  /// Ends the display of a cell; one that has ended already is left alone.
  public mutating func endDisplaying(
    _ cell: TableCell, into wishes: inout [TableWish<Section>]
  ) {
    guard let place = cells.firstIndex(where: { $0.cell == cell }) else { return }
    cells.remove(at: place)
    wishes.append(.unbind(cell))
  }

  /// Returns the row at a place.
  public func row(at place: Place) throws(TableFault) -> Row {
    guard let row = rows.row(at: place) else { throw .noRow(place) }
    return row
  }

  /// Returns the row that a cell shows; nil: the cell shows none any more, and what comes for it is late.
  public func row(of cell: TableCell) -> Row? {
    guard case .row(let row) = content(of: cell) else { return nil }
    return row
  }

  /// Returns the section above which a cell stands; nil: the cell shows none any more.
  public func section(of cell: TableCell) -> Section? {
    guard case .header(let section) = content(of: cell) else { return nil }
    return section
  }

  /// Returns the place of the row that a cell shows; nil: the row is gone, or the cell shows none.
  public func place(of cell: TableCell) -> Place? {
    row(of: cell).flatMap { shown.place(of: $0.rowID) }
  }

  /// Tells each cell anew what it shows, though nothing has changed.
  public mutating func refreshAll(into wishes: inout [TableWish<Section>]) {
    refresh(rows: { _ in true }, headers: { _ in true }, into: &wishes)
  }

  /// Tells the cells of some rows, and of what stands above some sections, anew what they show, though nothing has changed.
  mutating func refresh(
    rows isRow: (Row) -> Bool, headers isHeader: (Section) -> Bool,
    into wishes: inout [TableWish<Section>]
  ) {
    for (cell, content) in cells {
      switch content {
      case .row(let row) where isRow(row): wishes.append(.refresh(cell, row))
      case .header(let section) where isHeader(section):
        wishes.append(.refreshHeader(cell, section))
      case .row, .header: break
      }
    }
  }

  private func content(of cell: TableCell) -> Content? {
    cells.first { $0.cell == cell }?.content
  }

  private mutating func add(_ content: Content) -> TableCell {
    lastCell += 1
    let cell = TableCell(number: lastCell)
    cells.append((cell, content))
    return cell
  }

  private mutating func unbindAll(into wishes: inout [TableWish<Section>]) {
    for (cell, _) in cells { wishes.append(.unbind(cell)) }
    cells = []
  }

  /// Tells the cells whose rows or headers show something else.
  private mutating func refresh(into wishes: inout [TableWish<Section>]) {
    for place in cells.indices {
      let cell = cells[place].cell
      switch cells[place].content {
      case .row(let old):
        guard let spot = shown.place(of: old.rowID), let row = rows.row(at: spot) else { continue }
        cells[place].content = .row(row)
        if !old.showsTheSame(as: row) { wishes.append(.refresh(cell, row)) }
      case .header(let old):
        guard let now = shown.first(where: { $0.head.sectionID == old.sectionID })?.head else {
          continue
        }
        cells[place].content = .header(now)
        if !old.headerShowsTheSame(as: now) { wishes.append(.refreshHeader(cell, now)) }
      }
    }
  }
}

// Lists without sections.
extension BoundTable {
  /// Shows the rows of a list without sections.
  public mutating func show<Only>(
    _ rows: some Sequence<Only>, into wishes: inout [TableWish<OnlySection<Only>>]
  ) where Section == OnlySection<Only> {
    show([OnlySection(Array(rows))], into: &wishes)
  }
}
