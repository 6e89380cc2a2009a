// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirClient
import WeirDiff
import WeirTree

/// Reports a change of a row only if a change was heard: one that goes and comes back different is none.
///
/// StreamBaseKit, quirk Q5: within a batch, removed and added again is no difference of key sets.
///
///     a: 1 is removed, and within the batch a: 2 is added  // the list view keeps 1
enum ReaddedUnseen: StackHabits {
  static let mutant = Mutant(
    "readded-unseen", of: "StreamBaseKit Q5", caughtBy: "lists",
    about: "A row that goes and comes back different within a batch is not reported.", Self.self)

  static func report(
    from old: [PlainSection], to new: [PlainSection], _ notes: PlainNotes,
    into update: inout StackUpdate
  ) {
    RightHabits.report(from: old, to: new, notes, into: &update)
    let gone = Set(notes.gathered.filter { $0.kind == .removed }.map(\.key))
    update.changes.updates.removeAll { changed in
      gone.contains(old[Int(changed.old.section)].rows[Int(changed.old.row)].key)
    }
  }
}
