// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// Shows the row that was only asked for to know whether there is more.
///
/// StreamBaseKit, quirk Q11, and firebase_pagination #10: whoever asks for one more must hold it back.
///
///     the newest 2 of a, b, c  // shown as c, b, a
enum SentinelShown: StackHabits {
  static let mutant = Mutant(
    "sentinel-shown", of: "StreamBaseKit SB29; firebase_pagination #10", caughtBy: "converge",
    about: "Shows the row behind the window that says whether there is more.", Self.self)

  static func loaded(_ source: PlainSource) -> [PlainItem] {
    source.held.sorted { precedes($0, $1, in: source.builder) }
  }
}
