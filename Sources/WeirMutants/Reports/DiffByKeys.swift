// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirClient
import WeirDiff

/// Tells the list view only which keys are gone and which are new.
///
/// StreamBaseKit, quirks Q4 and Q5: the diff compares sets of keys, so that rows that change places or contents
/// are none.
///
///     a: 1, b: 2; a becomes 3 and c comes  // [b, a, c] is shown where [a, b, c] was told
enum DiffByKeys: StackHabits {
  static let mutant = Mutant(
    "diff-by-keys", of: "StreamBaseKit Q4, Q5", caughtBy: "lists",
    about: "Reports rows that go and come, and none that move or change.", Self.self)

  static func report(
    from old: [PlainSection], to new: [PlainSection], _ notes: PlainNotes,
    into update: inout StackUpdate
  ) {
    RightHabits.report(from: old, to: new, notes, into: &update)
    update.changes.moves = []
    update.changes.updates = []
  }
}
