// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// Keeps no row that the filter rejects when it comes, so that it cannot come back with another filter.
///
/// FirebaseUI-iOS #57, #10: apps that filter as rows arrive; what StreamBaseKit does right with its second array.
///
///     filter: undone; a: { done } comes; filter: everything  // a is not there
enum RejectedForgotten: StackHabits {
  static let mutant = Mutant(
    "rejected-forgotten", of: "FirebaseUI-iOS #57, #10", caughtBy: "converge",
    about: "Drops rows that the filter rejects: they do not come back without it.", Self.self)

  static func take(_ event: DataEvent, of source: PlainSource, into held: inout [PlainItem]) {
    if event.kind == .added, !source.filter.admits(event.key, event.node) { return }
    RightHabits.take(event, of: source, into: &held)
  }
}
