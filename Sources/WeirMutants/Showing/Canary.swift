// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// Shows every list backwards.
///
/// Nobody's bug: it is caught wherever a list has two rows, so that a sweep without it has looked at nothing.
///
///     a, b  // shown as b, a
enum Canary: StackHabits {
  static let mutant = Mutant(
    "canary", of: "the house", caughtBy: "converge",
    about: "Shows every list backwards: whatever does not catch it looks at nothing.", Self.self)

  static func precedes(_ a: PlainItem, _ b: PlainItem, in builder: QueryBuilder) -> Bool {
    builder.precedes(b.rank, a.rank)
  }
}
