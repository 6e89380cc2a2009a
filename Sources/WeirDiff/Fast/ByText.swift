// SPDX-License-Identifier: Apache-2.0

/// Texts that are who they are: two spellings of what shows the same are one, as `==` has it.
///
/// Most texts are found to be the same or not without `==`, which first asks how each one is spelled.
@usableFromInline
enum ByText: RowLaw {
  @inlinable @inline(__always)
  static func isSame(_ a: String, _ b: String) -> Bool {
    // Equal words mean equal texts.
    unsafe unsafeBitCast(a, to: SIMD2<UInt64>.self) == unsafeBitCast(b, to: SIMD2<UInt64>.self)
      || isSameText(a, b)
  }
  @inlinable @inline(__always)
  static func looksTheSame(_ a: String, _ b: String) -> Bool { true }
  @inlinable
  static func hash(_ row: String) -> UInt64 { asciiHash(row) ?? spellingHash(row) }
  @inlinable
  static func strongHash(_ row: String) -> UInt64 { unforeseenHash(row) }

  /// Compares bytes up to the first that differ.
  @inlinable
  static func isSameText(_ a: String, _ b: String) -> Bool {
    let fast = unsafe a.utf8.withContiguousStorageIfAvailable { x in
      unsafe b.utf8.withContiguousStorageIfAvailable { y -> Bool? in
        guard let p = x.baseAddress, let q = y.baseAddress else { return x.count == y.count }
        return unsafe isSame(UnsafeRawPointer(p), x.count, UnsafeRawPointer(q), y.count)
      }
    }
    if case .some(.some(.some(let answer))) = fast { return answer }
    return isOtherSpelling(a, b)
  }

  /// `true` if two texts are the same, or `nil` if the bytes alone do not tell.
  ///
  /// Of two texts that agree so far, one that ends has fewer characters or marks than the other, in
  /// every spelling. If both go on in ASCII, these characters stand for themselves: no character
  /// before or behind them combines with them in any spelling. Only if neither holds may one be
  /// another spelling of the other.
  @inlinable @inline(__always)
  static func isSame(_ p: UnsafeRawPointer, _ m: Int, _ q: UnsafeRawPointer, _ n: Int) -> Bool? {
    let count = min(m, n)
    var place = 0
    while place &+ 8 <= count {
      let x = unsafe p.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      let y = unsafe q.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      if x != y { break }
      place &+= 8
    }
    while place < count {
      let x = unsafe p.load(fromByteOffset: place, as: UInt8.self)
      let y = unsafe q.load(fromByteOffset: place, as: UInt8.self)
      if x != y { return x | y < 0x80 ? false : nil }
      place &+= 1
    }
    return m == n
  }

  /// `true` if two texts of which the bytes differ are two spellings of the same.
  @inlinable @inline(never)
  static func isOtherSpelling(_ a: String, _ b: String) -> Bool { a == b }

  /// Folds eight bytes at a time through a multiplication of full width; `nil` for a text beyond ASCII.
  @inlinable
  static func asciiHash(_ text: String) -> UInt64? {
    let fast = unsafe text.utf8.withContiguousStorageIfAvailable { bytes -> UInt64? in
      var hash = UInt64(truncatingIfNeeded: bytes.count) &* oddConstant
      guard let start = bytes.baseAddress else { return hash }
      let raw = unsafe UnsafeRawPointer(start)
      let count = bytes.count
      var place = 0
      var all: UInt64 = 0
      while place &+ 8 <= count {
        let word = unsafe raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        all |= word
        hash = folded(hash ^ word)
        place &+= 8
      }
      var word: UInt64 = 0
      while place < count {
        word = word &<< 8 | UInt64(unsafe raw.load(fromByteOffset: place, as: UInt8.self))
        place &+= 1
      }
      all |= word
      return all & 0x8080_8080_8080_8080 == 0 ? folded(hash ^ word) : nil
    }
    return fast ?? nil
  }

  /// Returns the same number for every spelling of a text.
  @inlinable @inline(never)
  static func spellingHash(_ text: String) -> UInt64 {
    // A few characters beyond ASCII are but other spellings of one of it.
    var plain = ""
    for scalar in text.unicodeScalars {
      guard let letter = asciiSpelling(of: scalar) else { return quickHash(text) }
      plain.unicodeScalars.append(letter)
    }
    // Even a text that is not native, or whose bytes do not lie together, has a copy that is.
    plain.makeContiguousUTF8()
    return asciiHash(plain) ?? quickHash(text)
  }

  /// Returns the character of ASCII that shows the same, if there is one.
  ///
  /// The Greek question mark is a semicolon, the Greek varia a grave accent, and the sign of the Kelvin a K. Unicode
  /// promises that no other character that exists becomes one.
  @inlinable
  static func asciiSpelling(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    if scalar.isASCII { return scalar }
    switch scalar.value {
    case 0x037E: return ";"
    case 0x1FEF: return "`"
    case 0x212A: return "K"
    default: return nil
    }
  }
}
