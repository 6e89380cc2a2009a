// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

/// A form: sections of rows in which a person reads and edits one thing.
///
///     var form = try FormTable([
///       FormSection("person", header: "Person", rows: [FormRow("name", Part.text("Ann"))]),
///       FormSection(listed: "phones", header: "Phones"),
///     ])
///     form.appear(into: &wishes)                                        // .reload(rows)
///     try form.show(phones, in: "phones", into: &wishes)                // .perform(changes, rows)
///     try form.add(FormRow("mail", .text("")), to: "person", into: &wishes)
///     let row = try form.select("mail")                                 // what the person tapped
///
/// Each change is a batch of its own, unless it lies between ``beginUpdates()`` and ``endUpdates(into:)``; then all of them
/// are one, whatever their order. Off the screen nothing is told, and ``appear(into:)`` shows the form as it is by then.
///
/// Rows and sections have names, so that nothing goes astray while others come and go, and what is not there is a fault that
/// changes nothing. The cells are those of a ``BoundTable``.
public struct FormTable<Content: Hashable & Sendable>: Sendable {
  /// A section of the form.
  public typealias Section = FormSection<Content>
  /// A row of the form.
  public typealias Row = FormRow<Content>
  /// A wish of the form.
  public typealias Wish = TableWish<Section>

  /// The state of a row.
  public enum RowState: Hashable, Sendable, CaseIterable {
    /// It is in the form, and no cell shows it.
    case free
    /// A cell shows it.
    case displayed
    /// It was added by updates that have not ended.
    case pending
    /// It is gone from the form, and a cell that shows it is still on the screen.
    case removed
  }

  /// The sections, with all updates that were begun.
  public private(set) var sections: [Section]
  /// `true` while the form is on the screen.
  public private(set) var isOnScreen = false
  private var table: BoundTable<Section>
  private var depth = 0

  /// Makes a form of these sections; the style says how the view is led to new rows.
  public init(_ sections: [Section] = [], style: PlanStyle = .oneBatch) throws(FormFault) {
    self.sections = []
    table = BoundTable(style: style)
    for section in sections {
      try check(section)
      self.sections.append(section)
    }
  }

  /// Comes onto the screen.
  public mutating func appear(into wishes: inout [Wish]) {
    if isOnScreen { return }
    isOnScreen = true
    table.reload(sections, into: &wishes)
  }

  /// Leaves the screen; nothing is displayed any more.
  public mutating func disappear(into wishes: inout [Wish]) {
    isOnScreen = false
    table.leave(into: &wishes)
  }

  /// Begins updates that are told as one batch; within others they are a part of those.
  public mutating func beginUpdates() { depth += 1 }

  /// Ends the updates that were begun last.
  public mutating func endUpdates(into wishes: inout [Wish]) throws(FormFault) {
    if depth == 0 { throw .notBegun }
    depth -= 1
    tell(into: &wishes)
  }

  private mutating func tell(into wishes: inout [Wish]) {
    if depth == 0, isOnScreen { table.show(sections, into: &wishes) }
  }
}

// The rows.
extension FormTable {
  /// Puts a row into a section, at an index or at its end.
  public mutating func add(
    _ row: Row, to section: String, at index: Int? = nil, into wishes: inout [Wish]
  ) throws(FormFault) {
    let place = try place(ofStatic: section)
    let index = index ?? sections[place].rows.count
    guard (0...sections[place].rows.count).contains(index) else { throw .noPlace(index) }
    try check(row.id)
    sections[place].rows.insert(row, at: index)
    tell(into: &wishes)
  }

  /// Takes rows out.
  public mutating func delete(_ ids: [String], into wishes: inout [Wish]) throws(FormFault) {
    var spots: [Spot] = []
    for id in ids { spots.append(try spot(ofStatic: id)) }
    // From the last to the first, so that those before stay where they are; a name that is there twice goes once.
    for spot in Set(spots).sorted().reversed() {
      sections[spot.section].rows.remove(at: spot.row)
    }
    tell(into: &wishes)
  }

  /// Moves a row to an index of a section, which counts without the row.
  public mutating func move(
    _ id: String, to section: String, at index: Int, into wishes: inout [Wish]
  ) throws(FormFault) {
    let from = try spot(ofStatic: id)
    let target = try place(ofStatic: section)
    let count = sections[target].rows.count - (from.section == target ? 1 : 0)
    guard (0...count).contains(index) else { throw .noPlace(index) }
    let row = sections[from.section].rows.remove(at: from.row)
    sections[target].rows.insert(row, at: index)
    tell(into: &wishes)
  }

  /// Has a row show something else.
  public mutating func change(
    _ id: String, to content: Content, into wishes: inout [Wish]
  ) throws(FormFault) {
    let spot = try spot(ofStatic: id)
    sections[spot.section].rows[spot.row].content = content
    tell(into: &wishes)
  }

  /// Shows the rows of a list in a section.
  public mutating func show(
    _ rows: [Row], in section: String, into wishes: inout [Wish]
  ) throws(FormFault) {
    let place = try place(of: section)
    if !sections[place].isDynamic { throw .notListed(section) }
    var taken = Set<String>()
    for row in rows where !taken.insert(row.id).inserted { throw .present(row.id) }
    for (other, content) in sections.enumerated() where other != place {
      if let row = content.rows.first(where: { taken.contains($0.id) }) { throw .present(row.id) }
    }
    sections[place].rows = rows
    tell(into: &wishes)
  }

  /// Returns the row that a person has selected.
  public func select(_ id: String) throws(FormFault) -> Row {
    let spot = try spot(of: id)
    let row = sections[spot.section].rows[spot.row]
    if !row.isSelectable { throw .notSelectable(id) }
    return row
  }

  /// Returns the state of a row; nil: it was never there, or is gone for good.
  public func state(of id: String) -> RowState? {
    let isDisplayed = table.displayed.contains { table.row(of: $0)?.id == id }
    guard (try? spot(of: id)) != nil else { return isDisplayed ? .removed : nil }
    if isDisplayed { return .displayed }
    return isOnScreen && table.shown.place(of: id) == nil ? .pending : .free
  }
}

// The sections.
extension FormTable {
  /// Puts a section in, at an index or at the end.
  public mutating func add(
    _ section: Section, at index: Int? = nil, into wishes: inout [Wish]
  ) throws(FormFault) {
    let index = index ?? sections.count
    guard (0...sections.count).contains(index) else { throw .noPlace(index) }
    try check(section)
    sections.insert(section, at: index)
    tell(into: &wishes)
  }

  /// Takes sections out, with their rows.
  public mutating func deleteSections(
    _ ids: [String], into wishes: inout [Wish]
  ) throws(FormFault) {
    for id in ids { _ = try place(of: id) }
    sections.removeAll { ids.contains($0.id) }
    tell(into: &wishes)
  }

  /// Sets the words above and below the rows of a section.
  public mutating func title(
    _ id: String, header: String?, footer: String? = nil, into wishes: inout [Wish]
  ) throws(FormFault) {
    let place = try place(of: id)
    (sections[place].header, sections[place].footer) = (header, footer)
    tell(into: &wishes)
  }
}

// The cells.
extension FormTable {
  /// Begins to display a row of the view.
  public mutating func display(
    _ place: Place, into wishes: inout [Wish]
  ) throws(TableFault) -> TableCell {
    try table.display(place, into: &wishes)
  }

  /// Begins to display what stands above a section of the view.
  public mutating func displayHeader(
    of section: Int, into wishes: inout [Wish]
  ) throws(TableFault) -> TableCell {
    try table.displayHeader(of: section, into: &wishes)
  }

  /// Ends the display of a cell.
  public mutating func endDisplaying(_ cell: TableCell, into wishes: inout [Wish]) {
    table.endDisplaying(cell, into: &wishes)
  }

  /// Returns the row that a cell shows; nil: it shows none any more.
  public func row(of cell: TableCell) -> Row? { table.row(of: cell) }

  /// Returns the place of the row that a cell shows; nil: the row is gone, or the cell shows none.
  public func place(of cell: TableCell) -> Place? { table.place(of: cell) }

  /// Tells each cell anew what it shows, though nothing has changed.
  public mutating func refreshAll(into wishes: inout [Wish]) { table.refreshAll(into: &wishes) }

  /// Tells the cells of some rows anew what they show, though nothing has changed.
  public mutating func refresh(_ ids: [String], into wishes: inout [Wish]) throws(FormFault) {
    for id in ids { _ = try spot(of: id) }
    table.refresh(rows: { ids.contains($0.id) }, headers: { _ in false }, into: &wishes)
  }

  /// Tells the cells of some sections anew what they show, those of their rows and of what stands above them.
  public mutating func refreshSections(
    _ ids: [String], into wishes: inout [Wish]
  ) throws(FormFault) {
    var named = Set<String>()
    for id in ids { named.formUnion(sections[try place(of: id)].rows.map(\.id)) }
    table.refresh(
      rows: { named.contains($0.id) }, headers: { ids.contains($0.id) }, into: &wishes)
  }
}

// Where things are.
extension FormTable {
  private struct Spot: Hashable, Comparable {
    var section: Int
    var row: Int

    static func < (a: Self, b: Self) -> Bool { (a.section, a.row) < (b.section, b.row) }
  }

  private func place(of section: String) throws(FormFault) -> Int {
    guard let place = sections.firstIndex(where: { $0.id == section }) else {
      throw .noSection(section)
    }
    return place
  }

  private func place(ofStatic section: String) throws(FormFault) -> Int {
    let place = try place(of: section)
    if sections[place].isDynamic { throw .listed(section) }
    return place
  }

  private func spot(of id: String) throws(FormFault) -> Spot {
    for (place, section) in sections.enumerated() {
      if let row = section.rows.firstIndex(where: { $0.id == id }) {
        return Spot(section: place, row: row)
      }
    }
    throw .noRow(id)
  }

  private func spot(ofStatic id: String) throws(FormFault) -> Spot {
    let spot = try spot(of: id)
    if sections[spot.section].isDynamic { throw .listed(sections[spot.section].id) }
    return spot
  }

  /// Throws if there is a row of this name.
  private func check(_ id: String) throws(FormFault) {
    if (try? spot(of: id)) != nil { throw .present(id) }
  }

  /// Throws if there is a section of the same name, or one of its rows is there already.
  private func check(_ section: Section) throws(FormFault) {
    if (try? place(of: section.id)) != nil { throw .present(section.id) }
    var taken = Set<String>()
    for row in section.rows {
      try check(row.id)
      if !taken.insert(row.id).inserted { throw .present(row.id) }
    }
  }
}
