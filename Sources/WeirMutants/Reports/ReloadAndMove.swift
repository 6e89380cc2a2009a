// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirClient
import WeirDiff

/// Reloads a row that it also moves.
///
/// FirebaseUI-iOS #676 and pull request #689; rdar 33662307: a row that moves has changed, too, and a reload
/// is a delete to the list view.
///
///     a: 1, b: 2, c: 3 by score; a becomes 4  // reload 0, move 0 to 2: list views refuse it
enum ReloadAndMove: StackHabits {
  static let mutant = Mutant(
    "reload-and-move", of: "FirebaseUI-iOS #676; rdar 33662307", caughtBy: "lists",
    about: "Reloads and moves one row in one batch.", Self.self)

  static func report(
    from old: [PlainSection], to new: [PlainSection], _ notes: PlainNotes,
    into update: inout StackUpdate
  ) {
    RightHabits.report(from: old, to: new, notes, into: &update)
    update.reloads = update.changes.updates.map(\.old)
    update.changes.updates = []
  }
}
