// SPDX-License-Identifier: GPL-3.0-or-later

/// A table of small numbers by number, in pages: for whoever remembers something of many neighbours.
///
/// A number that was never set is 0. Most numbers take two bytes in a page, which costs with its place what four entries of a
/// ``NumberMap`` do; a number that needs more has an entry of its own beside them. A page on which all numbers are the same
/// costs its place alone, and nothing if that is 0.
///
/// - Complexity: O(1) on average.
package struct NumberPages: Sendable {
  /// By page: its place among the pages, or ``allAlike`` with the number that all on it are.
  private var places = NumberMap()
  /// The numbers, page by page; ``tooLarge`` in the place of a larger one.
  private var numbers: [UInt16] = []
  /// The places that no page has any more.
  private var freePlaces: [Int32] = []
  /// The numbers that need more than two bytes.
  private var largeOnes = NumberMap()
  /// The page that was looked up last, and what is known of it: the next look-ups mostly are of neighbours.
  private var last: (page: UInt64, place: UInt64) = (.max, 0)

  package init() {}

  /// The number of neighbours that share a page.
  package static let size = 32
  private static let tooLarge = UInt16.max
  private static let allAlike: UInt64 = 1 << 63

  /// The number of pages on which numbers differ.
  package var room: Int { numbers.count / Self.size - freePlaces.count }

  /// The number under a key.
  package subscript(key: UInt64) -> UInt32 {
    place(of: key / UInt64(Self.size)).map { number(of: key, on: $0) } ?? 0
  }

  private func place(of page: UInt64) -> UInt64? {
    page == last.page ? last.place : places[page]
  }

  private func number(of key: UInt64, on place: UInt64) -> UInt32 {
    if place & Self.allAlike != 0 { return UInt32(truncatingIfNeeded: place) }
    let number = numbers[Int(place) * Self.size + Int(key % UInt64(Self.size))]
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
    let known = place(of: page) ?? Self.allAlike
    if known == Self.allAlike | UInt64(number) { return }
    let place = known & Self.allAlike == 0 ? known : makePlace(of: page, UInt16(known & 0xFFFF))
    let start = Int(place) * Self.size
    let slot = start + Int(key % UInt64(Self.size))
    if numbers[slot] == Self.tooLarge { largeOnes.remove(key) }
    if number >= Self.tooLarge {
      numbers[slot] = Self.tooLarge
      largeOnes.set(UInt64(number), for: key)
      return
    }
    numbers[slot] = UInt16(number)
    // Rows come and go in the order of their homes, so that a page has become one number at its ends first.
    let end = start + Self.size
    if numbers[start] == number, numbers[end - 1] == number,
      numbers[start..<end].allSatisfy({ $0 == number })
    {
      giveUp(Int32(place), of: page, for: number)
    }
  }

  /// Gives a page a place of its own, on which all numbers are `number`.
  private mutating func makePlace(of page: UInt64, _ number: UInt16) -> UInt64 {
    let place: Int
    if let free = freePlaces.popLast() {
      place = Int(free)
      for slot in place * Self.size..<(place + 1) * Self.size { numbers[slot] = number }
    } else {
      place = numbers.count / Self.size
      numbers.append(contentsOf: repeatElement(number, count: Self.size))
    }
    places.set(UInt64(place), for: page)
    if last.page == page { last.place = UInt64(place) }
    return UInt64(place)
  }

  /// Takes the place of a page away, on which all numbers are `number` now.
  private mutating func giveUp(_ place: Int32, of page: UInt64, for number: UInt32) {
    freePlaces.append(place)
    last.page = .max
    if number == 0 {
      places.remove(page)
    } else {
      places.set(Self.allAlike | UInt64(number), for: page)
    }
  }
}
