// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirClient
import WeirDiff

/// Tells deletes from the last row to the first, as who applies them one after another needs them.
///
/// Rocket Data, CDP-10: changes of a collection are to be applied one by one, deletes from the end. In a batch every place
/// is one of the old list, in rising order.
///
///     a, b, c become c  // delete 1, delete 0
enum DeletesDescending: StackHabits {
  static let mutant = Mutant(
    "deletes-descending", of: "Rocket Data CDP-10, taken for a batch", caughtBy: "grammar",
    about: "Tells the deletes of a batch from the last to the first.", Self.self)

  static func report(
    from old: [PlainSection], to new: [PlainSection], _ notes: PlainNotes,
    into update: inout StackUpdate
  ) {
    RightHabits.report(from: old, to: new, notes, into: &update)
    update.changes.deletes.reverse()
  }
}
