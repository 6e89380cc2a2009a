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
  /// The page that was looked up last, and its place: the next look-ups mostly are of neighbours.
  private var last: (page: UInt64, place: Int) = (.max, 0)

  package init() {}

  private static let size = 16

  /// The number under a key.
  package subscript(key: UInt64) -> UInt32 {
    guard let place = place(of: key / UInt64(Self.size)) else { return 0 }
    return numbers[place * Self.size + Int(key % UInt64(Self.size))]
  }

  private func place(of page: UInt64) -> Int? {
    page == last.page ? last.place : places[page].map { Int($0) }
  }

  /// Returns the number under a key, after which it and its neighbours are found at once.
  package mutating func find(_ key: UInt64) -> UInt32 {
    let page = key / UInt64(Self.size)
    guard let place = place(of: page) else { return 0 }
    last = (page, place)
    return numbers[place * Self.size + Int(key % UInt64(Self.size))]
  }

  /// Sets the number under a key.
  package mutating func set(_ number: UInt32, for key: UInt64) {
    let page = key / UInt64(Self.size)
    let place: Int
    if let known = self.place(of: page) {
      place = known
    } else {
      place = places.count
      places.set(UInt64(place), for: page)
      numbers.append(contentsOf: repeatElement(0, count: Self.size))
    }
    numbers[place * Self.size + Int(key % UInt64(Self.size))] = number
  }
}
