// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

/// A list by its identifiers, as a diffable data source takes it.
///
///     var snapshot = ListSnapshot<String, Message>()
///     snapshot.appendSections(["today"])
///     snapshot.appendItems(messages, to: "today")
///     snapshot.reloadItems([77])?.reason
///     // Attempted to reload item identifier that does not exist in the snapshot: 77
///
/// Each operation returns what a real snapshot would end the app for, and then leaves this one as it was.
/// A row that looks different from the one that is shown must be reconfigured or reloaded: identifiers
/// alone do not say so.
///
/// - Complexity: an operation is O(rows) for each item that it has to find.
public struct ListSnapshot<SectionID: Hashable, Row: ListRow> {
  /// The sections, in order.
  public private(set) var sectionIDs: [SectionID] = []
  /// The rows of each section.
  public private(set) var sections: [[Row]] = []
  /// Items whose cells are to be replaced.
  public private(set) var reloadedItems: [Row.RowID] = []
  /// Items whose cells are to be kept and refreshed.
  public private(set) var reconfiguredItems: [Row.RowID] = []
  /// Sections whose cells are to be replaced.
  public private(set) var reloadedSections: [SectionID] = []
  private var items: Set<Row.RowID> = []

  /// Makes an empty snapshot.
  public init() {}

  /// Adds empty sections at the end.
  @discardableResult
  public mutating func appendSections(_ ids: [SectionID]) -> DiffableFault? {
    let duplicates = repeated(ids, besides: Set(sectionIDs))
    if !duplicates.isEmpty { return .duplicates(.duplicateSections, of: "section", duplicates) }
    sectionIDs += ids
    sections += ids.map { _ in [] }
    return nil
  }

  /// Adds rows at the end of a section, or of the last one.
  @discardableResult
  public mutating func appendItems(_ rows: [Row], to id: SectionID? = nil) -> DiffableFault? {
    guard let section = id.map({ sectionIDs.firstIndex(of: $0) }) ?? sections.indices.last else {
      guard let id else {
        return DiffableFault(.unknownSection, "There are currently no sections to append items to")
      }
      return .unknown(.unknownSection, to: "append to", "section", id)
    }
    return insert(rows, at: sections[section].count, of: section)
  }

  /// Adds rows before an item.
  @discardableResult
  public mutating func insertItems(_ rows: [Row], before id: Row.RowID) -> DiffableFault? {
    guard let (section, row) = place(of: id) else {
      return .unknown(.unknownItem, to: "insert before", "item", id)
    }
    return insert(rows, at: row, of: section)
  }

  /// Adds rows after an item.
  @discardableResult
  public mutating func insertItems(_ rows: [Row], after id: Row.RowID) -> DiffableFault? {
    guard let (section, row) = place(of: id) else {
      return .unknown(.unknownItem, to: "insert after", "item", id)
    }
    return insert(rows, at: row + 1, of: section)
  }

  /// Replaces the rows of a section, as applying a section's own snapshot does.
  @discardableResult
  public mutating func setItems(_ rows: [Row], of id: SectionID) -> DiffableFault? {
    guard let section = sectionIDs.firstIndex(of: id) else {
      return .unknown(.unknownSection, to: "apply to", "section", id)
    }
    if !repeated(rows.map(\.rowID), besides: []).isEmpty {
      return DiffableFault(
        .duplicateItems, "Identifiers in a section snapshot must be unique.")
    }
    var next = self
    for row in sections[section] { next.items.remove(row.rowID) }
    next.sections[section] = []
    if let fault = next.insert(rows, at: 0, of: section) { return fault }
    self = next
    return nil
  }

  /// Takes items out.
  @discardableResult
  public mutating func deleteItems(_ ids: [Row.RowID]) -> DiffableFault? {
    if let fault = unknown(ids, to: "delete") { return fault }
    for id in ids { _ = remove(id) }
    return nil
  }

  /// Takes sections out, with their items.
  @discardableResult
  public mutating func deleteSections(_ ids: [SectionID]) -> DiffableFault? {
    for id in ids where !sectionIDs.contains(id) {
      return .unknown(.unknownSection, to: "delete", "section", id)
    }
    for id in ids {
      guard let section = sectionIDs.firstIndex(of: id) else { continue }
      for row in sections[section] { items.remove(row.rowID) }
      sectionIDs.remove(at: section)
      sections.remove(at: section)
    }
    return nil
  }

  /// Puts an item before another.
  @discardableResult
  public mutating func moveItem(_ id: Row.RowID, before other: Row.RowID) -> DiffableFault? {
    if let fault = unknown([id, other], to: "move") { return fault }
    guard id != other, let row = remove(id) else { return nil }
    return insertItems([row], before: other)
  }

  /// Puts an item after another.
  @discardableResult
  public mutating func moveItem(_ id: Row.RowID, after other: Row.RowID) -> DiffableFault? {
    if let fault = unknown([id, other], to: "move") { return fault }
    guard id != other, let row = remove(id) else { return nil }
    return insertItems([row], after: other)
  }

  /// Puts a section, with its items, before another.
  @discardableResult
  public mutating func moveSection(_ id: SectionID, before other: SectionID) -> DiffableFault? {
    guard let from = sectionIDs.firstIndex(of: id), sectionIDs.contains(other) else {
      return .unknown(
        .unknownSection, to: "move", "section", sectionIDs.contains(id) ? other : id)
    }
    if id == other { return nil }
    sectionIDs.remove(at: from)
    let rows = sections.remove(at: from)
    let to = sectionIDs.firstIndex(of: other) ?? sectionIDs.count
    sectionIDs.insert(id, at: to)
    sections.insert(rows, at: to)
    return nil
  }

  /// Asks for new cells.
  @discardableResult
  public mutating func reloadItems(_ ids: [Row.RowID]) -> DiffableFault? {
    if let fault = unknown(ids, to: "reload") { return fault }
    reloadedItems += ids
    return nil
  }

  /// Asks for cells to be kept and refreshed.
  @discardableResult
  public mutating func reconfigureItems(_ ids: [Row.RowID]) -> DiffableFault? {
    if let fault = unknown(ids, to: "reconfigure") { return fault }
    reconfiguredItems += ids
    return nil
  }

  /// Asks for new cells in whole sections.
  @discardableResult
  public mutating func reloadSections(_ ids: [SectionID]) -> DiffableFault? {
    for id in ids where !sectionIDs.contains(id) {
      return .unknown(.unknownSection, to: "reload", "section", id)
    }
    reloadedSections += ids
    return nil
  }

  /// Changes the content of an item, without asking for its cell to be refreshed.
  @discardableResult
  public mutating func replaceItem(_ row: Row) -> DiffableFault? {
    guard let (section, place) = place(of: row.rowID) else {
      return .unknown(.unknownItem, to: "replace", "item", row.rowID)
    }
    sections[section][place] = row
    return nil
  }

  /// Returns the snapshot with no wishes for new or changed cells, as it is once it was applied.
  func settled() -> ListSnapshot {
    var snapshot = self
    snapshot.reloadedItems = []
    snapshot.reconfiguredItems = []
    snapshot.reloadedSections = []
    return snapshot
  }

  private mutating func insert(_ rows: [Row], at place: Int, of section: Int) -> DiffableFault? {
    let ids = rows.map(\.rowID)
    let duplicates = repeated(ids, besides: items)
    if !duplicates.isEmpty { return .duplicates(.duplicateItems, of: "item", duplicates) }
    items.formUnion(ids)
    sections[section].insert(contentsOf: rows, at: place)
    return nil
  }

  private mutating func remove(_ id: Row.RowID) -> Row? {
    guard let (section, row) = place(of: id) else { return nil }
    items.remove(id)
    return sections[section].remove(at: row)
  }

  private func place(of id: Row.RowID) -> (section: Int, row: Int)? {
    guard items.contains(id) else { return nil }
    for (section, rows) in sections.enumerated() {
      if let row = rows.firstIndex(where: { $0.rowID == id }) { return (section, row) }
    }
    return nil
  }

  private func unknown(_ ids: [Row.RowID], to verb: String) -> DiffableFault? {
    ids.first { !items.contains($0) }.map { .unknown(.unknownItem, to: verb, "item", $0) }
  }
}

extension ListSnapshot: Sendable where SectionID: Sendable, Row: Sendable, Row.RowID: Sendable {}

/// Returns the ids that are known already or occur more than once, in the order in which they do.
private func repeated<ID: Hashable>(_ ids: [ID], besides known: Set<ID>) -> [ID] {
  var seen = known
  return ids.filter { !seen.insert($0).inserted }
}
