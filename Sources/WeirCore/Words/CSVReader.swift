// SPDX-License-Identifier: Apache-2.0

/// The rows of a CSV text, strictly by RFC 4180, each field with its place.
///
///     var reader = CSVReader(Array("a,b\r\n1,\"x, y\"\r\n".utf8), file: "data.csv")
///     try reader.next()?.fields.map(\.text)  // ["a", "b"]
///     try reader.next()?.fields.map(\.text)  // ["1", "x, y"]
///     try reader.next()                      // nil
///
/// Lines end with CR LF or LF. A field in double quotes may hold commas, line ends and doubled
/// quotes. Every row has as many fields as the first. A line with nothing on it is passed over, and
/// so is a byte order mark.
///
/// - Complexity: O(1) memory beyond the text and the row; a row is read in one pass.
public struct CSVReader: Sendable {
  /// One field of a row.
  public struct Field: Hashable, Sendable {
    /// The content of the field, without the quotes around it.
    public var text: String
    /// The place where it begins.
    public var mark: Mark
  }

  /// One row.
  public struct Row: Hashable, Sendable {
    /// Its fields, as many as the first row has.
    public var fields: [Field]
  }

  private let bytes: [UInt8]
  private let file: String
  private var place = 0
  private var line = 1
  private var column = 1
  private var width: Int?

  /// Makes a reader of `bytes`; `file` is the name that problems mention.
  public init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
  }

  /// Returns the next row, or nil at the end.
  ///
  /// - Throws: ``Problems`` with the place of the first thing that is not CSV.
  public mutating func next() throws(Problems) -> Row? {
    while place < bytes.count, skipLineEnd() {}
    if place >= bytes.count { return nil }
    let start = mark
    var fields: [Field] = []
    while true {
      fields.append(try field())
      if place < bytes.count, bytes[place] == UInt8(ascii: ",") {
        advance()
        continue
      }
      if place >= bytes.count || skipLineEnd() { break }
      throw wrong("a carriage return without a line feed", "end lines with CR LF or LF")
    }
    if let width, width != fields.count {
      throw wrong(
        "a row with \(fields.count) fields, where the first has \(width)",
        "give every row the same number of fields, and quote commas", at: start)
    }
    width = fields.count
    return Row(fields: fields)
  }

  private var mark: Mark { Mark(file: file, line: line, column: column) }

  private func wrong(_ message: String, _ remedy: String, at place: Mark? = nil) -> Problems {
    Problems([Problem(mark: place ?? mark, message: message, remedy: remedy)])
  }

  /// Passes one byte; only the first byte of a character moves the column.
  private mutating func advance() {
    place += 1
    if place >= bytes.count || bytes[place] & 0xC0 != 0x80 { column += 1 }
  }

  private mutating func skipLineEnd() -> Bool {
    let length =
      bytes[place] == UInt8(ascii: "\n")
      ? 1
      : bytes[place] == UInt8(ascii: "\r") && place + 1 < bytes.count
        && bytes[place + 1] == UInt8(ascii: "\n") ? 2 : 0
    if length == 0 { return false }
    place += length
    line += 1
    column = 1
    return true
  }

  private mutating func field() throws(Problems) -> Field {
    let start = mark
    let isQuoted = place < bytes.count && bytes[place] == UInt8(ascii: "\"")
    let content = isQuoted ? try quoted(from: start) : try plain()
    guard let text = String(validating: content, as: UTF8.self) else {
      throw wrong("a field that is not UTF-8", "save the file as UTF-8", at: start)
    }
    return Field(text: Self.unguarded(text), mark: start)
  }

  /// Returns a text without the apostrophe that ``CSVWriter`` puts before what begins like a
  /// formula.
  private static func unguarded(_ text: String) -> String {
    guard text.utf8.first == UInt8(ascii: "'"), CSVWriter.isFormula(text.utf8) else { return text }
    return String(decoding: text.utf8.dropFirst(), as: UTF8.self)
  }

  private mutating func plain() throws(Problems) -> [UInt8] {
    let first = place
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        return Array(bytes[first..<place])
      case UInt8(ascii: "\""):
        throw wrong(
          "a quote inside a field without quotes around it",
          "put the whole field in quotes, and double the quotes inside")
      default: advance()
      }
    }
    return Array(bytes[first..<place])
  }

  private mutating func quoted(from start: Mark) throws(Problems) -> [UInt8] {
    var content: [UInt8] = []
    advance()
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "\"") {
        advance()
        if place >= bytes.count { return content }
        switch bytes[place] {
        case UInt8(ascii: "\""): content.append(byte)
        case UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r"): return content
        default:
          throw wrong("text after a closing quote", "double the quotes that belong to the field")
        }
        advance()
      } else {
        content.append(byte)
        if byte == UInt8(ascii: "\n") {
          place += 1
          line += 1
          column = 1
        } else {
          advance()
        }
      }
    }
    throw wrong("a quote that is never closed", "close it before the next comma", at: start)
  }
}
