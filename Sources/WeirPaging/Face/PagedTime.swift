// SPDX-License-Identifier: Apache-2.0
import WeirCore

/// The time of a clock, as a pager counts it.
struct PagedTime: Sendable {
  /// The time since the list was made.
  let now: @Sendable () -> Instant
  /// Waits for a time.
  let sleep: @Sendable (Instant) async throws -> Void

  init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let start = clock.now
    let now = { @Sendable in
      let (seconds, attoseconds) = start.duration(to: clock.now).components
      return Instant.zero + .seconds(seconds)
        + Interval(nanoseconds: attoseconds / 1_000_000_000)
    }
    self.now = now
    sleep = { @Sendable time in
      try await clock.sleep(
        until: start.advanced(by: .nanoseconds(time.nanoseconds)), tolerance: nil)
    }
  }
}
