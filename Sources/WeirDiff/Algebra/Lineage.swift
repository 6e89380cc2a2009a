// SPDX-License-Identifier: Apache-2.0
import WeirCore

/// The way of every row from the old list to the new one, and back.
///
///     let lineage = diff(values: ["a", "b", "c"], to: ["c", "a", "d"]).lineage(oldCount: 3)
///     lineage.origin(of: 0)  // 2: "c" was there
///     lineage.target(of: 1)  // nil: "b" is gone
///
/// It says of every row what a change set says of some, and so carries over what an app keeps by index, such as
/// a selection or the heights of rows. Where an index comes from and where it goes agree: the origin of the target
/// of a row is that row.
///
/// - Complexity: O(*n*) to make, O(1) to ask.
public struct Lineage: Hashable, Sendable {
  private let origins: Origins
  private let targets: Origins

  /// Turns round what is known of the new list.
  init(_ origins: Origins, old: [Int]) {
    self.origins = origins
    var sections = [Int](repeating: -1, count: old.count)
    var rows = old.map { [Place](repeating: Origins.nowhere, count: $0) }
    for (section, origin) in origins.sections.enumerated() {
      if origin >= 0 { sections[origin] = section }
      for (row, origin) in origins.rows[section].enumerated() where origin != Origins.nowhere {
        let place = Place(section: Int32(section), row: Int32(row))
        rows[Int(origin.section)][Int(origin.row)] = place
      }
    }
    targets = Origins(sections: sections, rows: rows)
  }

  /// Returns the old index of a row of the new list, or `nil` if it is new; both lists are flat.
  ///
  ///     ChangeSet(inserts: [0]).lineage(oldCount: 3).origin(of: 2)  // 1
  public func origin(of new: Int) -> Int? { origins.index(ofFlat: new, "new") }

  /// Returns the new index of a row of the old list, or `nil` if it is gone; both lists are flat.
  ///
  ///     ChangeSet(inserts: [0]).lineage(oldCount: 3).target(of: 2)  // 3
  public func target(of old: Int) -> Int? { targets.index(ofFlat: old, "old") }

  /// Returns the old place of a row of the new list, or `nil` if it is new.
  ///
  ///     let first = ChangeSet(sections: SectionChanges(deletes: [0]))
  ///     let lineage = first.lineage(old: [1, 2], new: [2])
  ///     lineage.origin(of: Place(section: 0, row: 1))  // 1 of section 1
  public func origin(of new: Place) -> Place? { origins.place(new, "new") }

  /// Returns the new place of a row of the old list, or `nil` if it is gone.
  ///
  ///     let first = ChangeSet(sections: SectionChanges(deletes: [0]))
  ///     let lineage = first.lineage(old: [1, 2], new: [2])
  ///     lineage.target(of: Place(section: 0, row: 0))  // nil: it goes with its section
  public func target(of old: Place) -> Place? { targets.place(old, "old") }

  /// Returns the old number of a section of the new list, or `nil` if it is new.
  ///
  ///     let first = ChangeSet(sections: SectionChanges(deletes: [0]))
  ///     let lineage = first.lineage(old: [1, 2], new: [2])
  ///     lineage.origin(ofSection: 0)  // 1
  public func origin(ofSection new: Int) -> Int? { origins.section(new, "new") }

  /// Returns the new number of a section of the old list, or `nil` if it is gone.
  ///
  ///     let first = ChangeSet(sections: SectionChanges(deletes: [0]))
  ///     let lineage = first.lineage(old: [1, 2], new: [2])
  ///     lineage.target(ofSection: 1)  // 0
  public func target(ofSection old: Int) -> Int? { targets.section(old, "old") }
}

extension ChangeSet {
  /// Returns the way of every row of a flat list of `oldCount` rows to the new list, and back.
  ///
  ///     ChangeSet(deletes: [0]).lineage(oldCount: 3).target(of: 2)  // 1
  ///
  /// The change set must keep its promise; see ``checkShape(oldCount:newCount:)``.
  ///
  /// - Complexity: O(*n*).
  public func lineage(oldCount: Int) -> Lineage {
    invariant(sections.isEmpty, "a change of sections in a flat list")
    return lineage(old: [oldCount], new: [oldCount - deletes.count + inserts.count])
  }

  /// Returns the way of every row of sections with the given numbers of rows to the new list, and
  /// back.
  ///
  ///     let lineage = ChangeSet(deletes: [0]).lineage(old: [1, 2], new: [0, 2])
  ///     lineage.target(of: Place(section: 0, row: 0))  // nil
  ///
  /// The change set must keep its promise; see ``checkShape(old:new:)``.
  ///
  /// - Complexity: O(*n*).
  public func lineage(old: [Int], new: [Int]) -> Lineage {
    let breach = checkShape(old: old, new: new)
    invariant(breach == nil, "a change set without a lineage: \(breach ?? "")")
    return Lineage(Origins(self, old: old, new: new), old: old)
  }
}

extension Origins {
  fileprivate func section(_ section: Int, _ list: String) -> Int? {
    invariant(
      sections.indices.contains(section),
      "no section \(section) in the \(list) list of \(sections.count) sections")
    return sections[section] < 0 ? nil : sections[section]
  }

  fileprivate func place(_ place: Place, _ list: String) -> Place? {
    let (section, row) = (Int(place.section), Int(place.row))
    invariant(
      rows.indices.contains(section) && rows[section].indices.contains(row),
      "no row \(place) in the \(list) list")
    return rows[section][row] == Origins.nowhere ? nil : rows[section][row]
  }

  fileprivate func index(ofFlat row: Int, _ list: String) -> Int? {
    invariant(
      rows.count == 1, "the index of a row in the \(list) list of \(rows.count) sections")
    invariant(
      rows[0].indices.contains(row), "no row \(row) in the \(list) list of \(rows[0].count) rows")
    return rows[0][row] == Origins.nowhere ? nil : Int(rows[0][row].row)
  }
}
