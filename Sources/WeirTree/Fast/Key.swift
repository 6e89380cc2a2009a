// SPDX-License-Identifier: Apache-2.0
public import WeirCore

/// The name of a child, ordered as the backend orders it.
///
///     Key("9") < Key("10")     // keys that are 32-bit integers come first, by number
///     Key("10") < Key("1a")    // all others follow, by UTF-16 code units
///     Key("é") == Key("e\u{301}")  // false: keys are bytes, never letters
///
/// A key of up to 23 bytes (a push id has 20) lives in three machine words and is compared in one to
/// three instructions. A longer one points to bytes that are kept once for the life of the process.
///
/// - Complexity: making, comparing and copying are O(1) for short keys and allocate nothing.
@frozen
public struct Key: Sendable {
  // The bytes, big end first, so that words compare as bytes do. The last byte of `w2` is the tag:
  // five bits of length and three flags. A long key holds its first eight bytes in `w0`, the
  // address of its bytes in `w1` and its length above the tag in `w2`.
  @usableFromInline let w0: UInt64
  @usableFromInline let w1: UInt64
  @usableFromInline let w2: UInt64

  @usableFromInline static var isLong: UInt64 { 0x20 }
  @usableFromInline static var isWide: UInt64 { 0x40 }
  @usableFromInline static var isInteger: UInt64 { 0x80 }
  @usableFromInline static var anyFlag: UInt64 { 0xE0 }
  @usableFromInline static var inlineLimit: Int { 23 }

  @inlinable
  init(words w0: UInt64, _ w1: UInt64, _ w2: UInt64) {
    self.w0 = w0
    self.w1 = w1
    self.w2 = w2
  }

  /// Makes a key of a text that is known to be legal; ``init(checking:)`` is for texts from outside.
  public init(_ text: String) {
    var text = text
    self = text.withUTF8 { bytes in unsafe Key(bytes: Span(_unsafeElements: bytes)) }
  }

  /// Makes a key of UTF-8 bytes that are known to be legal.
  public init(bytes: Span<UInt8>) {
    invariant(bytes.count > 0, "a key without a letter")
    var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
    var wide = false
    for place in 0..<bytes.count {
      let byte = UInt64(bytes[place])
      wide = wide || byte >= 0x80
      switch place {
      case 0..<8: words.0 |= byte << (56 - 8 * UInt64(place))
      case 8..<16: words.1 |= byte << (56 - 8 * UInt64(place - 8))
      case 16..<23: words.2 |= byte << (56 - 8 * UInt64(place - 16))
      default: break
      }
    }
    var tag: UInt64 = wide ? Self.isWide : 0
    if Self.integer(bytes) != nil { tag |= Self.isInteger }
    if bytes.count > Self.inlineLimit {
      tag |= Self.isLong
      self.init(words: words.0, UInt64(LongKeys.address(of: bytes)), UInt64(bytes.count) << 8 | tag)
      return
    }
    self.init(words: words.0, words.1, words.2 | tag | UInt64(bytes.count))
  }

  /// The number of bytes that the key has.
  public var byteCount: Int { w2 & Self.isLong != 0 ? Int(w2 >> 8) : Int(w2 & 0x1F) }

  /// Returns the byte at `place`.
  func byte(at place: Int) -> UInt8 {
    if w2 & Self.isLong != 0, place >= 8 {
      return LongKeys.byte(at: place, of: UInt(w1))
    }
    let word = place < 8 ? w0 : place < 16 ? w1 : w2
    return UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64(place % 8)))
  }

  /// The number that the key is, where it is a 32-bit integer: an optional minus, any number of leading zeroes and
  /// one to ten digits.
  ///
  ///     Key("000000000001").integer  // 1
  ///     Key("+1").integer            // nil
  ///
  /// - Complexity: O(length of the key).
  public var integer: Int32? {
    guard w2 & Self.isInteger != 0 else { return nil }
    var negative = false
    var value: Int64 = 0
    for place in 0..<byteCount {
      let byte = byte(at: place)
      if byte == UInt8(ascii: "-") {
        negative = true
      } else {
        value = value * 10 + Int64(byte - 48)
      }
    }
    return Int32(negative ? -value : value)
  }

  /// Returns the number in `bytes`, if they are an optional minus and digits that fit into 32 bits.
  ///
  /// Zeroes in front do not count, however many there are: a service's own client reads them with the pattern
  /// `-?0*\d{1,10}`.
  private static func integer(_ bytes: Span<UInt8>) -> Int64? {
    let start = bytes[0] == UInt8(ascii: "-") ? 1 : 0
    guard bytes.count > start else { return nil }
    var value: Int64 = 0
    for place in start..<bytes.count {
      let byte = bytes[place]
      guard byte >= 48, byte <= 57 else { return nil }
      value = value * 10 + Int64(byte - 48)
      // So early that no length of a key makes it overflow; no number of 32 bits is as large.
      if value > 9_999_999_999 { return nil }
    }
    if start == 1 { value = -value }
    return value >= Int64(Int32.min) && value <= Int64(Int32.max) ? value : nil
  }

  /// A hash of the key's bytes that is the same in every process.
  @inlinable
  public var hash64: UInt64 {
    if w2 & Self.isLong != 0 { return longHash }
    return scrambled(w0 ^ rotatedLeft(w1, 23) ^ (w2 &* 0x9E37_79B9_7F4A_7C15))
  }

  @usableFromInline
  var longHash: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for place in 0..<byteCount { hash = (hash ^ UInt64(byte(at: place))) &* 0x0000_0100_0000_01B3 }
    return scrambled(hash)
  }
}

extension Key {
  /// The last key of a path that leads to a priority instead of a child: `.priority`.
  ///
  /// It is not a legal name of a child, so it can be told from all of them. Every step down a path
  /// is compared with it, so it is built from its words: a stored constant would check on each
  /// access whether it has been initialised.
  @inlinable
  public static var priority: Key {
    Key(words: 0x2E70_7269_6F72_6974, 0x7900_0000_0000_0000, 9)
  }

  /// The first key of the paths under which a client shows what it knows about itself; such paths
  /// are never written to.
  @inlinable
  public static var info: Key { Key(words: 0x2E69_6E66_6F00_0000, 0, 5) }

  /// The key `-`, which stands where something has to stand and no child is meant.
  @inlinable
  public static var dash: Key { Key(words: 0x2D00_0000_0000_0000, 0, 1) }
}

@inlinable
func rotatedLeft(_ x: UInt64, _ count: UInt64) -> UInt64 { (x << count) | (x >> (64 &- count)) }

extension Key: Hashable {
  /// `true` if both are the same bytes.
  @inlinable
  public static func == (a: Key, b: Key) -> Bool { a.w0 == b.w0 && a.w1 == b.w1 && a.w2 == b.w2 }

  /// Feeds the key's own hash; sets and dictionaries of keys are looked up, never walked.
  @inlinable
  public func hash(into hasher: inout Hasher) { hasher.combine(hash64) }

  /// Returns the key's own hash to dictionaries: it is good enough, and scrambling it again costs
  /// more than the rest of a look-up.
  @inlinable
  public func _rawHashValue(seed: Int) -> Int {
    Int(truncatingIfNeeded: hash64 ^ UInt64(truncatingIfNeeded: seed))
  }
}

extension Key: Comparable {
  /// Orders keys as the backend does: integers by number, then everything else by UTF-16 code
  /// units.
  ///
  /// Integers of one value (`1`, `01`) are ordered by length, then by bytes.
  @inlinable
  public static func < (a: Key, b: Key) -> Bool {
    if (a.w2 | b.w2) & anyFlag == 0 {
      if a.w0 != b.w0 { return a.w0 < b.w0 }
      if a.w1 != b.w1 { return a.w1 < b.w1 }
      return a.w2 < b.w2
    }
    return slowlyPrecedes(a, b)
  }

  @usableFromInline
  @inline(never)
  static func slowlyPrecedes(_ a: Key, _ b: Key) -> Bool {
    if a.w2 & b.w2 & isInteger != 0 { return integerPrecedes(a, b) }
    if (a.w2 | b.w2) & isInteger != 0 { return a.w2 & isInteger != 0 }
    if a.w0 != b.w0 { return wordPrecedes(a.w0, b.w0) }
    if (a.w2 | b.w2) & isLong == 0 {
      if a.w1 != b.w1 { return wordPrecedes(a.w1, b.w1) }
      // Without the tags, which tell nothing but the length here.
      let (x, y) = (a.w2 & ~0xFF, b.w2 & ~0xFF)
      return x == y ? a.byteCount < b.byteCount : wordPrecedes(x, y)
    }
    for place in min(8, min(a.byteCount, b.byteCount))..<min(a.byteCount, b.byteCount) {
      let x = a.byte(at: place)
      let y = b.byte(at: place)
      if x != y { return codeUnitRank(x) < codeUnitRank(y) }
    }
    return a.byteCount < b.byteCount
  }

  /// Compares two integers: by number, then by length, then by bytes.
  private static func integerPrecedes(_ a: Key, _ b: Key) -> Bool {
    if startsPlainly(a), startsPlainly(b) {
      // Without a sign and without zeroes before it the longer number is the larger one; it has at most ten digits.
      let length = (a.w2 & 0x1F, b.w2 & 0x1F)
      if length.0 != length.1 { return length.0 < length.1 }
    } else if let x = a.integer, let y = b.integer {
      if x != y { return x < y }
      if a.byteCount != b.byteCount { return a.byteCount < b.byteCount }
    }
    // Of one value and one length: at most the first byte differs, `-` or `0`, or all bytes are in two words.
    return a.w0 == b.w0 ? a.w1 < b.w1 : a.w0 < b.w0
  }

  /// `true` if the first character is a digit from 1 to 9.
  private static func startsPlainly(_ key: Key) -> Bool {
    (UInt64(UInt8(ascii: "1"))...UInt64(UInt8(ascii: "9"))).contains(key.w0 >> 56)
  }

  /// Compares two words that differ, byte by byte, by UTF-16 units; zeros come behind the end of a key.
  private static func wordPrecedes(_ x: UInt64, _ y: UInt64) -> Bool {
    let shift = 56 - UInt64((x ^ y).leadingZeroBitCount & ~7)
    return codeUnitRank(UInt8(truncatingIfNeeded: x >> shift))
      < codeUnitRank(UInt8(truncatingIfNeeded: y >> shift))
  }

  /// Returns the rank in UTF-16 order of a character that begins with (or continues with) `byte` in
  /// UTF-8.
  ///
  /// Characters beyond U+FFFF become surrogates in UTF-16 and so come before U+E000…U+FFFF, which
  /// begin with the bytes 0xEE and 0xEF; in UTF-8 they come behind.
  static func codeUnitRank(_ byte: UInt8) -> UInt8 {
    byte == 0xEE || byte == 0xEF ? byte &+ 0x10 : byte
  }
}

extension Key: CustomStringConvertible {
  /// The key as text.
  public var description: String {
    String(decoding: (0..<byteCount).map { byte(at: $0) }, as: UTF8.self)
  }
}
