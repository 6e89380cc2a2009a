// SPDX-License-Identifier: Apache-2.0
public import WeirCore

/// The clock of a device: how far it is off, and how much too fast it runs.
///
///     var clock = DeviceClock(ahead: .seconds(3))
///     clock.time(at: .zero)                       // 3s
///     clock = DeviceClock(gains: Ratio(1, of: 100), since: .zero)
///     clock.time(at: Instant.zero + .seconds(100))       // 101s
///
/// Only what a client says by its own clock depends on it: the keys that it makes, and the time
/// that it expects the server to fill in. Alarms do not: a device measures durations by another
/// clock, which cannot be set.
public struct DeviceClock: Hashable, Sendable {
  /// The lead over the true time when it was set; negative if it was behind.
  public var ahead: Interval
  /// The share of the passing time that it gains.
  public var gains: Ratio
  /// The moment at which it was set.
  public var since: Instant

  /// Makes a clock.
  public init(ahead: Interval = .zero, gains: Ratio = .zero, since: Instant = .zero) {
    self.ahead = ahead
    self.gains = gains
    self.since = since
  }

  /// Returns the time that it shows.
  public func time(at now: Instant) -> Instant {
    let shown = now + ahead
    if gains.isZero || now < since { return shown }
    let (high, low) = (now - since).nanoseconds.magnitude
      .multipliedFullWidth(by: gains.numerator)
    let gain = gains.denominator.dividingFullWidth((high, low)).quotient
    return shown + Interval(nanoseconds: Int64(clamping: gain))
  }
}
