// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun

/// Waits for ever for a page that was refused.
///
/// StreamBaseKit, quirk Q8: a page has no cancel handler, so the flag that one is under way stays set.
///
///     a page is refused  // the call never ends, and no later one begins
enum PageWedges: StackHabits {
  static let mutant = Mutant(
    "page-wedges", of: "StreamBaseKit Q8", caughtBy: "pages",
    about: "A page that is refused never ends.", Self.self)

  static var refusalEndsPage: Bool { false }
}
