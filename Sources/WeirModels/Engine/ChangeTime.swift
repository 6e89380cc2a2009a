// SPDX-License-Identifier: Apache-2.0

/// The time of a change: a number that rises with each change of one ``ConsistencyEngine``.
///
///     var clock = ChangeClock()
///     let first = clock.tick()
///     clock.tick() > first  // true
///
/// Of two versions of one model the one with the later time stays. It is no time of day.
public struct ChangeTime: Hashable, Comparable, Sendable {
  /// The number of the change; 0 is before all changes.
  public let number: UInt64

  /// Before all changes: the time of models that came from a cache.
  public static let zero = ChangeTime(number: 0)

  /// Orders from early to late.
  public static func < (a: ChangeTime, b: ChangeTime) -> Bool { a.number < b.number }
}

/// A source of change times, each later than all before it.
public struct ChangeClock: Sendable {
  /// The time of the last change.
  public private(set) var last = ChangeTime.zero

  /// Makes a clock that has seen no change.
  public init() {}

  /// Returns a time that is later than all before it.
  @discardableResult
  public mutating func tick() -> ChangeTime {
    last = ChangeTime(number: last.number + 1)
    return last
  }
}
