// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

// The deeds of a person.
extension BoundTable {
  /// Takes a row out that a person removed, before the source has heard of it; returns it.
  ///
  /// It is gone from the view at once, and stays gone until the source has it no longer, or ``settle(_:into:)`` brings it back.
  public mutating func remove(
    at place: Place, into wishes: inout [TableWish<Section>]
  ) throws(TableFault) -> Row {
    let row = try row(at: place)
    note(.removed(row.rowID))
    becomeEdited(into: &wishes)
    return row
  }

  /// Takes in that a person has dragged a row to another place, which counts in the list without it; returns the row.
  ///
  /// The view has moved the row already and is told nothing. There it stays until the source has it below the same row, or
  /// ``settle(_:into:)`` brings it to where the source has it.
  public mutating func move(
    from place: Place, to target: Place
  ) throws(TableFault) -> Row {
    let row = try row(at: place)
    guard shown.indices.contains(Int(target.section)) else {
      throw .noSection(Int(target.section))
    }
    var others = shown[Int(target.section)].rows
    if place.section == target.section { others.remove(at: Int(place.row)) }
    guard target.row >= 0, Int(target.row) <= others.count else { throw .noRow(target) }
    let above = target.row == 0 ? nil : others[Int(target.row) - 1].rowID
    note(.moved(row.rowID, to: shown[Int(target.section)].head.sectionID, below: above))
    follow()
    return row
  }

  /// Ends what a person did to a row, as it was done or turned away: the row is shown as the source has it.
  public mutating func settle(
    _ row: Row.RowID, into wishes: inout [TableWish<Section>]
  ) {
    let count = edits.count
    edits.removeAll { $0.row == row }
    if edits.count < count { becomeEdited(into: &wishes) }
  }

  /// The rows to which a person did something that the source does not say yet, in that order.
  public var unsettled: [Row.RowID] { edits.map(\.row) }

  private mutating func note(_ edit: TableEdit<Section>) {
    edits.removeAll { $0.row == edit.row }
    edits.append(edit)
  }
}

/// Something that a person did to a row.
enum TableEdit<Section: ListSection> {
  /// It was removed.
  case removed(Section.Row.RowID)
  /// It was dragged to a section, below a row or to the top.
  case moved(Section.Row.RowID, to: Section.SectionID, below: Section.Row.RowID?)

  /// The row.
  var row: Section.Row.RowID {
    switch self {
    case .removed(let row), .moved(let row, _, _): row
    }
  }

  /// `true` if the source says the same.
  func isSaid(by sections: [Section]) -> Bool {
    guard let section = sections.first(where: { $0.rows.contains { $0.rowID == row } }) else {
      return true
    }
    guard case .moved(_, let target, let above) = self, section.sectionID == target else {
      return false
    }
    let rows = section.rows
    guard let place = rows.firstIndex(where: { $0.rowID == row }) else { return false }
    return place == 0 ? above == nil : rows[place - 1].rowID == above
  }

  /// Returns the sections with what was done.
  func applied(to sections: [TableSection<Section>]) -> [TableSection<Section>] {
    guard let place = sections.place(of: row) else { return sections }
    var sections = sections
    if case .moved(_, let target, let above) = self {
      guard let section = sections.firstIndex(where: { $0.head.sectionID == target }) else {
        return sections
      }
      let taken = sections[Int(place.section)].rows.remove(at: Int(place.row))
      let spot = sections[section].rows.firstIndex { $0.rowID == above }.map { $0 + 1 } ?? 0
      sections[section].rows.insert(taken, at: spot)
    } else {
      sections[Int(place.section)].rows.remove(at: Int(place.row))
    }
    return sections
  }
}

/// A section with the rows that are shown of it.
struct TableSection<Section: ListSection>: ListSection {
  let head: Section
  var rows: [Section.Row]

  init(_ head: Section, _ rows: [Section.Row]) { (self.head, self.rows) = (head, rows) }

  var sectionID: Section.SectionID { head.sectionID }
  func headerShowsTheSame(as other: Self) -> Bool { head.headerShowsTheSame(as: other.head) }
}

extension TableEdit: Sendable where Section.SectionID: Sendable, Section.Row.RowID: Sendable {}
extension TableSection: Sendable where Section: Sendable, Section.Row: Sendable {}

extension Array {
  /// Returns the place of a row.
  func place<Section>(of row: Section.Row.RowID) -> Place?
  where Element == TableSection<Section> {
    for (section, content) in enumerated() {
      if let place = content.rows.firstIndex(where: { $0.rowID == row }) {
        return Place(section: Int32(section), row: Int32(place))
      }
    }
    return nil
  }

  /// Returns the row at a place, if there is one.
  func row<Row>(at place: Place) -> Row? where Element == [Row] {
    guard indices.contains(Int(place.section)) else { return nil }
    let rows = self[Int(place.section)]
    return rows.indices.contains(Int(place.row)) ? rows[Int(place.row)] : nil
  }
}
