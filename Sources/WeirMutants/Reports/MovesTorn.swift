// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirClient
import WeirDiff

/// Tells of a row that moves as of one that goes and another one that comes.
///
///     a, b, c become c, a, b  // right: c moves; wrong: c is deleted and inserted, and its cell is made anew
enum MovesTorn: StackHabits {
  static let mutant = Mutant(
    "moves-torn", of: "child_moved heard as a removal and an addition", caughtBy: "lists",
    about: "A row that moves is deleted and inserted.", Self.self)

  static func report(
    from old: [PlainSection], to new: [PlainSection], _ notes: PlainNotes,
    into update: inout StackUpdate
  ) {
    RightHabits.report(from: old, to: new, notes, into: &update)
    update.changes.deletes = (update.changes.deletes + update.changes.moves.map(\.from)).sorted()
    update.changes.inserts = (update.changes.inserts + update.changes.moves.map(\.to)).sorted()
    update.changes.updates.removeAll { old in update.changes.moves.contains { $0.from == old.old } }
    update.changes.moves = []
  }
}
