// SPDX-License-Identifier: GPL-3.0-or-later

/// A set of numbers of which most are added at its end, and taken away from its front.
///
/// - Complexity: O(log *n*) to look up, O(1) on average at both ends, and O(*n*) in the middle.
package struct RisingNumbers: Sendable {
  /// The numbers in order, behind those that were taken away from the front and not yet moved up.
  private var numbers: [UInt32] = []
  /// The index of the first number that is there.
  private var start = 0

  /// Makes an empty set.
  package init() {}

  /// The number of numbers there are.
  package var count: Int { numbers.count - start }

  /// `true` if a number is there.
  package func contains(_ number: UInt32) -> Bool {
    let index = index(of: number)
    return index < numbers.count && numbers[index] == number
  }

  /// Adds a number; returns `true` if it was not there.
  package mutating func insert(_ number: UInt32) -> Bool {
    let index = index(of: number)
    if index < numbers.count, numbers[index] == number { return false }
    if index == numbers.count { numbers.append(number) } else { numbers.insert(number, at: index) }
    return true
  }

  /// Takes a number away, if it is there.
  package mutating func remove(_ number: UInt32) {
    let index = index(of: number)
    guard index < numbers.count, numbers[index] == number else { return }
    if index - start > count / 2 {
      numbers.remove(at: index)
      return
    }
    // Those before it move towards it: mostly there are none.
    for place in stride(from: index, to: start, by: -1) { numbers[place] = numbers[place - 1] }
    start += 1
    // Each number is moved up once at most on average.
    if start * 2 > numbers.count { moveUp() }
  }

  /// Takes away all numbers for which this is so.
  package mutating func removeAll(where isLeaving: (UInt32) -> Bool) {
    moveUp()
    numbers.removeAll(where: isLeaving)
  }

  private mutating func moveUp() {
    numbers.removeSubrange(..<start)
    start = 0
  }

  /// Returns the index of the first number that is not smaller.
  private func index(of number: UInt32) -> Int {
    guard let last = numbers.last, number <= last else { return numbers.count }
    var (low, high) = (start, numbers.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
