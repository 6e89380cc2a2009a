// SPDX-License-Identifier: Apache-2.0
public import WeirDiff

extension SharedList {
  /// Applies a change of a flat list; `row` returns the rows that are new, moved or changed by their
  /// new places.
  ///
  /// - Complexity: O(*k* log *n*) for *k* changes, and never more than O(*n* + *k*).
  @inlinable
  package mutating func apply(_ changes: ChangeSet, row: (Int) -> Row) {
    edit(Self.edits(changes, row: row))
  }

  /// Returns a change as edits of the old list, in order.
  @inlinable
  static func edits(_ changes: ChangeSet, row: (Int) -> Row) -> [SharedEdit<Row>] {
    var (away, here) = (changes.deletes, changes.inserts)
    if !changes.moves.isEmpty {
      away = (away + changes.moves.map(\.from)).sorted()
      here = (here + changes.moves.map(\.to)).sorted()
    }
    let updates = changes.updates
    var edits: [SharedEdit<Row>] = []
    edits.reserveCapacity(away.count + here.count + updates.count)
    var (gone, come, updated) = (0, 0, 0)
    while true {
      // As many rows that stay are before an arrival as in the new list.
      let arrival = come < here.count ? Int(here[come].row) - come + gone : Int.max
      let removal = gone < away.count ? Int(away[gone].row) : Int.max
      let update = updated < updates.count ? Int(updates[updated].old.row) : Int.max
      if arrival <= removal, arrival <= update {
        if arrival == Int.max { return edits }
        edits.append(SharedEdit(index: arrival, removes: false, row: row(Int(here[come].row))))
        come += 1
      } else if removal <= update {
        edits.append(SharedEdit(index: removal, removes: true, row: nil))
        gone += 1
        // A row that moves and changes has come with its change.
        if update == removal { updated += 1 }
      } else {
        edits.append(
          SharedEdit(index: update, removes: true, row: row(Int(updates[updated].new.row))))
        updated += 1
      }
    }
  }
}
