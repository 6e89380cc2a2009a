// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// Never lets go of a row that has fallen off the end of its window.
///
/// AngularFire #1773: a query for the last ten with an observer of added children alone grows without bound.
///
///     the newest 2 of a, b; c comes  // shown as c, b, a
enum RemovedNotObserved: StackHabits {
  static let mutant = Mutant(
    "removed-not-observed", of: "AngularFire #1773", caughtBy: "converge",
    about: "Takes no notice of rows that leave: a limited list grows without bound.", Self.self)

  static func take(_ event: DataEvent, of source: PlainSource, into held: inout [PlainItem]) {
    if event.kind == .removed { return }
    RightHabits.take(event, of: source, into: &held)
  }
}
