extension JSON {
  /// The value on one line, without blanks.
  ///
  /// It reads back as the same value with the same kinds, and numbers have as few digits as that
  /// takes; only a number that is not finite becomes `null`, for JSON cannot say it.
  public var words: String {
    var text = ""
    write(into: &text, indent: nil)
    return text
  }

  /// The value on many lines, two spaces a level, with a line end behind it.
  public var lines: String {
    var text = ""
    write(into: &text, indent: 0)
    return text + "\n"
  }

  private func write(into text: inout String, indent: Int?) {
    switch content {
    case .null: text += "null"
    case .bool(let flag): text += flag ? "true" : "false"
    case .integer(let value): text += "\(value)"
    case .number(let value): text += Self.words(value)
    case .text(let value): Self.quote(value, into: &text)
    case .array(let values):
      let inner = indent.map { $0 + 1 }
      text += "["
      for (place, value) in values.enumerated() {
        Self.separate(place, into: &text, indent: inner)
        value.write(into: &text, indent: inner)
      }
      Self.close("]", isEmpty: values.isEmpty, into: &text, indent: indent)
    case .object(let members):
      let inner = indent.map { $0 + 1 }
      text += "{"
      for (place, member) in members.enumerated() {
        Self.separate(place, into: &text, indent: inner)
        Self.quote(member.key, into: &text)
        text += indent == nil ? ":" : ": "
        member.value.write(into: &text, indent: inner)
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

  private static func quote(_ value: String, into text: inout String) {
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
