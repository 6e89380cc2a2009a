// SPDX-License-Identifier: GPL-3.0-or-later
import WeirPaging

/// The position of a row in the order of a query: the values that it is ordered by, and its rowid behind them.
///
///     PagePosition(values: [.text("b"), .null], rowid: 7).token.text  // "t62,n,7"
///
/// Its token means the same in every process, so that it can be kept for the next start.
struct PagePosition {
  var values: [SQLiteValue]
  var rowid: Int64

  init(values: [SQLiteValue], rowid: Int64) {
    self.values = values
    self.rowid = rowid
  }

  /// All values, the rowid last.
  var all: [SQLiteValue] { values + [.integer(rowid)] }

  /// The position as a text.
  var token: PageToken {
    PageToken((values.map(Self.word) + ["\(rowid)"]).joined(separator: ","))
  }

  /// Reads a token; nil: it is none of an order of so many columns.
  init?(_ token: PageToken, columns: Int) {
    let words = token.text.split(separator: ",", omittingEmptySubsequences: false)
    guard words.count == columns + 1, let last = words.last, let rowid = Int64(last) else {
      return nil
    }
    var values: [SQLiteValue] = []
    for word in words.dropLast() {
      guard let value = Self.value(word) else { return nil }
      values.append(value)
    }
    self.init(values: values, rowid: rowid)
  }

  private static func word(_ value: SQLiteValue) -> String {
    switch value {
    case .null: "n"
    case .integer(let whole): "i\(whole)"
    // The bits, for no digit may be lost.
    case .real(let real): "r\(String(real.bitPattern, radix: 16))"
    case .text(let text): "t\(hex(Array(text.utf8)))"
    case .blob(let bytes): "b\(hex(bytes))"
    }
  }

  private static func value(_ word: Substring) -> SQLiteValue? {
    let rest = word.dropFirst()
    switch word.first {
    case "n": return rest.isEmpty ? .null : nil
    case "i": return Int64(rest).map { .integer($0) }
    case "r": return UInt64(rest, radix: 16).map { .real(Double(bitPattern: $0)) }
    case "t": return bytes(rest).map { .text(String(decoding: $0, as: UTF8.self)) }
    case "b": return bytes(rest).map { .blob($0) }
    default: return nil
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    var text = ""
    for byte in bytes {
      if byte < 16 { text += "0" }
      text += String(byte, radix: 16)
    }
    return text
  }

  private static func bytes(_ text: Substring) -> [UInt8]? {
    let digits = text.compactMap(\.hexDigitValue)
    guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
  }
}
