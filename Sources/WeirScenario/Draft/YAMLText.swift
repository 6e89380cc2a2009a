// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// Writes a document as people write scenarios: what fits stands on one line, the rest indented.
///
///     YAMLText(node).text
///     // network: { delay: { exponential: 40ms, at-least: 5ms } }
///     // clients:
///     //   - { name: phones, count: 2, list: rooms/lobby }
package struct YAMLText {
  /// The longest line that is written where there is a choice.
  static let width = 100

  /// The document.
  package private(set) var text = ""

  /// Writes a document.
  package init(_ root: YAMLNode) {
    if case .mapping(let entries) = root.content {
      block(entries, indent: 0, isFirstIndented: false)
    } else {
      text = Self.flow(root) + "\n"
    }
  }

  private mutating func block(_ entries: [YAMLNode.Entry], indent: Int, isFirstIndented: Bool) {
    for (place, entry) in entries.enumerated() {
      if place > 0 || !isFirstIndented { text += String(repeating: " ", count: indent) }
      let key = Self.key(entry.key)
      text += key + ":"
      value(entry.value, indent: indent, used: indent + key.unicodeScalars.count + 2)
    }
  }

  private mutating func value(_ node: YAMLNode, indent: Int, used: Int) {
    switch node.content {
    case .mapping(let entries) where !entries.isEmpty:
      let line = Self.flow(node)
      if used + line.unicodeScalars.count <= Self.width { break }
      text += "\n"
      return block(entries, indent: indent + 2, isFirstIndented: false)
    case .sequence(let nodes) where nodes.contains(where: { $0.count > 0 }):
      let line = Self.flow(node)
      if indent > 0, used + line.unicodeScalars.count <= Self.width { break }
      text += "\n"
      return elements(nodes, indent: indent + 2)
    default: break
    }
    text += " " + Self.scalarOrFlow(node) + "\n"
  }

  private mutating func elements(_ nodes: [YAMLNode], indent: Int) {
    for node in nodes {
      text += String(repeating: " ", count: indent) + "- "
      let line = Self.scalarOrFlow(node)
      if case .mapping(let entries) = node.content, !entries.isEmpty,
        indent + 2 + line.unicodeScalars.count > Self.width
      {
        block(entries, indent: indent + 2, isFirstIndented: true)
      } else {
        text += line + "\n"
      }
    }
  }

  private static func scalarOrFlow(_ node: YAMLNode) -> String {
    if case .scalar(let words, let isPlain) = node.content {
      return scalar(words, isPlain: isPlain, inFlow: false)
    }
    return flow(node)
  }

  /// A node on one line.
  private static func flow(_ node: YAMLNode) -> String {
    switch node.content {
    case .scalar(let words, let isPlain): return scalar(words, isPlain: isPlain, inFlow: true)
    case .broken: return "null"
    case .mapping(let entries):
      if entries.isEmpty { return "{}" }
      let words = entries.map { "\(key($0.key)): \(flow($0.value))" }
      return "{ " + words.joined(separator: ", ") + " }"
    case .sequence(let nodes):
      if nodes.isEmpty { return "[]" }
      let words = nodes.map(flow).joined(separator: ", ")
      return nodes.contains { $0.count > 0 } ? "[ \(words) ]" : "[\(words)]"
    }
  }

  private static func key(_ words: String) -> String {
    canBePlain(words, inFlow: true) ? words : quoted(words)
  }

  /// A text: without quotes if it was written so and may be, or else in quotes.
  private static func scalar(_ words: String, isPlain: Bool, inFlow: Bool) -> String {
    if isPlain {
      // Data that is nothing; elsewhere nothing is a mistake, and stays one.
      if words.isEmpty || words == "~" { return "null" }
      if canBePlain(words, inFlow: inFlow), !words.utf8.contains(UInt8(ascii: "$")) {
        return words
      }
    }
    // What stands between `${` and `}` would be asked of the environment.
    return quoted(Self.protected(words))
  }

  private static func protected(_ words: String) -> String {
    var bytes: [UInt8] = []
    let all = Array(words.utf8)
    for (place, byte) in all.enumerated() {
      let opens = place + 1 < all.count && all[place + 1] == UInt8(ascii: "{")
      if byte == UInt8(ascii: "$"), opens { bytes.append(byte) }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `true` if a text means itself without quotes, wherever it stands.
  private static func canBePlain(_ words: String, inFlow: Bool) -> Bool {
    let bytes = Array(words.utf8)
    guard let first = bytes.first, let last = bytes.last, last != UInt8(ascii: " ") else {
      return false
    }
    switch first {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"),
      UInt8(ascii: "."):
      break
    case UInt8(ascii: "-"):
      guard bytes.count > 1, bytes[1] != UInt8(ascii: " "), bytes[1] != UInt8(ascii: "-") else {
        return false
      }
    default: return false
    }
    // Three dots end a document.
    if bytes.starts(with: "...".utf8) { return false }
    return bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
        UInt8(ascii: "}"):
        !inFlow
      case UInt8(ascii: ":"), UInt8(ascii: "#"): false
      default: (0x20..<0x7F).contains(byte)
      }
    }
  }

  private static func quoted(_ words: String) -> String {
    var text = "\""
    for scalar in words.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case _ where !CleanText.isHidden(scalar) && scalar != "\u{FEFF}":
        text.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        let (letter, length) = scalar.value > 0xFFFF ? ("U", 8) : ("u", 4)
        text += "\\\(letter)" + String(repeating: "0", count: length - digits.count) + digits
      }
    }
    return text + "\""
  }
}
