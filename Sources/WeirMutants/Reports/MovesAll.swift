// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirClient
import WeirDiff
import WeirTree

/// Tells of every row that it moved, as soon as one has.
///
///     a, b, c become c, a, b  // right: c moves; wrong: a, b and c move, and all of them flicker
enum MovesAll: StackHabits {
  static let mutant = Mutant(
    "moves-all", of: "a diff by places instead of the longest run that stays", caughtBy: "lists",
    about: "One row that moves makes all rows move.", Self.self)

  static func report(
    from old: [PlainSection], to new: [PlainSection], _ notes: PlainNotes,
    into update: inout StackUpdate
  ) {
    RightHabits.report(from: old, to: new, notes, into: &update)
    guard !update.changes.moves.isEmpty, old.count == 1, new.count == 1 else { return }
    var places: [Key: Int] = [:]
    for (place, row) in new[0].rows.enumerated() { places[row.key] = place }
    update.changes.moves = old[0].rows.enumerated().compactMap { from, row in
      places[row.key].map { ChangeSet.Move(from: Place(Int32(from)), to: Place(Int32($0))) }
    }
  }
}
