// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun

/// Reads a page once and never hears of its rows again.
///
/// StreamBaseKit, quirk Q11; FirebaseUI-Android #2011, #1949, #1777, #1524: pages that live are what people ask for
/// most, and nobody ships them.
///
///     the newest 2 of a to d; a page; b is edited  // the old b is shown for ever
enum PageNotLive: StackHabits {
  static let mutant = Mutant(
    "page-not-live", of: "StreamBaseKit Q11; FirebaseUI-Android #2011, #1949",
    caughtBy: "converge", about: "Rows of a page are read once and grow old.", Self.self)

  static var pageReplacesWindow: Bool { false }
  static var pagesAreLive: Bool { false }
}
