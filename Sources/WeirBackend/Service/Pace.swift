// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

/// The number of requests that a session may make in a while.
///
///     Pace(perSecond: 10, burst: 20)  // ten a second in the long run, twenty at once
///     Pace(gap: .seconds(2))          // one every two seconds
package struct Pace: Hashable, Sendable {
  /// The time from one to the next in the long run.
  package var gap: Interval
  /// The number of requests that may come at once after a rest.
  package var burst: Int
  /// `true` if a request too many waits until it is due, instead of being refused.
  package var waits: Bool

  /// Makes a pace; numbers below one count as one, a burst is a million at most.
  package init(perSecond: Int, burst: Int, waits: Bool = false) {
    self.init(
      gap: Interval(nanoseconds: 1_000_000_000 / Int64(max(1, perSecond))), burst: burst,
      waits: waits)
  }

  /// Makes a pace by the time from one request to the next, which is an hour at most.
  package init(gap: Interval, burst: Int = 1, waits: Bool = false) {
    self.gap = min(max(gap, .zero), .seconds(3_600))
    self.burst = min(max(1, burst), 1_000_000)
    self.waits = waits
  }

  /// Returns the moment at which a request that arrives now may be taken up; nil: never, it is one
  /// too many.
  ///
  /// `spent` is the moment at which all requests so far would be through at the long run's rate; it
  /// starts at zero.
  func due(at now: Instant, spent: inout Instant) -> Instant? {
    let start = max(spent, now)
    let room = gap * Int64(burst - 1)
    let due = start - now > room ? Instant(nanoseconds: start.nanoseconds - room.nanoseconds) : now
    if due > now, !waits { return nil }
    spent = start + gap
    return due
  }
}
