// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirClient

/// Tells the list view nothing at all: the adapter between the two is gone.
///
/// StreamBaseKit, quirk Q15: its example makes the adapter in place and gives it to a weak delegate.
///
///     a comes  // the list view has no row, the list has one
enum AdapterFreed: StackHabits {
  static let mutant = Mutant(
    "adapter-freed", of: "StreamBaseKit Q15", caughtBy: "lists",
    about: "Nobody tells the list view anything.", Self.self)

  static func report(
    from old: [PlainSection], to new: [PlainSection], _ notes: PlainNotes,
    into update: inout StackUpdate
  ) {}
}
