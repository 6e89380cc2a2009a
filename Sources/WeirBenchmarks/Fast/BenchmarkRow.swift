// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirDiff

/// A row to measure with: of one kind of key, and made from two numbers.
///
///     let row = KeyedRow.numbered(7, stamp: 1)
///     row.rowID  // the push id of row 7
///
/// The rows live in a room of their own, as the rows of an app do; because they are `@inlinable`,
/// the diff can be compiled for them in every room that measures it.
package protocol BenchmarkRow: ListRow, Sendable, SendableMetatype {
  /// Makes the row of a number; rows with the same stamp show the same.
  static func numbered(_ number: Int, stamp: UInt64) -> Self
}

/// A row of 16 bytes with an integer for an id.
@frozen
package struct NumberedRow: BenchmarkRow {
  /// The identity of the row.
  package var id: Int
  /// The content of the row.
  package var stamp: UInt64

  /// Makes a row.
  @inlinable
  package init(id: Int, stamp: UInt64) {
    self.id = id
    self.stamp = stamp
  }

  /// Makes the row of a number.
  @inlinable
  package static func numbered(_ number: Int, stamp: UInt64) -> NumberedRow {
    NumberedRow(id: number, stamp: stamp)
  }

  /// The identity of the row.
  @inlinable
  package var rowID: Int { id }

  /// `true` if the stamps are equal.
  @inlinable
  package func showsTheSame(as other: NumberedRow) -> Bool { stamp == other.stamp }
}

/// A row of 32 bytes with a push id of 20 letters in three words, as the house's own rows have.
@frozen
package struct KeyedRow: BenchmarkRow {
  /// The identity of the row.
  package var id: PushWords
  /// The content of the row.
  package var stamp: UInt64

  /// Makes a row.
  @inlinable
  package init(id: PushWords, stamp: UInt64) {
    self.id = id
    self.stamp = stamp
  }

  /// Makes the row of a number.
  @inlinable
  package static func numbered(_ number: Int, stamp: UInt64) -> KeyedRow {
    KeyedRow(id: PushWords(number: number), stamp: stamp)
  }

  /// The identity of the row.
  @inlinable
  package var rowID: PushWords { id }

  /// `true` if the stamps are equal.
  @inlinable
  package func showsTheSame(as other: KeyedRow) -> Bool { stamp == other.stamp }

  /// Returns all words of the id, folded into one.
  @inlinable
  package static func hashOf(_ id: PushWords) -> UInt64 { id.mixed }
}

/// An id of 24 bytes.
@frozen
package struct PushWords: Hashable, Sendable {
  /// The first eight letters.
  package var a: UInt64
  /// The next eight letters.
  package var b: UInt64
  /// The last letters, and how many there are.
  package var c: UInt64

  /// Makes an id.
  @inlinable
  package init(a: UInt64, b: UInt64, c: UInt64) {
    self.a = a
    self.b = b
    self.c = c
  }

  /// The id of a number; push ids that are made one after the other begin alike.
  @inlinable
  package init(number: Int) {
    let bits = UInt64(bitPattern: Int64(number))
    self.init(a: 0x2D4F_4B61_0000_0000 | bits >> 32, b: bits << 24, c: 20)
  }

  /// `true` if all words are equal.
  @inlinable
  package static func == (x: PushWords, y: PushWords) -> Bool {
    x.a == y.a && x.b == y.b && x.c == y.c
  }

  /// Feeds all words.
  @inlinable
  package func hash(into hasher: inout Hasher) {
    hasher.combine(a)
    hasher.combine(b)
    hasher.combine(c)
  }

  /// All words, folded into one.
  @inlinable
  package var mixed: UInt64 {
    (a ^ (b << 23 | b >> 41) ^ c &* 0x9E37_79B9) &* 0x9E37_79B9_7F4A_7C15
  }
}

/// A row with a text for an id, as most apps have.
@frozen
package struct TextRow: BenchmarkRow {
  /// The identity of the row.
  package var id: String
  /// The content of the row.
  package var stamp: UInt64

  /// Makes a row.
  @inlinable
  package init(id: String, stamp: UInt64) {
    self.id = id
    self.stamp = stamp
  }

  /// Makes the row of a number; its id has twenty letters.
  @inlinable
  package static func numbered(_ number: Int, stamp: UInt64) -> TextRow {
    let digits = String(number, radix: 36)
    let zeros = String(repeating: "0", count: max(0, 16 - digits.utf8.count))
    return TextRow(id: "-OKa" + zeros + digits, stamp: stamp)
  }

  /// The identity of the row.
  @inlinable
  package var rowID: String { id }

  /// `true` if the stamps are equal.
  @inlinable
  package func showsTheSame(as other: TextRow) -> Bool { stamp == other.stamp }
}

/// A row whose id is known to be hashable and no more.
@frozen
package struct GeneralRow: BenchmarkRow {
  /// An id of one's own making.
  @frozen
  package struct Name: Hashable, Sendable {
    /// The number that tells it from others.
    package var number: Int

    /// Makes an id.
    @inlinable
    package init(number: Int) { self.number = number }

    /// `true` if the numbers are equal.
    @inlinable
    package static func == (a: Name, b: Name) -> Bool { a.number == b.number }

    /// Feeds the number.
    @inlinable
    package func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  /// The identity of the row.
  package var id: Name
  /// The content of the row.
  package var stamp: UInt64

  /// Makes a row.
  @inlinable
  package init(id: Name, stamp: UInt64) {
    self.id = id
    self.stamp = stamp
  }

  /// Makes the row of a number.
  @inlinable
  package static func numbered(_ number: Int, stamp: UInt64) -> GeneralRow {
    GeneralRow(id: Name(number: number), stamp: stamp)
  }

  /// The identity of the row.
  @inlinable
  package var rowID: Name { id }

  /// `true` if the stamps are equal.
  @inlinable
  package func showsTheSame(as other: GeneralRow) -> Bool { stamp == other.stamp }
}
