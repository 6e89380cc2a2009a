// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirRun
import WeirCore
import WeirStreams

/// Puts publishing off with every event, however long the last publication is ago.
///
/// StreamBaseKit, quirk Q7: arming the batch cancels the timer and starts a new one.
///
///     an event each 90 ms, a wait of 100 ms  // nothing is shown for as long as that goes on
enum DebounceUnbounded: StackHabits {
  static let mutant = Mutant(
    "debounce-unbounded", of: "StreamBaseKit Q7", caughtBy: "staleness",
    about: "A steady trickle of events puts publishing off for ever.", Self.self)

  static func due(
    at now: Instant, _ batching: Batching, deadline: Instant
  ) -> Instant {
    now + batching.wait
  }
}
