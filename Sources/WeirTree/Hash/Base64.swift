// SPDX-License-Identifier: Apache-2.0

/// Bytes as text, six bits a character, after RFC 4648.
public enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns the text of `bytes`, filled up with `=` to a multiple of four characters.
  public static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits: UInt32 = 0
      for place in 0..<3 {
        bits = bits << 8 | UInt32(place < group.count ? group[start + place] : 0)
      }
      for place in 0..<4 {
        let isFilled = place > group.count
        let digit = Int(bits >> UInt32(18 - 6 * place)) & 63
        text.append(isFilled ? UInt8(ascii: "=") : alphabet[digit])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes of a text; nil if it is not one that ``text(of:)`` makes.
  public static func bytes(of text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    if !characters.count.isMultiple(of: 4) { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count / 4 * 3)
    for start in stride(from: 0, to: characters.count, by: 4) {
      let group = characters[start..<start + 4]
      let digits = group.prefix { $0 != UInt8(ascii: "=") }
      if digits.count < 2 || digits.count < 4 && start + 4 < characters.count { return nil }
      if group.dropFirst(digits.count).contains(where: { $0 != UInt8(ascii: "=") }) { return nil }
      var bits: UInt32 = 0
      for place in 0..<4 {
        guard place < digits.count else {
          bits <<= 6
          continue
        }
        guard let digit = digit(of: digits[start + place]) else { return nil }
        bits = bits << 6 | digit
      }
      let kept = digits.count - 1
      for place in 0..<3 {
        let byte = UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * place))
        // What fills a group up has no bits that are set, so that no two texts stand for the same bytes.
        if place < kept { bytes.append(byte) } else if byte != 0 { return nil }
      }
    }
    return bytes
  }

  private static func digit(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
