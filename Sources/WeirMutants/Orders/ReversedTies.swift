// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// Reverses a descending list by its values alone: children of one value keep rising keys.
///
/// FirebaseUI-iOS #57, #10, #241 and pull request #251: reversed and client-sorted arrays, done by each app anew.
///
///     a and b of one score, descending  // shown as a, b; the server's order backwards is b, a
enum ReversedTies: StackHabits {
  static let mutant = Mutant(
    "ties-not-reversed", of: "FirebaseUI-iOS #57, #10, #241", caughtBy: "converge",
    about: "Reverses a list by value but leaves equal ones by rising keys.", Self.self)

  static func precedes(_ a: PlainItem, _ b: PlainItem, in builder: QueryBuilder) -> Bool {
    let order = a.rank.value.compared(to: b.rank.value)
    if order == 0, builder.index != .key { return a.key < b.key }
    return builder.precedes(a.rank, b.rank)
  }
}
