// SPDX-License-Identifier: Apache-2.0

/// The numbers that a source gives its rows, and gives again once a row is gone.
package struct RowNumbers {
  private var free: [Int] = []
  /// The number of numbers that were ever given.
  package private(set) var end: Int

  /// Numbers of which the first `count` are taken.
  package init(count: Int = 0) { end = count }

  /// Takes a number that no row has.
  package mutating func take() -> Int {
    if let row = free.popLast() { return row }
    end += 1
    return end - 1
  }

  /// Gives a number back.
  package mutating func giveBack(_ row: Int) { free.append(row) }
}
