// SPDX-License-Identifier: GPL-3.0-or-later

/// A set of numbers of which most are added at its end, and taken away from its front.
///
/// - Complexity: O(log *n*) to look up, and O(1) to add the greatest; O(*n*) elsewhere.
package struct RisingNumbers: Sendable {
  private var numbers: [UInt32] = []

  /// Makes an empty set.
  package init() {}

  /// The number of numbers there are.
  package var count: Int { numbers.count }

  /// `true` if a number is there.
  package func contains(_ number: UInt32) -> Bool {
    let index = index(of: number)
    return index < numbers.count && numbers[index] == number
  }

  /// Adds a number; returns `true` if it was not there.
  package mutating func insert(_ number: UInt32) -> Bool {
    let index = index(of: number)
    if index < numbers.count, numbers[index] == number { return false }
    numbers.insert(number, at: index)
    return true
  }

  /// Takes a number away, if it is there.
  package mutating func remove(_ number: UInt32) {
    let index = index(of: number)
    if index < numbers.count, numbers[index] == number { numbers.remove(at: index) }
  }

  /// Takes away all numbers for which this is so.
  package mutating func removeAll(where isLeaving: (UInt32) -> Bool) {
    numbers.removeAll(where: isLeaving)
  }

  /// Returns the index of the first number that is not smaller.
  private func index(of number: UInt32) -> Int {
    guard let last = numbers.last, number <= last else { return numbers.count }
    var (low, high) = (0, numbers.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
