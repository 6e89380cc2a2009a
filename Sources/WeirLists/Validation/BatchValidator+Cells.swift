// SPDX-License-Identifier: Apache-2.0
import WeirDiff

/// Rule 27: after the batch every cell shows the row that the data source has at its place.
extension BatchValidator {
  /// Compares the cells after a batch that is legal so far with the rows of the data source.
  mutating func compare<Row: ListRow>(
    _ cells: [[Row]], with rows: [[Row]], _ permutation: BatchPermutation
  ) {
    let sections = sectionOrigins()
    for update in updates.sectionReconfigures where sections[Int(update.new)] != update.old {
      note(
        .staleCell,
        "section \(update.old) is reconfigured at (\(update.new)), but does not come to lie there")
    }
    let targets = targetsOfReconfigures()
    for section in rows.indices {
      for row in rows[section].indices {
        let origin = permutation.origins[section][row]
        if origin == BatchPermutation.nowhere { continue }
        let place = Place(section: Int32(section), row: Int32(row))
        let notes = targets[Int(origin.section)]
        let target = notes.isEmpty ? nil : notes[Int(origin.row)]
        compare(cells, from: origin, reconfiguredAt: target, with: rows[section], place)
      }
    }
  }

  /// Returns, for each row before the batch, the place where it is reconfigured, if it is; nothing
  /// for a section in which none is.
  private func targetsOfReconfigures() -> [[Place?]] {
    var targets = [[Place?]](repeating: [], count: before.count)
    for update in updates.reconfigures {
      let section = Int(update.old.section)
      if targets[section].isEmpty {
        targets[section] = Array(repeating: nil, count: before[section])
      }
      targets[section][Int(update.old.row)] = update.new
    }
    return targets
  }

  private mutating func compare<Row: ListRow>(
    _ cells: [[Row]], from origin: Place, reconfiguredAt target: Place?, with rows: [Row],
    _ place: Place
  ) {
    let (cells, cell, row) = (cells[Int(origin.section)], Int(origin.row), Int(place.row))
    if cells[cell].rowID != rows[row].rowID {
      note(
        .staleCell,
        "the cell at \(place.path) shows another \(words.row) than the data source has there")
    } else if let target, target != place {
      note(
        .staleCell,
        """
        \(words.row) \(origin.path) is reconfigured at \(target.path), but comes to lie at \
        \(place.path)
        """)
    } else if target == nil, !cells.row(cell, showsTheSameAs: rows, row) {
      note(
        .staleCell,
        "the cell at \(place.path) shows its \(words.row) as it was before the update")
    }
  }
}
