// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirClient

/// Never says that it has loaded, for nobody was listening when it did.
///
/// StreamBaseKit, quirk Q23: a delegate that is set after the load is never told.
///
///     a loads; the delegate is set  // it waits for ever
enum FinishLost: StackHabits {
  static let mutant = Mutant(
    "finish-lost", of: "StreamBaseKit Q23", caughtBy: "initial-load",
    about: "Does not say that it has loaded to who asks later.", Self.self)

  static func hears(_ news: StackNews) -> Bool {
    if case .loaded = news { false } else { true }
  }
}
