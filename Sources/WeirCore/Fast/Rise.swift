// SPDX-License-Identifier: Apache-2.0

/// Counts the values of a series that can stay in place while the others move.
///
///     Rise.longest(in: [0, 3, 1, 2])  // 3: move the 3 behind the 2
///
/// Value by value, with one buffer for many series:
///
///     rise.begin()
///     for place in places { rise.add(place) }
///     rise.count - rise.longest  // how many have to move
public struct Rise: Sendable {
  /// For each length, less one: the smallest value with which a rise of that length can end.
  private var ends: [Int] = []
  /// The number of values since the beginning.
  public private(set) var count = 0

  /// Makes the rise of a series without values.
  public init() {}

  /// The length of the longest part of the series that strictly rises, gaps allowed.
  public var longest: Int { ends.count }

  /// Begins another series.
  public mutating func begin() {
    ends.removeAll(keepingCapacity: true)
    count = 0
  }

  /// Adds the next value of the series.
  ///
  /// - Complexity: O(log *n*).
  public mutating func add(_ value: Int) {
    count += 1
    guard let last = ends.last, last >= value else {
      ends.append(value)
      return
    }
    var (low, high) = (0, ends.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] < value { low = middle + 1 } else { high = middle }
    }
    ends[low] = value
  }

  /// Returns the length of the longest part of a series that strictly rises, gaps allowed.
  ///
  /// - Complexity: O(*n* log *n*).
  public static func longest(in series: [Int]) -> Int {
    var rise = Rise()
    for value in series { rise.add(value) }
    return rise.longest
  }
}
