// SPDX-License-Identifier: Apache-2.0
internal import WeirCore

extension JSON {
  /// The value on one line, without blanks.
  ///
  /// It reads back as the same value with the same kinds, and numbers have as few digits as that
  /// takes; only a number that is not finite becomes `null`, for JSON cannot say it.
  public var words: String {
    var text = ""
    write(into: &text, indent: nil, isShown: false)
    return text
  }

  /// The value on many lines, two spaces a level, with a line end behind it.
  public var lines: String {
    var text = ""
    write(into: &text, indent: 0, isShown: false)
    return text + "\n"
  }

  /// The value on one line like ``words``, with an escape for every character that must not be shown.
  ///
  /// It reads back as the same value. A number keeps the sign of its exponent: `1e+20`.
  public var shownWords: String {
    var text = ""
    write(into: &text, indent: nil, isShown: true)
    return text
  }

  /// The value on many lines like ``lines``, with an escape for every character that must not be shown.
  public var shownLines: String {
    var text = ""
    write(into: &text, indent: 0, isShown: true)
    return text + "\n"
  }

  private func write(into text: inout String, indent: Int?, isShown: Bool) {
    switch content {
    case .null: text += "null"
    case .bool(let flag): text += flag ? "true" : "false"
    case .integer(let value): text += "\(value)"
    case .number(let value): text += isShown ? "\(value)" : Self.words(value)
    case .text(let value): Self.quote(value, into: &text, isShown: isShown)
    case .array(let values):
      let inner = indent.map { $0 + 1 }
      text += "["
      for (place, value) in values.enumerated() {
        Self.separate(place, into: &text, indent: inner)
        value.write(into: &text, indent: inner, isShown: isShown)
      }
      Self.close("]", isEmpty: values.isEmpty, into: &text, indent: indent)
    case .object(let members):
      let inner = indent.map { $0 + 1 }
      text += "{"
      for (place, member) in members.enumerated() {
        Self.separate(place, into: &text, indent: inner)
        Self.quote(member.key, into: &text, isShown: isShown)
        text += indent == nil ? ":" : ": "
        member.value.write(into: &text, indent: inner, isShown: isShown)
      }
      Self.close("}", isEmpty: members.isEmpty, into: &text, indent: indent)
    }
  }

  private static func separate(_ place: Int, into text: inout String, indent: Int?) {
    if place > 0 { text += "," }
    if let indent { text += "\n" + String(repeating: "  ", count: indent) }
  }

  private static func close(
    _ bracket: String, isEmpty: Bool, into text: inout String, indent: Int?
  ) {
    if let indent, !isEmpty { text += "\n" + String(repeating: "  ", count: indent) }
    text += bracket
  }

  /// Returns a number with a point or an exponent, so that it is read as a number again.
  private static func words(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    var words = "\(value)"
    words.removeAll { $0 == "+" }
    return words
  }

  private static func quote(_ value: String, into text: inout String, isShown: Bool) {
    if isShown { return text += CleanText.quoted(value) }
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\u{8}": text += "\\b"
      case "\u{C}": text += "\\f"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20:
        text += scalar.value < 0x10 ? "\\u000" : "\\u00"
        text += String(scalar.value, radix: 16)
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
