// SPDX-License-Identifier: Apache-2.0
package import WeirDiff

/// The destinations of the cells of reloaded rows and sections.
///
/// A view takes a reload for a delete and an insert, and computes where to insert: from the old place it
/// takes the deletes before it, then makes way for each insert. It forgets the moves. That is why a row
/// cannot move to where a reloaded one lands, and why none can be reloaded in a section that moves.
///
///     // delete 1, move 0 → 1, move 3 → 0, reload 2: the reload lands on 2 − 1 = 1, where 0 moves to
package struct ReloadDestinations {
  private let deletes: Sorted<Place>
  private let inserts: Sorted<Place>
  private let sectionDeletes: Sorted<Int32>
  private let sectionInserts: Sorted<Int32>

  package init(_ updates: BatchUpdates) {
    deletes = Sorted(Sorted(updates.deletes).distinct)
    inserts = Sorted(Sorted(updates.inserts).distinct)
    sectionDeletes = Sorted(Sorted(updates.sectionDeletes).distinct)
    sectionInserts = Sorted(Sorted(updates.sectionInserts).distinct)
  }

  /// Returns the place where a reloaded section lands.
  package func section(_ old: Int32) -> Int32 {
    var place = Int(old) - sectionDeletes.count(below: old)
    for insert in sectionInserts.elements where insert <= place { place += 1 }
    return Int32(clamping: place)
  }

  /// Returns the place where a reloaded row lands.
  package func row(_ old: Place) -> Place {
    let section = section(old.section)
    let first = Place(section: old.section, row: .min)
    var row = Int(old.row) - deletes.count(below: old) + deletes.count(below: first)
    for insert in inserts.rows(in: section) where insert.row <= row { row += 1 }
    return Place(section: section, row: Int32(clamping: row))
  }
}
