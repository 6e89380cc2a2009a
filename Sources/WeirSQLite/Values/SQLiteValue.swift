// SPDX-License-Identifier: GPL-3.0-or-later

/// A value of a database: what a column of a row holds.
///
/// It is ordered as the database orders it: null, then numbers, then text by its bytes, then blobs by theirs. Two values
/// are equal only if they are of one kind and, for text, have the same bytes; numbers of different kinds may be equal in
/// order alone.
public enum SQLiteValue: Sendable {
  /// Nothing.
  case null
  /// A whole number.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// A text; bytes that are not UTF-8 are repaired.
  case text(String)
  /// Bytes.
  case blob([UInt8])
}

extension SQLiteValue {
  /// Returns `true` if the value comes before another one in the order of the database.
  public func precedes(_ other: SQLiteValue) -> Bool {
    switch (self, other) {
    case (.null, .null): false
    case (.integer(let a), .integer(let b)): a < b
    case (.real(let a), .real(let b)): a < b
    case (.integer(let a), .real(let b)): Self.isLess(a, than: b)
    case (.real(let a), .integer(let b)): Self.isMore(b, than: a)
    case (.text(let a), .text(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
    case (.blob(let a), .blob(let b)): a.lexicographicallyPrecedes(b)
    default: kind < other.kind
    }
  }

  /// Returns a number below zero if the value comes before another one in the order of the database, above zero if
  /// behind it.
  func order(to other: SQLiteValue) -> Int {
    if case .integer(let a) = self, case .integer(let b) = other {
      return a < b ? -1 : a > b ? 1 : 0
    }
    if precedes(other) { return -1 }
    return other.precedes(self) ? 1 : 0
  }

  /// A number that never falls from a value to one behind it in the order of the database; values that are not equal may
  /// have the same number.
  var orderHint: UInt64 {
    let bits: UInt64
    switch self {
    case .null: bits = 0
    case .integer(let number): bits = Self.orderedBits(Double(number))
    case .real(let number): bits = Self.orderedBits(number)
    case .text(let text): bits = Self.leadingBytes(text.utf8)
    case .blob(let bytes): bits = Self.leadingBytes(bytes)
    }
    return UInt64(kind) << 62 | bits >> 2
  }

  /// Returns bits that are in the order of numbers; a negative zero is zero.
  private static func orderedBits(_ number: Double) -> UInt64 {
    let bits = number == 0 ? 0 : number.bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }

  /// Returns the first eight bytes, and zeros behind the last one.
  private static func leadingBytes(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var (word, shift): (UInt64, UInt64) = (0, 64)
    for byte in bytes.prefix(8) {
      shift -= 8
      word |= UInt64(byte) << shift
    }
    return word
  }

  /// The rank of the kind among others in the order of the database.
  private var kind: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }

  /// `true` if a whole number is less than another number, without rounding.
  private static func isLess(_ whole: Int64, than real: Double) -> Bool {
    if real >= 0x1p63 { return true }
    if real <= -0x1p63 { return false }
    let floor = Int64(real.rounded(.down))
    return whole < floor || (whole == floor && Double(floor) < real)
  }

  /// `true` if a whole number is more than another number, without rounding.
  private static func isMore(_ whole: Int64, than real: Double) -> Bool {
    if real >= 0x1p63 { return false }
    if real < -0x1p63 { return true }
    return whole > Int64(real.rounded(.down))
  }
}

extension SQLiteValue: Equatable {
  /// Returns `true` if two values are of one kind and the same, bit for bit in texts and blobs.
  public static func == (a: SQLiteValue, b: SQLiteValue) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.integer(let a), .integer(let b)): a == b
    case (.real(let a), .real(let b)): a == b
    case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
    case (.blob(let a), .blob(let b)): a == b
    default: false
    }
  }
}

extension SQLiteValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByNilLiteral
{
  /// Makes a whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Makes a floating-point number.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// Makes a text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// Makes nothing.
  public init(nilLiteral: ()) { self = .null }
}
