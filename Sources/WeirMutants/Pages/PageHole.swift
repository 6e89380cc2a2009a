// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun

/// Keeps the window of the newest rows sliding while the pages behind it stay where they are.
///
/// StreamBaseKit, quirk Q11: new rows push others off the window, and no page holds those.
///
///     the newest 2 of a to e, a page: e d, c b; f, g and h come  // h g f, d c b: e is in neither
enum PageHole: StackHabits {
  static let mutant = Mutant(
    "page-hole", of: "StreamBaseKit Q11; FirebaseUI-Android #1777, #1524", caughtBy: "contiguity",
    about: "Rows fall into the gap between the window and its pages.", Self.self)

  static var pageReplacesWindow: Bool { false }
}
