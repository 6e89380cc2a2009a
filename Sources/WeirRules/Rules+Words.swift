// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

extension Rules.Expression {
  /// The expression with single spaces, and only those parentheses that it needs.
  ///
  ///     "(a&&(b))||c"  // "a && b || c"
  package var words: String {
    switch self {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number(let value): Decimal.plain(value)
    case .text(let text): Self.quoted(text)
    case .list(let elements): "[" + elements.map(\.words).joined(separator: ", ") + "]"
    case .auth: "auth"
    case .uid: "auth.uid"
    case .now: "now"
    case .snapshot(let snapshot): snapshot.rawValue
    case .variable(let name, depth: _): name
    case .not(let operand): "!" + operand.words(within: 7)
    case .negative(let operand): "-" + operand.words(within: 7)
    case .binary(let sign, let left, let right):
      "\(left.words(within: sign.strength)) \(sign.rawValue) \(right.words(within: sign.strength + 1))"
    case .choice(let condition, let first, let second):
      "\(condition.words(within: 1)) ? \(first.words) : \(second.words)"
    case .call(.length, of: let receiver, _): receiver.words(within: 8) + ".length"
    case .call(let method, of: let receiver, let arguments):
      receiver.words(within: 8) + ".\(method.rawValue)("
        + arguments.map(\.words).joined(separator: ", ") + ")"
    }
  }

  private var strength: Int {
    switch self {
    case .choice: 0
    case .binary(let sign, _, _): sign.strength
    case .not, .negative: 7
    default: 8
    }
  }

  /// The words, in parentheses where something binds at `least` as tightly around them.
  private func words(within least: Int) -> String { strength < least ? "(\(words))" : words }

  private static func quoted(_ text: String) -> String {
    var words = "'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'", "\\": words += "\\\(scalar)"
      case "\n": words += "\\n"
      case "\r": words += "\\r"
      case "\t": words += "\\t"
      default: words.unicodeScalars.append(scalar)
      }
    }
    return words + "'"
  }
}
