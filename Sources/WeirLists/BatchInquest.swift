import WeirDiff

/// Finds every rule that a batch breaks, in the order in which list views look, with words for each.
///
/// It is written for the reader of the words; `BatchRehearsal` has found in a hurry that there are some.
struct BatchInquest {
  /// What was found so far.
  private(set) var breaches: [ListViewFault.Breach] = []
  private let changes: ChangeSet
  private let oldCount: Int
  private let newCount: Int

  init(_ changes: ChangeSet, oldCount: Int, newCount: Int) {
    self.changes = changes
    self.oldCount = oldCount
    self.newCount = newCount
  }

  /// Looks at the operations and the counts.
  mutating func look() {
    lookForRepetitions()
    lookForConflicts()
    lookAtBounds()
    // The rules have an order of their own, whichever way they were found.
    let found = breaches.enumerated()
    breaches = found.sorted {
      ($0.element.rule.turn, $0.offset) < ($1.element.rule.turn, $1.offset)
    }.map(\.element)
    lookAtCounts()
  }

  /// Compares the cells after a batch that is legal so far with the rows of the data source.
  mutating func compare<Row: ListRow>(_ cells: [Row], with rows: [Row]) {
    let origins = origins()
    for (place, origin) in origins.enumerated() where origin >= 0 {
      let update = changes.updates.first { Int($0.old.row) == origin }
      if cells[origin].rowID != rows[place].rowID {
        note(
          .staleCell, "the cell at \(path(place)) shows another row than the data source has there")
      } else if let update, Int(update.new.row) != place {
        note(
          .staleCell,
          "row \(origin) is reconfigured at \(path(update.new.row)), but comes to lie at \(path(place))"
        )
      } else if update == nil, !cells[origin].showsTheSame(as: rows[place]) {
        note(.staleCell, "the cell at \(path(place)) shows its row as it was before the update")
      }
    }
  }
}

extension BatchInquest {
  private mutating func lookForRepetitions() {
    for place in repeated(changes.deletes) {
      note(.sameTwice, "attempt to delete row \(place) from section 0 more than once")
    }
    for place in repeated(changes.inserts) {
      note(.sameTwice, "attempt to insert row \(place) into section 0 more than once")
    }
    for place in repeated(changes.updates.map(\.old)) {
      note(.sameTwice, "attempt to reconfigure row \(place) of section 0 more than once")
    }
  }

  private mutating func lookForConflicts() {
    for place in common(changes.deletes, changes.updates.map(\.old)) {
      note(.deleteAndUpdate, "attempt to delete and reload the same index path \(path(place))")
    }
    for place in common(changes.deletes, changes.moves.map(\.from)) {
      note(
        .deleteAndMove,
        "attempt to perform a delete and a move from the same index path \(path(place))")
    }
    for place in common(changes.inserts, changes.moves.map(\.to)) {
      note(
        .insertAndMove,
        "attempt to perform an insert and a move to the same index path \(path(place))")
    }
    for place in repeated(changes.moves.map(\.from)) {
      note(.moveTwice, "attempt to move index path \(path(place)) to more than one place")
    }
    for place in repeated(changes.moves.map(\.to)) {
      note(.moveTwice, "attempt to move more than one row to the same index path \(path(place))")
    }
  }

  private mutating func lookAtBounds() {
    let before = "which has only \(oldCount) rows before the update"
    let after = "there are only \(newCount) rows in section 0 after the update"
    for place in changes.deletes where !(0..<oldCount).contains(Int(place.row)) {
      note(.deleteOutOfBounds, "attempt to delete row \(place) from section 0, \(before)")
    }
    for update in changes.updates where !(0..<oldCount).contains(Int(update.old.row)) {
      note(.deleteOutOfBounds, "attempt to reload row \(update.old) from section 0, \(before)")
    }
    for place in changes.inserts where !(0..<newCount).contains(Int(place.row)) {
      note(.insertOutOfBounds, "attempt to insert row \(place) into section 0, but \(after)")
    }
    for update in changes.updates where !(0..<newCount).contains(Int(update.new.row)) {
      note(
        .insertOutOfBounds, "attempt to reconfigure row \(update.new) of section 0, but \(after)")
    }
    for move in changes.moves where !(0..<oldCount).contains(Int(move.from.row)) {
      note(
        .moveFromOutOfBounds,
        "attempt to move index path \(path(move.from.row)), which does not exist: section 0 has only "
          + "\(oldCount) rows before the update")
    }
    for move in changes.moves where !(0..<newCount).contains(Int(move.to.row)) {
      note(
        .moveToOutOfBounds, "attempt to move a row to index path \(path(move.to.row)), but \(after)"
      )
    }
  }

  private mutating func lookAtCounts() {
    let (deleted, inserted) = (changes.deletes.count, changes.inserts.count)
    if oldCount - deleted + inserted == newCount { return }
    note(
      .rowCount,
      """
      invalid update: section 0 has \(newCount) rows after the update, which must be the \(oldCount) rows \
      before it, plus or minus the rows inserted or deleted (\(inserted) inserted, \(deleted) deleted) and \
      plus or minus the rows moved into or out of the section (0 moved in, 0 moved out)
      """)
  }

  private mutating func note(_ rule: ListViewRule, _ reason: String) {
    breaches.append(.init(rule: rule, reason: reason))
  }

  private func path(_ row: some BinaryInteger) -> String { "(0 - \(row))" }

  private func path(_ place: Place) -> String { "(\(place.section) - \(place.row))" }

  /// For each new row, the old row that its cell comes from, or −1 for an inserted one.
  private func origins() -> [Int] {
    let leaving = Set(changes.deletes.map { Int($0.row) } + changes.moves.map { Int($0.from.row) })
    var survivors = (0..<oldCount).filter { !leaving.contains($0) }[...]
    return (0..<newCount).map { place in
      if let move = changes.moves.first(where: { Int($0.to.row) == place }) {
        return Int(move.from.row)
      }
      return changes.inserts.contains(Place(Int32(place))) ? -1 : survivors.removeFirst()
    }
  }
}

/// The places that occur more than once, in order, each once.
private func repeated(_ places: [Place]) -> [Place] {
  let sorted = places.sorted()
  var found: [Place] = []
  for (a, b) in zip(sorted, sorted.dropFirst()) where a == b && found.last != a { found.append(a) }
  return found
}

/// The places that occur in both arrays, in order, each once.
private func common(_ a: [Place], _ b: [Place]) -> [Place] {
  var found: [Place] = []
  for place in a.sorted() where found.last != place && b.contains(place) { found.append(place) }
  return found
}
