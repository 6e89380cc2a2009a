// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// Orders children by their keys where what they are ordered by has different types.
///
/// StreamBaseKit, quirk Q1: the comparator knows pairs of one type only, and falls back to the key for all others.
///
///     a: { score: 5 }, b: { score: true }  // shown as a, b; the server has truth before numbers: b, a
enum MixedByKey: StackHabits {
  static let mutant = Mutant(
    "order-mixed-by-key", of: "StreamBaseKit Q1", caughtBy: "converge",
    about: "Orders values of different types by key.", Self.self)

  static func precedes(_ a: PlainItem, _ b: PlainItem, in builder: QueryBuilder) -> Bool {
    let order = order(a.rank, b.rank)
    return builder.isAscending ? order < 0 : order > 0
  }

  private static func order(_ a: Rank, _ b: Rank) -> Int {
    let byKey = a.key < b.key ? -1 : a.key == b.key ? 0 : 1
    let value = a.value.compared(to: b.value)
    switch (a.value, b.value) {
    case (.none, _), (_, .none), (.bool, .bool), (.text, .text),
      (.integer, .integer), (.integer, .number), (.number, .integer), (.number, .number):
      return value != 0 ? value : byKey
    default: return byKey
    }
  }
}
