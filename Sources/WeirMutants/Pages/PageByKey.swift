// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// Takes the key of the last row for the place where the next page begins, whatever the list is ordered by.
///
/// StreamBaseKit, quirk Q3: `start` is documented as a key and compared with the value of the child.
///
///     by score, the best 4; a page of 2  // it ends at the text "b", behind all numbers: the best four again
enum PageByKey: StackHabits {
  static let mutant = Mutant(
    "page-by-key", of: "StreamBaseKit Q3", caughtBy: "pages",
    about: "Begins a page at the key of the last row, though the order is another.", Self.self)

  static func page(
    _ rows: Int, of source: PlainSource
  ) -> (anchored: Query?, beyond: Query) {
    var (anchored, beyond) = RightHabits.page(rows, of: source)
    guard source.builder.index != .key, let edge = source.edge else { return (anchored, beyond) }
    let bound = Query.Bound(.text(edge.key.description))
    if source.builder.isAscending { beyond.start = bound } else { beyond.end = bound }
    return (anchored, beyond)
  }

  static func hasMore(_ isFull: Bool, new: Int) -> Bool { isFull }

  static func goesOn(_ page: PlainPage, of source: PlainSource) -> Bool { true }
}
