// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirClient
import WeirDiff
import WeirTree

/// Reloads a row that was changed, even if it has gone since.
///
/// FirebaseUI-iOS #676 and pull request #689; QBImagePicker #88: a change and a removal in one batch.
///
///     a is changed and, in the same batch, removed  // delete 0, reload 0: list views refuse it
enum DeleteAndReload: StackHabits {
  static let mutant = Mutant(
    "delete-and-reload", of: "FirebaseUI-iOS #676; QBImagePicker #88", caughtBy: "lists",
    about: "Deletes and reloads one row in one batch.", Self.self)

  static func report(
    from old: [PlainSection], to new: [PlainSection], _ notes: PlainNotes,
    into update: inout StackUpdate
  ) {
    RightHabits.report(from: old, to: new, notes, into: &update)
    let changed = Set(notes.gathered.filter { $0.kind == .changed }.map(\.key))
    update.reloads = update.changes.deletes.filter { place in
      changed.contains(old[Int(place.section)].rows[Int(place.row)].key)
    }
  }
}
