// SPDX-License-Identifier: Apache-2.0
internal import WeirCore

extension JSONReader {
  /// Reads a text, from its opening quote to its closing one.
  mutating func text() throws(Problem) -> String {
    let opening = mark
    place += 1
    let start = place
    try skipPlain(opening)
    if next == UInt8(ascii: "\"") {
      place += 1
      return String(decoding: bytes[start..<place - 1], as: UTF8.self)
    }
    var decoded = Array(bytes[start..<place])
    while next != UInt8(ascii: "\"") {
      try escape(into: &decoded)
      let start = place
      try skipPlain(opening)
      decoded += bytes[start..<place]
    }
    place += 1
    return String(decoding: decoded, as: UTF8.self)
  }

  /// Skips characters that stand for themselves, up to a quote or a backslash.
  private mutating func skipPlain(_ opening: Mark) throws(Problem) {
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
      if byte < 0x20 {
        throw problem(
          "a control character inside a text", "write it as an escape, as in \\n or \\u0000")
      }
      if byte & 0xC0 == 0x80 { continuations += 1 }
      place += 1
    }
    throw problem("the text does not end", "write the closing double quote", at: opening)
  }

  /// Reads what follows a backslash.
  private mutating func escape(into text: inout [UInt8]) throws(Problem) {
    let mark = mark
    place += 1
    let sign = next
    place += 1
    switch sign {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(sign)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): try unicodeEscape(into: &text, at: mark)
    default:
      throw problem(
        "a backslash before a sign that needs none",
        "the escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four digits", at: mark)
    }
  }

  private mutating func unicodeEscape(into text: inout [UInt8], at mark: Mark) throws(Problem) {
    var value = try fourDigits(at: mark)
    let startsPair = (0xD800..<0xDC00).contains(value)
    if startsPair, bytes[place...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) {
      let before = place
      place += 2
      let low = try fourDigits(at: mark)
      if (0xDC00..<0xE000).contains(low) {
        value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
      } else {
        place = before
      }
    }
    guard let scalar = Unicode.Scalar(value) else {
      note(
        problem(
          "half of a surrogate pair", "write both halves, as in \\ud83d\\ude00, or neither",
          at: mark))
      return
    }
    text += UTF8.encode(scalar).map { Array($0) } ?? []
  }

  private mutating func fourDigits(at mark: Mark) throws(Problem) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(next)).hexDigitValue else {
        throw problem("\\u without four hexadecimal digits", "write four of them", at: mark)
      }
      value = value << 4 | UInt32(digit)
      place += 1
    }
    return value
  }
}
