// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirClient
import WeirDiff
import WeirTree

/// Does not report that a row of a union now comes from another source.
///
/// StreamBaseKit, quirk Q5: the key stays, so its diff by key sets has nothing to say.
///
///     first a: 1, second a: 2; the first a goes  // 2 is to be shown, the list view keeps 1
enum UnionSwapUnseen: StackHabits {
  static let mutant = Mutant(
    "union-swap-unseen", of: "StreamBaseKit Q5", caughtBy: "lists",
    about: "When a union's row comes from another source, its new content is not reported.",
    Self.self)

  static func report(
    from old: [PlainSection], to new: [PlainSection], _ notes: PlainNotes,
    into update: inout StackUpdate
  ) {
    RightHabits.report(from: old, to: new, notes, into: &update)
    if notes.sources < 2 { return }
    let changed = Set(notes.gathered.filter { $0.kind == .changed }.map(\.key))
    update.changes.updates.removeAll { one in
      !changed.contains(old[Int(one.old.section)].rows[Int(one.old.row)].key)
    }
  }
}
