// SPDX-License-Identifier: GPL-3.0-or-later

/// A table of small numbers by number, in pages of sixteen: for whoever remembers something of many neighbours.
///
/// A number that was never set is 0. A page costs what four entries of a ``NumberMap`` do.
///
/// - Complexity: O(1) on average.
package struct NumberPages: Sendable {
  /// By page: its place among the pages.
  private var places = NumberMap()
  private var numbers: [UInt32] = []

  package init() {}

  private static let size = 16

  /// The number under a key.
  package subscript(key: UInt64) -> UInt32 {
    guard let place = places[key / UInt64(Self.size)] else { return 0 }
    return numbers[Int(place) * Self.size + Int(key % UInt64(Self.size))]
  }

  /// Sets the number under a key.
  package mutating func set(_ number: UInt32, for key: UInt64) {
    let page = key / UInt64(Self.size)
    let place: Int
    if let known = places[page] {
      place = Int(known)
    } else {
      place = places.count
      places.set(UInt64(place), for: page)
      numbers.append(contentsOf: repeatElement(0, count: Self.size))
    }
    numbers[place * Self.size + Int(key % UInt64(Self.size))] = number
  }
}
