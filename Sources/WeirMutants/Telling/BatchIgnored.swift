// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirRun
import WeirCore
import WeirStreams

/// Publishes what it has heard at once, however long it was to gather changes.
///
///     five rows in 50 ms, a wait of 200 ms  // right: one batch; wrong: up to five
enum BatchIgnored: StackHabits {
  static let mutant = Mutant(
    "batch-ignored", of: "a debounce that nobody set", caughtBy: "bounded-work",
    about: "Every event is a batch of its own.", Self.self)

  static func due(
    at now: Instant, _ batching: Batching, deadline: Instant
  ) -> Instant {
    now
  }
}
