public import WeirCore

/// What the clock of a device shows: how far it is off, and whether it runs too fast.
///
///     var clock = DeviceClock(ahead: .seconds(3))
///     clock.time(at: .zero)                       // 3s
///     clock = DeviceClock(gains: Ratio(1, of: 100), since: .zero)
///     clock.time(at: Instant.zero + .seconds(100))       // 101s
///
/// Only what a client says by its own clock depends on it: the keys that it makes, and what it expects the server to
/// fill in for the time. Alarms do not: a device measures how long something takes by another clock, which nobody sets.
public struct DeviceClock: Hashable, Sendable {
  /// How far it was ahead of the true time when it was set; behind, where that is negative.
  public var ahead: Interval
  /// How much it gains of the time that passes.
  public var gains: Ratio
  /// The moment at which it was set.
  public var since: Instant

  /// Makes a clock.
  public init(ahead: Interval = .zero, gains: Ratio = .zero, since: Instant = .zero) {
    self.ahead = ahead
    self.gains = gains
    self.since = since
  }

  /// What it shows.
  public func time(at now: Instant) -> Instant {
    let shown = now + ahead
    if gains.isZero || now < since { return shown }
    let (high, low) = (now - since).nanoseconds.magnitude
      .multipliedFullWidth(by: gains.numerator)
    let gain = gains.denominator.dividingFullWidth((high, low)).quotient
    return shown + Interval(nanoseconds: Int64(clamping: gain))
  }
}
