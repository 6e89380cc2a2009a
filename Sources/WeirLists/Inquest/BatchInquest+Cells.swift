import WeirDiff

/// Rule 27: after the batch every cell shows the row that the data source has at its place.
extension BatchInquest {
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
    var targets: [Place: Place] = [:]
    for update in updates.reconfigures { targets[update.old] = update.new }
    for section in rows.indices {
      for row in rows[section].indices {
        let origin = permutation.origins[section][row]
        if origin == BatchPermutation.nowhere { continue }
        let place = Place(section: Int32(section), row: Int32(row))
        let cell = cells[Int(origin.section)][Int(origin.row)]
        compare(
          cell, from: origin, reconfiguredAt: targets[origin], with: rows[section][row], place)
      }
    }
  }

  private mutating func compare<Row: ListRow>(
    _ cell: Row, from origin: Place, reconfiguredAt target: Place?, with row: Row, _ place: Place
  ) {
    if cell.rowID != row.rowID {
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
    } else if target == nil, !cell.showsTheSame(as: row) {
      note(
        .staleCell,
        "the cell at \(place.path) shows its \(words.row) as it was before the update")
    }
  }
}
