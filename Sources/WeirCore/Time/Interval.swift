// SPDX-License-Identifier: Apache-2.0

/// A length of virtual time in whole nanoseconds.
///
///     Interval.milliseconds(1500).description  // "1.5s"
public struct Interval: Hashable, Comparable, Sendable {
  /// The length in nanoseconds.
  public var nanoseconds: Int64

  /// Makes a length of time.
  @inlinable
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// No time at all.
  public static let zero = Interval(nanoseconds: 0)

  /// The longest time a scenario may ask for: one hundred years of 365 days.
  ///
  /// Two of them still fit into 64 bits, so that sums of checked times never overflow.
  public static let longest = Interval(nanoseconds: 3_153_600_000_000_000_000)

  /// Returns `n` microseconds.
  public static func microseconds(_ n: Int64) -> Interval { Interval(nanoseconds: n * 1_000) }
  /// Returns `n` milliseconds.
  public static func milliseconds(_ n: Int64) -> Interval { Interval(nanoseconds: n * 1_000_000) }
  /// Returns `n` seconds.
  public static func seconds(_ n: Int64) -> Interval { Interval(nanoseconds: n * 1_000_000_000) }

  /// Orders by length.
  @inlinable
  public static func < (a: Interval, b: Interval) -> Bool { a.nanoseconds < b.nanoseconds }
  /// Returns the sum of two lengths.
  @inlinable
  public static func + (a: Interval, b: Interval) -> Interval {
    Interval(nanoseconds: a.nanoseconds + b.nanoseconds)
  }
  /// Returns the difference of two lengths.
  @inlinable
  public static func - (a: Interval, b: Interval) -> Interval {
    Interval(nanoseconds: a.nanoseconds - b.nanoseconds)
  }
  /// Returns one of `n` equal parts of a length, rounded towards zero.
  @inlinable
  public static func / (a: Interval, n: Int64) -> Interval {
    Interval(nanoseconds: a.nanoseconds / n)
  }
  /// Returns a length repeated `n` times.
  @inlinable
  public static func * (a: Interval, n: Int64) -> Interval {
    Interval(nanoseconds: a.nanoseconds * n)
  }
}

extension Interval: CustomStringConvertible {
  /// The length in the largest unit that leaves a number of at least one: `40ms`, `1.5s`, `250us`.
  public var description: String {
    let size = nanoseconds.magnitude
    if size >= 1_000_000_000 || size == 0 { return inSeconds }
    if size >= 1_000_000 { return Self.decimal(nanoseconds, 1_000_000) + "ms" }
    if size >= 1_000 { return Self.decimal(nanoseconds, 1_000) + "us" }
    return "\(nanoseconds)ns"
  }

  /// The length in seconds, for every size: `0.04s`.
  public var inSeconds: String { Self.decimal(nanoseconds, 1_000_000_000) + "s" }

  /// Writes `value / scale` exactly, without trailing zeros.
  private static func decimal(_ value: Int64, _ scale: UInt64) -> String {
    let size = value.magnitude
    var fraction = String(size % scale + scale).dropFirst()
    while fraction.last == "0" { fraction = fraction.dropLast() }
    let whole = (value < 0 ? "-" : "") + String(size / scale)
    return fraction.isEmpty ? whole : whole + "." + fraction
  }
}
