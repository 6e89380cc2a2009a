// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirRun

/// Loses every second wish for a next page on its way to the network.
///
///     the end comes into view, and the page behind it is never asked for
struct NextPageSwallowed: StackInterceptor {
  static let mutant = Mutant(
    "next-page-swallowed", of: "Stapler B-S7", caughtBy: "page-more",
    about: "A wish for the next page is lost, and nobody wishes again.", door: Self.self)

  private var pages = 0

  mutating func wishes(_ wishes: inout [StackWish], from first: Int) {
    var place = first
    while place < wishes.count {
      if case .fetch(_, _?, .next, _) = wishes[place] {
        pages += 1
        if pages.isMultiple(of: 2) {
          wishes.remove(at: place)
          continue
        }
      }
      place += 1
    }
  }
}
