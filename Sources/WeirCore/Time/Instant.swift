// SPDX-License-Identifier: Apache-2.0

/// A moment of virtual time: whole nanoseconds since the run began.
///
///     let later = Instant.zero + .milliseconds(40)
///     later - .zero  // 40ms
///
/// Time is an integer so that no rounding mode, library or compiler can move an
/// event past another one.
public struct Instant: Hashable, Comparable, Sendable {
  /// Nanoseconds since the run began.
  public var nanoseconds: Int64

  /// Makes the moment that lies `nanoseconds` after the start of the run.
  @inlinable
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The start of the run.
  public static let zero = Instant(nanoseconds: 0)

  /// Later than anything that can happen.
  public static let never = Instant(nanoseconds: .max)

  /// Orders from early to late.
  @inlinable
  public static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }

  /// Returns the moment `interval` after `instant`, or ``never`` where the sum does not fit.
  @inlinable
  public static func + (instant: Instant, interval: Interval) -> Instant {
    let (sum, over) = instant.nanoseconds.addingReportingOverflow(interval.nanoseconds)
    return over ? .never : Instant(nanoseconds: sum)
  }

  /// Returns the time from `b` to `a`.
  @inlinable
  public static func - (a: Instant, b: Instant) -> Interval {
    Interval(nanoseconds: a.nanoseconds - b.nanoseconds)
  }
}

extension Instant: CustomStringConvertible {
  /// Seconds with as many decimals as needed: `1.25s`.
  public var description: String {
    self == .never ? "never" : Interval(nanoseconds: nanoseconds).inSeconds
  }
}
