// SPDX-License-Identifier: Apache-2.0
internal import WeirCore

extension JSONReader {
  /// Refuses what is not UTF-8, and a byte order mark.
  mutating func checkEncoding() throws(Problem) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw problem("a byte order mark", "save the file as UTF-8 without a byte order mark")
    }
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      throw Problem(
        mark: markBeforeInvalid(error.byteOffsets.lowerBound),
        message: "bytes that are not UTF-8", remedy: "save the file as UTF-8")
    }
  }

  private func markBeforeInvalid(_ offset: Int) -> Mark {
    var line = 1
    var column = 1
    for byte in bytes[..<offset] {
      if byte == UInt8(ascii: "\n") {
        (line, column) = (line + 1, 1)
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return Mark(file: file, line: line, column: column)
  }

  /// Reads `true`, `false` or `null`.
  mutating func word() throws(Problem) -> JSON.Content {
    let mark = mark
    let start = place
    while isOfWord(next) { place += 1 }
    switch String(decoding: bytes[start..<place], as: UTF8.self) {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    case "": throw strangeSign(at: mark)
    case "NaN", "Infinity", "nan", "inf", "infinity":
      throw problem(
        "JSON has neither infinite numbers nor NaN", "write null, or a text in double quotes",
        at: mark)
    case let word:
      throw problem(
        "the word \(quoted(word)) is not a JSON value",
        "the only words without quotes are true, false and null", at: mark)
    }
  }

  private func isOfWord(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
      || isDigit(byte)
  }

  private func strangeSign(at mark: Mark) -> Problem {
    if isAtEnd { return problem("the text ends where a value is missing", "write the value") }
    switch next {
    case UInt8(ascii: "'"):
      return problem("a text in single quotes", "write texts in double quotes", at: mark)
    case UInt8(ascii: "/"): return problem("JSON has no comments", "remove the comment", at: mark)
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"):
      return problem("a value is missing", "write the value", at: mark)
    default:
      return problem(
        "a sign that begins no value", "a value begins with { [ \" - a digit, true, false or null",
        at: mark)
    }
  }

  /// Reads a number.
  mutating func number() throws(Problem) -> JSON.Content {
    let mark = mark
    let start = place
    if next == UInt8(ascii: "-") { place += 1 }
    if next == UInt8(ascii: "0"), place + 1 < bytes.count, isDigit(bytes[place + 1]) {
      throw problem("a number with a zero before it", "remove the zeros at its start", at: mark)
    }
    var hasOtherDigit = try skipDigits(after: "the minus")
    if next == UInt8(ascii: ".") {
      place += 1
      hasOtherDigit = try skipDigits(after: "the point") || hasOtherDigit
    }
    if next | 0x20 == UInt8(ascii: "e") {
      place += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { place += 1 }
      _ = try skipDigits(after: "the exponent's e")
    }
    if isOfWord(next) || next == UInt8(ascii: ".") {
      throw problem("a number goes on strangely", "write a number as in -12.5e3", at: mark)
    }
    let words = String(decoding: bytes[start..<place], as: UTF8.self)
    // With a point or an exponent it is no integer to `Int64`. Neither is a zero with a minus: hashes of nodes tell it from
    // the other zero.
    if words != "-0", let integer = Int64(words) { return .integer(integer) }
    return .number(double(words, isZero: !hasOtherDigit, at: mark))
  }

  private mutating func double(_ words: String, isZero: Bool, at mark: Mark) -> Double {
    guard let value = Double(words), value.isFinite else {
      note(
        problem(
          "the number \(quoted(words)) is too large", "the largest is about 1.8e308; or use a text",
          at: mark))
      return 0
    }
    if value == 0, !isZero {
      note(
        problem(
          "the number \(quoted(words)) is too small to differ from 0", "write 0, or use a text",
          at: mark))
    }
    return value
  }

  /// Skips at least one digit, and says whether one of them is not a zero.
  private mutating func skipDigits(after what: String) throws(Problem) -> Bool {
    guard isDigit(next) else {
      throw problem("no digit after \(what)", "write at least one digit")
    }
    var hasOther = false
    while isDigit(next) {
      hasOther = hasOther || next != UInt8(ascii: "0")
      place += 1
    }
    return hasOther
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
