// SPDX-License-Identifier: GPL-3.0-or-later

/// A table of small numbers by number, in pages: for whoever remembers something of many neighbours.
///
/// A number that was never set is 0. Most numbers take two bytes in a page, which costs with its place what four entries of a
/// ``NumberMap`` do; a number that needs more has an entry of its own beside them.
///
/// - Complexity: O(1) on average.
package struct NumberPages: Sendable {
  /// By page: its place among the pages.
  private var places = NumberMap()
  /// The numbers, page by page; ``tooLarge`` in the place of a larger one.
  private var numbers: [UInt16] = []
  /// The numbers that need more than two bytes.
  private var largeOnes = NumberMap()
  /// The page that was looked up last, and its place: the next look-ups mostly are of neighbours.
  private var last: (page: UInt64, place: Int) = (.max, 0)

  package init() {}

  /// The number of neighbours that share a page.
  package static let size = 32
  private static let tooLarge = UInt16.max

  /// The number under a key.
  package subscript(key: UInt64) -> UInt32 {
    place(of: key / UInt64(Self.size)).map { number(of: key, on: $0) } ?? 0
  }

  private func place(of page: UInt64) -> Int? {
    page == last.page ? last.place : places[page].map { Int($0) }
  }

  private func number(of key: UInt64, on place: Int) -> UInt32 {
    let number = numbers[place * Self.size + Int(key % UInt64(Self.size))]
    return number < Self.tooLarge ? UInt32(number) : UInt32(largeOnes[key] ?? 0)
  }

  /// Returns the number under a key, after which it and its neighbours are found at once.
  package mutating func find(_ key: UInt64) -> UInt32 {
    let page = key / UInt64(Self.size)
    guard let place = place(of: page) else { return 0 }
    last = (page, place)
    return number(of: key, on: place)
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
    let slot = place * Self.size + Int(key % UInt64(Self.size))
    if number < Self.tooLarge {
      if numbers[slot] == Self.tooLarge { largeOnes.remove(key) }
      numbers[slot] = UInt16(number)
    } else {
      numbers[slot] = Self.tooLarge
      largeOnes.set(UInt64(number), for: key)
    }
  }
}
