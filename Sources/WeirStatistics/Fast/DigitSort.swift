// SPDX-License-Identifier: GPL-3.0-or-later

/// Sorts numbers where they are, byte by byte from the highest: with no memory for a copy of them, and no comparison of any two
/// but in short stretches.
///
///     DigitSort.sort(&lengths)
///
/// - Complexity: O(*n*).
struct DigitSort {
  /// The most numbers that are put in order one by one.
  private static let short = 32
  private static let digits = 256
  /// For each of the four bytes, by digit: the place of its next number, then the place behind its last one.
  private var places = Array(repeating: 0, count: 4 * 2 * digits)

  private init() {}

  static func sort(_ numbers: inout [UInt32]) {
    var sort = DigitSort()
    var span = numbers.mutableSpan
    sort.sort(&span, 0, span.count, byte: 3)
  }

  /// Sorts the numbers of a stretch, which agree in all bytes above one.
  private mutating func sort(
    _ numbers: inout MutableSpan<UInt32>, _ start: Int, _ end: Int, byte: Int
  ) {
    if end - start <= Self.short { return Self.insert(&numbers, start, end) }
    let next = byte * 2 * Self.digits
    let behind = next + Self.digits
    for digit in behind..<behind + Self.digits { places[digit] = 0 }
    for place in start..<end { places[behind + Self.digit(numbers[place], byte)] += 1 }
    var place = start
    for digit in 0..<Self.digits {
      places[next + digit] = place
      place += places[behind + digit]
      places[behind + digit] = place
    }
    deal(&numbers, byte: byte)
    if byte == 0 { return }
    place = start
    for digit in 0..<Self.digits {
      let end = places[behind + digit]
      if end - place > 1 { sort(&numbers, place, end, byte: byte - 1) }
      place = end
    }
  }

  /// Brings each number to those of its digit: whoever lies in its place goes to the next place of its own.
  private mutating func deal(_ numbers: inout MutableSpan<UInt32>, byte: Int) {
    let next = byte * 2 * Self.digits
    let behind = next + Self.digits
    for own in 0..<Self.digits {
      while places[next + own] < places[behind + own] {
        var number = numbers[places[next + own]]
        var digit = Self.digit(number, byte)
        while digit != own {
          let place = places[next + digit]
          (number, numbers[place]) = (numbers[place], number)
          places[next + digit] = place + 1
          digit = Self.digit(number, byte)
        }
        numbers[places[next + own]] = number
        places[next + own] += 1
      }
    }
  }

  private static func digit(_ number: UInt32, _ byte: Int) -> Int {
    Int(number >> UInt32(8 * byte) & 0xFF)
  }

  /// Puts the few numbers of a stretch in order one by one.
  private static func insert(_ numbers: inout MutableSpan<UInt32>, _ start: Int, _ end: Int) {
    if end - start < 2 { return }
    for place in start + 1..<end {
      let number = numbers[place]
      var hole = place
      while hole > start, numbers[hole - 1] > number {
        numbers[hole] = numbers[hole - 1]
        hole -= 1
      }
      numbers[hole] = number
    }
  }
}
