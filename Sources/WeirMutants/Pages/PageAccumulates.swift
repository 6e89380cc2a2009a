// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// Asks for each page after the first from where the first one began.
///
/// StreamBaseKit, quirk Q2: the query that makes pages is captured, and each call adds another start to it; the
/// backend's own library throws, others keep the first one.
///
///     a to z by twos; page, page  // the second page brings c, d again
enum PageAccumulates: StackHabits {
  static let mutant = Mutant(
    "pager-accumulates", of: "StreamBaseKit Q2", caughtBy: "pages",
    about: "The second page begins where the first one did, and brings nothing new.", Self.self)

  static func page(
    _ rows: Int, of source: PlainSource
  ) -> (anchored: Query?, beyond: Query) {
    var (anchored, beyond) = RightHabits.page(rows, of: source)
    if source.pages > 0, let window = source.listens.last?.query {
      beyond.start = window.start
      beyond.end = window.end
    }
    return (anchored, beyond)
  }

  static func hasMore(_ isFull: Bool, new: Int) -> Bool { isFull }

  static func goesOn(_ page: PlainPage, of source: PlainSource) -> Bool { true }
}
