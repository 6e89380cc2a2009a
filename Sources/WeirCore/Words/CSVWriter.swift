// SPDX-License-Identifier: Apache-2.0

/// A CSV text by RFC 4180: CR LF ends every line, and quotes are where they must be.
///
///     var writer = CSVWriter(columns: ["metric", "value"])
///     writer.append(["wait, mean", 0.1])
///     writer.text  // "metric,value\r\n\"wait, mean\",0.1\r\n"
///
/// Numbers are written with the fewest digits that read back as the same number, so that the same
/// values give the same bytes everywhere. ``CSVReader`` reads every clean
/// text back as it was; others are cleaned by ``CleanText`` first.
public struct CSVWriter: Sendable {
  /// The content of a field.
  public enum Field: Hashable, Sendable {
    /// Nothing: an empty field.
    case none
    /// A text.
    case text(String)
    /// A whole number.
    case integer(Int64)
    /// Any number; `nan`, `inf` and `-inf` where it is none.
    case number(Double)
  }

  /// The bytes written so far, in UTF-8.
  public private(set) var bytes: [UInt8] = []
  private let width: Int

  /// Begins a text with its header line.
  public init(columns: [String]) {
    invariant(!columns.isEmpty, "a CSV text without columns")
    width = columns.count
    append(columns.map(Field.text))
  }

  /// Writes a row with one field for each column.
  public mutating func append(_ row: [Field]) {
    invariant(row.count == width, "a CSV row of \(row.count) fields for \(width) columns")
    for (place, field) in row.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      append(field)
    }
    endRow()
  }

  /// Writes rows that begin with the same fields, which are made into text once.
  ///
  ///     writer.append(["1", "chat"], before: bins.map { [.number($0.low), .integer($0.count)] })
  public mutating func append(_ head: [Field], before tails: some Sequence<[Field]>) {
    let start = bytes.count
    for field in head {
      append(field)
      bytes.append(UInt8(ascii: ","))
    }
    let beginning = bytes[start...]
    bytes.removeLast(beginning.count)
    for tail in tails {
      invariant(
        head.count + tail.count == width && !tail.isEmpty,
        "a CSV row of \(head.count + tail.count) fields for \(width) columns")
      bytes.append(contentsOf: beginning)
      for (place, field) in tail.enumerated() {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        append(field)
      }
      endRow()
    }
  }

  private mutating func endRow() {
    bytes.append(UInt8(ascii: "\r"))
    bytes.append(UInt8(ascii: "\n"))
  }

  /// The text written so far.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  private mutating func append(_ field: Field) {
    switch field {
    case .none: append(quoting: "")
    case .text(let text):
      if Self.isOrdinary(text) {
        bytes.append(contentsOf: text.utf8)
      } else {
        append(quoting: Self.guarded(CleanText.line(text)))
      }
    case .integer(let value): bytes.append(contentsOf: String(value).utf8)
    case .number(let value):
      bytes.append(contentsOf: value.description.utf8)
      let last = bytes.count - 1
      if bytes[last] == UInt8(ascii: "0"), bytes[last - 1] == UInt8(ascii: ".") {
        bytes.removeLast(2)
      }
    }
  }

  /// `true` if a text can be written unquoted, which nearly all can: letters, digits and the other
  /// characters of names.
  private static func isOrdinary(_ text: String) -> Bool {
    var isFirst = true
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        isFirst = false
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: " "):
        if isFirst { return false }
      default: return false
      }
    }
    return !isFirst
  }

  /// Returns a text that no table program takes for a formula.
  ///
  /// One that begins like a formula, and is not a number, gets an apostrophe before it. ``CSVReader`` takes it away.
  private static func guarded(_ text: String) -> String {
    let bytes = text.utf8
    guard isFormula(bytes), Double(text) == nil else { return text }
    return "'" + text
  }

  /// `true` if a text begins like a formula, with any number of apostrophes before it; a lone sign
  /// does not count.
  static func isFormula(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
    let rest = bytes.drop { $0 == UInt8(ascii: "'") }
    guard let first = rest.first, rest.dropFirst().first != nil else { return false }
    return "=+-@".utf8.contains(first)
  }

  private mutating func append(quoting text: String) {
    let special: [UInt8] = [
      UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\r"), UInt8(ascii: "\n"),
    ]
    // A lone empty field would look like an empty line, and a first one could hide a byte order mark.
    let needsQuotes =
      text.utf8.contains(where: special.contains) || (text.isEmpty && width == 1)
      || text.utf8.starts(with: [0xEF, 0xBB, 0xBF])
    if !needsQuotes {
      bytes += Array(text.utf8)
      return
    }
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Returns the fewest digits that read back as `value`, without a needless `.0`.
  public static func shortest(_ value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension CSVWriter.Field: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByNilLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Any number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// Nothing.
  public init(nilLiteral: ()) { self = .none }
}
