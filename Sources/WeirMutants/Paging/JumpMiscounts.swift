// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirRun
import WeirTree

/// Counts the next offset from the rows on screen, although the list was opened in its middle.
///
///     opened behind 40 rows, ten are there: the next page begins behind 10 rows, not behind 50
struct JumpMiscounts: StackInterceptor {
  static let mutant = Mutant(
    "jump-miscounts", of: "lists opened in the middle that fetch from data.length",
    caughtBy: "page-requests",
    about: "After a jump the next page is asked for as if the list began at its place.",
    door: Self.self)

  /// The number of rows before the place at which the list was opened.
  private var skipped = 0

  mutating func wishes(_ wishes: inout [StackWish], from first: Int) {
    for place in wishes.indices.dropFirst(first) {
      guard case .fetch(let tag, var query?, let role, let journey) = wishes[place],
        case .offset(let offset) = query.start
      else { continue }
      if role == .first {
        skipped = offset
      } else {
        query.start = .offset(max(0, offset - skipped))
        wishes[place] = .fetch(tag: tag, query, role, journey: journey)
      }
    }
  }
}
