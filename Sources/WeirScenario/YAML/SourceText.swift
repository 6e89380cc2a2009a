// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

/// The bytes of a file, once they are known to be text that YAML allows.
package struct SourceText {
  /// The largest file that is read.
  static let mostBytes = 16 << 20

  /// The bytes, without a byte-order mark.
  let bytes: [UInt8]
  /// The file, as the person named it.
  let file: String

  /// Takes the bytes, or says which of them does not belong into a text.
  package init(_ raw: [UInt8], file: String) throws(Problem) {
    self.file = file
    bytes = raw.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(raw.dropFirst(3)) : raw
    let start = Mark(file: file, line: 1, column: 1)
    if raw.count > Self.mostBytes {
      throw Problem(
        mark: start,
        message: "the file is larger than 16 MiB, the most that is read",
        remedy: "check that this is a scenario; move measured data into a CSV file")
    }
    if raw.starts(with: [0xFF, 0xFE]) || raw.starts(with: [0xFE, 0xFF]) {
      throw Problem(
        mark: start, message: "the file is UTF-16, not UTF-8", remedy: "save the file as UTF-8")
    }
    if let offset = Self.firstMalformed(in: bytes) {
      throw Problem(
        mark: mark(of: offset), message: "the file is not UTF-8 here",
        remedy: "save the file as UTF-8")
    }
    if let (offset, code) = Self.firstControl(in: bytes) {
      let hex = String(code, radix: 16, uppercase: true)
      let name = String(repeating: "0", count: max(0, 4 - hex.utf8.count)) + hex
      throw Problem(
        mark: mark(of: offset), message: "a control character (U+\(name)) in the text",
        remedy: "remove it; inside double quotes it may be written as an escape")
    }
    if let offset = Self.firstDirective(in: bytes) {
      throw Problem(
        mark: mark(of: offset), message: "a line that starts with '%' is a YAML directive",
        remedy: "remove the line, or indent it")
    }
  }

  /// The place of the byte at `offset`, with lines and columns as libyaml counts them.
  func mark(of offset: Int) -> Mark {
    var mark = Mark(file: file, line: 1, column: 1)
    var place = 0
    while place < min(offset, bytes.count) {
      let byte = bytes[place]
      let length = lengthOfBreak(at: place)
      if length > 0 {
        mark.line += 1
        mark.column = 1
        place += length
      } else {
        if byte & 0xC0 != 0x80 { mark.column += 1 }
        place += 1
      }
    }
    return mark
  }

  /// The offset of the first line that starts with `%`.
  ///
  /// libyaml compares every such directive with all before it, which takes it hours for a file of them.
  private static func firstDirective(in bytes: [UInt8]) -> Int? {
    bytes.indices.first { place in
      guard bytes[place] == UInt8(ascii: "%") else { return false }
      if place == 0 { return true }
      switch bytes[place - 1] {
      case 0x0A, 0x0D: return true
      case 0x85: return bytes[place - 2] == 0xC2
      case 0xA8, 0xA9: return place >= 3 && bytes[place - 3] == 0xE2 && bytes[place - 2] == 0x80
      default: return false
      }
    }
  }

  /// `mark`, or the end of the text where libyaml counted a line that is not there.
  func clamped(_ mark: Mark) -> Mark {
    let end = self.mark(of: bytes.count)
    return mark < end ? mark : end
  }

  /// The range of numbers such as `{1..20}` that begins at a place, if there is one.
  func numberRange(line: Int, column: Int) -> String? {
    var text = ""
    while text.utf8.count < 24, let byte = byte(line: line, column: column + text.utf8.count) {
      text.unicodeScalars.append(Unicode.Scalar(byte))
      if byte == UInt8(ascii: "}") { break }
    }
    return Self.isNumberRange(text) ? text : nil
  }

  /// `true` if a text is a range of numbers in braces.
  static func isNumberRange(_ text: String) -> Bool {
    guard text.hasPrefix("{"), text.hasSuffix("}") else { return false }
    let ends = text.dropFirst().dropLast().split(separator: ".", omittingEmptySubsequences: false)
    return ends.count == 3 && ends[1].isEmpty && Int(ends[0]) != nil && Int(ends[2]) != nil
  }

  /// The byte at a place, or nil beyond the end of its line.
  func byte(line: Int, column: Int) -> UInt8? {
    var place = 0
    var current = 1
    while current < line {
      guard place < bytes.count else { return nil }
      let length = lengthOfBreak(at: place)
      if length > 0 { current += 1 }
      place += max(1, length)
    }
    var left = column - 1
    while place < bytes.count, lengthOfBreak(at: place) == 0 {
      if bytes[place] & 0xC0 != 0x80 {
        if left == 0 { return bytes[place] }
        left -= 1
      }
      place += 1
    }
    return nil
  }

  /// The number of bytes that the line break at `place` has; 0: there is none.
  private func lengthOfBreak(at place: Int) -> Int {
    func next(_ distance: Int) -> UInt8 {
      place + distance < bytes.count ? bytes[place + distance] : 0
    }
    switch bytes[place] {
    case 0x0A: return 1
    case 0x0D: return next(1) == 0x0A ? 2 : 1
    case 0xC2: return next(1) == 0x85 ? 2 : 0
    case 0xE2: return next(1) == 0x80 && (next(2) == 0xA8 || next(2) == 0xA9) ? 3 : 0
    default: return 0
    }
  }

  /// The offset of the first byte that is not UTF-8.
  private static func firstMalformed(in bytes: [UInt8]) -> Int? {
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    var offset = 0
    var iterator = bytes.makeIterator()
    var decoder = UTF8()
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      offset += UTF8.width(scalar)
    }
    return offset
  }

  /// The first character that YAML does not allow in a text, and its offset.
  private static func firstControl(in bytes: [UInt8]) -> (offset: Int, code: UInt32)? {
    for (offset, byte) in bytes.enumerated() {
      if byte < 0x20 {
        if byte != 0x09 && byte != 0x0A && byte != 0x0D { return (offset, UInt32(byte)) }
      } else if byte == 0x7F {
        return (offset, 0x7F)
      } else if byte == 0xC2 {
        let next = bytes[offset + 1]
        if next < 0xA0 && next != 0x85 { return (offset, UInt32(next)) }
      } else if byte == 0xEF {
        let (second, third) = (bytes[offset + 1], bytes[offset + 2])
        if second == 0xBF && third >= 0xBE { return (offset, 0xFFC0 + UInt32(third & 0x3F)) }
        if second == 0xBB && third == 0xBF { return (offset, 0xFEFF) }
      }
    }
    return nil
  }
}
