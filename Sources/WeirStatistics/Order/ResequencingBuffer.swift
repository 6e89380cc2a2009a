// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// The amount that a receiver must keep if it wants numbered things in order (the buffer density of
/// RFC 5236).
///
///     var buffer = ResequencingBuffer(first: 1, limit: 8)
///     buffer.arrive(2)  // 1: it waits for number 1
///     buffer.arrive(1)  // 0: both can be handed on
///
/// As soon as more than `limit` things wait, what they wait for is given up as lost.
///
/// - Complexity: O(1) in order, O(limit) otherwise.
package struct ResequencingBuffer: Sendable {
  private let limit: Int
  private var expected: Int
  /// The numbers that wait, in rising order.
  private var waiting: [Int] = []

  /// A buffer that waits for `first`.
  package init(first: Int, limit: Int) {
    invariant(limit > 0, "a buffer with \(limit) places")
    expected = first
    self.limit = limit
  }

  /// Takes in an arrival; returns the number of things that wait after it.
  package mutating func arrive(_ number: Int) -> Int {
    if number < expected { return waiting.count }
    if number == expected {
      expected += 1
    } else {
      let place = waiting.firstIndex { $0 >= number } ?? waiting.count
      if place < waiting.count, waiting[place] == number { return waiting.count }
      waiting.insert(number, at: place)
      if waiting.count > limit { expected = waiting[0] }
    }
    let ready = waiting.indices.first { waiting[$0] != expected + $0 } ?? waiting.count
    if ready > 0, waiting[0] == expected {
      waiting.removeFirst(ready)
      expected += ready
    }
    return waiting.count
  }
}
