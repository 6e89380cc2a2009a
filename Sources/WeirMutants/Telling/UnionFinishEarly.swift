// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun

/// Says that a union has loaded when its first source has.
///
/// StreamBaseKit counts its sources (U4); apps that joined two lists by hand did not: FirebaseUI-iOS pull request #164.
///
///     first loads; second is still on its way  // loaded
enum UnionFinishEarly: StackHabits {
  static let mutant = Mutant(
    "union-finish-early", of: "FirebaseUI-iOS pull request #164", caughtBy: "initial-load",
    about: "A union says that it has loaded when its first source has.", Self.self)

  static func isLoaded(_ settled: Int, of sources: Int) -> Bool { settled > 0 }
}
