// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirRun
import WeirTree

/// Loses the wishes for what comes before the place at which a list was opened.
///
///     somebody opens a message in the middle, and scrolls back to its first row, where nothing comes
struct EarlierPageSwallowed: StackInterceptor {
  static let mutant = Mutant(
    "earlier-page-swallowed", of: "lists opened in the middle that load one way alone",
    caughtBy: "page-more", about: "What comes before the place of a jump is never asked for.",
    door: Self.self)

  /// The number of rows before the place at which the list was opened.
  private var opened = 0

  mutating func wishes(_ wishes: inout [StackWish], from first: Int) {
    var place = first
    while place < wishes.count {
      if loses(wishes[place]) { wishes.remove(at: place) } else { place += 1 }
    }
  }

  private mutating func loses(_ wish: StackWish) -> Bool {
    guard case .fetch(_, let query?, let role, _) = wish, case .offset(let offset) = query.start
    else { return false }
    if role == .first { opened = offset }
    return role == .next && offset < opened
  }
}
