// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// Orders keys as plain texts, where the server puts whole numbers first and in their order.
///
/// StreamBaseKit, quirk Q1: its comparator is `<` of two strings.
///
///     keys 9 and 10  // shown as 10, 9; the server has 9, 10
enum OrderByText: StackHabits {
  static let mutant = Mutant(
    "order-by-text", of: "StreamBaseKit Q1", caughtBy: "converge",
    about: "Orders keys as texts: 10 stands before 9.", Self.self)

  static func precedes(_ a: PlainItem, _ b: PlainItem, in builder: QueryBuilder) -> Bool {
    let value = a.rank.value.compared(to: b.rank.value)
    let order =
      value != 0 ? value : compareCodeUnits(a.key.description, b.key.description)
    return builder.isAscending ? order < 0 : order > 0
  }
}
