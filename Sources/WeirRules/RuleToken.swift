// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// A word of the language of rules, and where it starts.
struct RuleToken {
  enum Content: Hashable {
    case number(Double)
    case text(String)
    /// A name, with its `$` if it is a variable.
    case name(String)
    /// An operator or a bracket.
    case sign(String)
    case end
  }

  var content: Content
  /// Its first character, from 0.
  var offset: Int

  /// The token in words, for a sentence.
  var words: String {
    switch content {
    case .number(let value): "'\(Decimal.plain(value))'"
    case .text(let text): "the text '\(shortened(text))'"
    case .name(let name): "'\(shortened(name))'"
    case .sign(let sign): "'\(sign)'"
    case .end: "the end"
    }
  }
}

/// Cuts the text of a rule into tokens.
package struct RuleLexer {
  private let scalars: [Unicode.Scalar]
  private var place = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// The tokens, the end last.
  static func tokens(of text: String) throws(RuleFault) -> [RuleToken] {
    var lexer = RuleLexer(text)
    var tokens: [RuleToken] = []
    repeat { tokens.append(try lexer.next()) } while tokens.last?.content != .end
    return tokens
  }

  private var current: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

  private mutating func take(while holds: (Unicode.Scalar) -> Bool) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = current, holds(scalar) {
      text.append(scalar)
      place += 1
    }
    return String(text)
  }

  private mutating func next() throws(RuleFault) -> RuleToken {
    _ = take { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }
    let start = place
    guard let scalar = current else { return RuleToken(content: .end, offset: start) }
    if Self.isDigit(scalar) { return RuleToken(content: try number(), offset: start) }
    if scalar == "'" || scalar == "\"" {
      return RuleToken(content: .text(try text(endingWith: scalar)), offset: start)
    }
    if Self.isLetter(scalar) || scalar == "$" {
      place += 1
      let rest = take { Self.isLetter($0) || Self.isDigit($0) }
      return RuleToken(content: .name("\(scalar)\(rest)"), offset: start)
    }
    return RuleToken(content: .sign(try sign()), offset: start)
  }

  package static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  package static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_"
  }

  private mutating func number() throws(RuleFault) -> RuleToken.Content {
    let start = place
    var digits = take(while: Self.isDigit)
    if current == ".", place + 1 < scalars.count, Self.isDigit(scalars[place + 1]) {
      place += 1
      digits += "." + take(while: Self.isDigit)
    }
    if current == "e" || current == "E" {
      place += 1
      var sign = ""
      if let scalar = current, scalar == "-" || scalar == "+" {
        sign = String(scalar)
        place += 1
      }
      digits += "e" + sign + take(while: Self.isDigit)
    }
    let tail = take { Self.isLetter($0) || Self.isDigit($0) }
    guard tail.isEmpty, let value = Double(digits), value.isFinite else {
      throw RuleFault(
        offset: start, message: "'\(shortened(digits + tail))' is not a number",
        remedy: "write digits, and a point where needed: 1.5; put texts in quotes")
    }
    return .number(value)
  }

  private mutating func text(endingWith quote: Unicode.Scalar) throws(RuleFault) -> String {
    let start = place
    var text = String.UnicodeScalarView()
    place += 1
    while let scalar = current {
      place += 1
      if scalar == quote { return String(text) }
      text.append(scalar == "\\" ? try escaped() : scalar)
    }
    throw RuleFault(
      offset: start, message: "a text that never ends", remedy: "close it with \(quote)")
  }

  /// The character that the one behind a backslash stands for.
  private mutating func escaped() throws(RuleFault) -> Unicode.Scalar {
    let start = place - 1
    guard let scalar = current else {
      throw RuleFault(
        offset: start, message: "a backslash with nothing behind it", remedy: "write \\\\ for one")
    }
    place += 1
    switch scalar {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "'", "\"", "\\", "/": return scalar
    default:
      throw RuleFault(
        offset: start, message: "'\\\(shortened(String(scalar)))' stands for nothing",
        remedy: "behind a backslash write one of ' \" \\ / n r t")
    }
  }

  private static let signs = [
    "===", "!==", "==", "!=", "<=", ">=", "&&", "||", "<", ">", "+", "-", "*", "/", "%", "!", "?",
    ":", "(", ")", "[", "]", ",", ".",
  ]

  private mutating func sign() throws(RuleFault) -> String {
    let start = place
    for sign in Self.signs where scalars[place...].starts(with: sign.unicodeScalars) {
      place += sign.unicodeScalars.count
      // Some write three signs for what two say; both mean the same.
      return sign == "===" ? "==" : sign == "!==" ? "!=" : sign
    }
    let scalar = scalars[place]
    let remedies: [(Unicode.Scalar, String, String)] = [
      ("=", "'=' assigns, and rules change nothing", "write == to compare"),
      ("&", "a single '&'", "write && for: both are true"),
      ("|", "a single '|'", "write || for: at least one is true"),
    ]
    for (sign, message, remedy) in remedies where sign == scalar {
      throw RuleFault(offset: start, message: message, remedy: remedy)
    }
    throw RuleFault(
      offset: start, message: "'\(shortened(String(scalar)))' belongs to no rule",
      remedy: "remove it, or put texts in quotes")
  }
}
