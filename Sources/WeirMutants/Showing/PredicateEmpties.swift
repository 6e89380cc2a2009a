// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// Begins with an empty list whenever a filter is set, and shows only what is heard of from then on.
///
/// StreamBaseKit, quirk Q14: setting the predicate of a transient stream rebuilds it from an array that is
/// always empty.
///
///     a; filter: everything  // shown as nothing
enum PredicateEmpties: StackHabits {
  static let mutant = Mutant(
    "predicate-empties", of: "StreamBaseKit Q14", caughtBy: "converge",
    about: "Setting a filter empties the list.", Self.self)

  static func admitted(
    _ items: [PlainItem], by filter: Filter, _ notes: PlainNotes
  ) -> [PlainItem] {
    items.filter { !notes.knownAtFilter.contains($0.key) && filter.admits($0.key, $0.node) }
  }
}
