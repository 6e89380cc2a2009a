// SPDX-License-Identifier: Apache-2.0

/// A rolling fingerprint of everything that was fed to it, in order, with its length.
///
///     var digest = Digest()
///     digest.absorb(7, 8)
///     digest.description  // 32 hexadecimal digits and the count of words
///
/// Two runs that feed the same words have the same digest on every machine; runs that differ
/// in one bit anywhere differ in the digest but for one chance in 2¹²⁸. It guards against
/// accidents, not against an adversary.
public struct Digest: Hashable, Sendable {
  @usableFromInline var a: UInt64 = 0x243F_6A88_85A3_08D3
  @usableFromInline var b: UInt64 = 0x1319_8A2E_0370_7344
  @usableFromInline var words: UInt64 = 0

  /// A digest of nothing.
  public init() {}

  /// Feeds two words.
  @inlinable
  @inline(__always)
  public mutating func absorb(_ x: UInt64, _ y: UInt64) {
    let first = (a ^ x).multipliedFullWidth(by: 0xA076_1D64_78BD_642F ^ (y | 1))
    let second = (b ^ y).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
    // The product hears all of `y` but its last bit, so `y` goes in once more by itself.
    a = rotated(a, 23) ^ first.high ^ (first.low &+ x &+ y)
    b = rotated(b, 41) ^ second.high ^ (second.low &+ a)
    words &+= 2
  }

  /// Feeds the bytes of a text and their count.
  public mutating func absorb(_ text: String) {
    var word: UInt64 = 0
    var count: UInt64 = 0
    for byte in text.utf8 {
      word = word << 8 | UInt64(byte)
      count += 1
      if count % 8 == 0 {
        absorb(word, count)
        word = 0
      }
    }
    absorb(word, ~count)
  }

  /// The number of words that were absorbed.
  public var length: UInt64 { words }

  /// The 64 bits that stand for the whole.
  @inlinable
  public var word: UInt64 { scrambled(a) ^ scrambled(b &+ words) }
}

extension Digest: CustomStringConvertible {
  /// 32 hexadecimal digits, a hyphen and the count of words.
  public var description: String {
    func hex(_ x: UInt64) -> String {
      let digits = String(x, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    return hex(scrambled(a)) + hex(scrambled(b)) + "-\(words)"
  }
}
