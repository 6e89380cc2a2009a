// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// Lets the last source that has a key win it.
///
/// StreamBaseKit documents the opposite for its union (U2): placeholders must not cover what is real.
///
///     first a: 1, second a: 2  // shown as 2
enum LastSourceWins: StackHabits {
  static let mutant = Mutant(
    "union-last-wins", of: "StreamBaseKit U2", caughtBy: "converge",
    about: "In a union the last source that has a key wins it.", Self.self)

  static func merged(_ sources: [[PlainItem]], in order: QueryBuilder) -> [PlainItem] {
    RightHabits.merged(sources.reversed(), in: order)
  }
}
