// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirClient
import WeirDiff

/// Deletes a row that it also moves.
///
/// FirebaseUI-iOS #242, #237, #252: rows that left a place were both deleted there and moved from there.
///
///     a, b become b, a  // delete 1, move 1 to 0: list views refuse it
enum DeleteAndMove: StackHabits {
  static let mutant = Mutant(
    "delete-and-move", of: "FirebaseUI-iOS #242, #237, #252", caughtBy: "lists",
    about: "Deletes and moves one row in one batch.", Self.self)

  static func report(
    from old: [PlainSection], to new: [PlainSection], _ notes: PlainNotes,
    into update: inout StackUpdate
  ) {
    RightHabits.report(from: old, to: new, notes, into: &update)
    update.changes.deletes = (update.changes.deletes + update.changes.moves.map(\.from)).sorted()
  }
}
