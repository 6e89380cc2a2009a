// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// Says twice that it has loaded: once for a limit of 0 as soon as it is opened, or when it is taken away later.
///
/// StreamBaseKit, quirk Q9: a stream with limit 0 says so when the delegate is set and again after its value
/// event; and a cancelled one calls the same callback with an error (SB20).
///
///     the newest 0  // loaded, loaded
enum FinishTwice: StackHabits {
  static let mutant = Mutant(
    "finish-twice", of: "StreamBaseKit Q9", caughtBy: "initial-load",
    about: "Says twice that it has loaded.", Self.self)

  static func isLoadedAtOnce(_ screen: Screen) -> Bool { screen.sources[0].limit == 0 }

  static var lossIsAnotherLoad: Bool { true }
}
