internal import WeirCore

/// A JSON value that can be written; objects keep the order they are given.
package indirect enum JSON: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case array([JSON])
  case object([(String, JSON)])

  /// The value on one line.
  package var words: String {
    var text = ""
    write(into: &text, indent: nil)
    return text
  }

  /// The value on many lines, two spaces a level.
  var lines: String {
    var text = ""
    write(into: &text, indent: 0)
    return text + "\n"
  }

  private func write(into text: inout String, indent: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += "\(value)"
    case .number(let value): text += "\(value)"
    case .text(let value): text += CleanText.quoted(value)
    case .array(let values):
      Self.brackets("[", "]", values.count, &text, indent) { place, text, inner in
        values[place].write(into: &text, indent: inner)
      }
    case .object(let members):
      Self.brackets("{", "}", members.count, &text, indent) { place, text, inner in
        text += CleanText.quoted(members[place].0)
        text += indent == nil ? ":" : ": "
        members[place].1.write(into: &text, indent: inner)
      }
    }
  }

  private static func brackets(
    _ open: String, _ close: String, _ count: Int, _ text: inout String, _ indent: Int?,
    _ element: (Int, inout String, Int?) -> Void
  ) {
    text += open
    let inner = indent.map { $0 + 2 }
    for place in 0..<count {
      if place > 0 { text += "," }
      if let inner { text += "\n" + String(repeating: " ", count: inner) }
      element(place, &text, inner)
    }
    if let indent, count > 0 { text += "\n" + String(repeating: " ", count: indent) }
    text += close
  }
}
