import WeirCore

/// How many requests a session may make in a while.
///
///     Pace(perSecond: 10, burst: 20)  // ten a second in the long run, twenty at once
public struct Pace: Sendable {
  /// How many in the long run.
  public var perSecond: Int
  /// How many at once after a rest.
  public var burst: Int
  /// Whether a request too many waits until it is due, instead of being refused.
  public var waits: Bool

  /// Makes a pace; numbers below one count as one, a burst is a million at most.
  public init(perSecond: Int, burst: Int, waits: Bool = false) {
    self.perSecond = max(1, perSecond)
    self.burst = min(max(1, burst), 1_000_000)
    self.waits = waits
  }

  /// When a request that arrives now may be taken up; nil: never, it is one too many.
  ///
  /// `spent` is the moment at which all requests so far would be through at the long run's rate; it
  /// starts at zero.
  func due(at now: Instant, spent: inout Instant) -> Instant? {
    let gap = Interval(nanoseconds: 1_000_000_000 / Int64(perSecond))
    let start = max(spent, now)
    let room = gap * Int64(burst - 1)
    let due = start - now > room ? Instant(nanoseconds: start.nanoseconds - room.nanoseconds) : now
    if due > now, !waits { return nil }
    spent = start + gap
    return due
  }
}
