// SPDX-License-Identifier: GPL-3.0-or-later
extension RuleParser {
  /// `a ? b : c`, or what binds more tightly.
  mutating func choice() throws(RuleFault) -> Part {
    let condition = try operators(atLeast: 1)
    let mark = token.offset
    guard takes("?") else { return condition }
    expect(condition, .bool, "write a comparison before the '?'")
    let first = try deeper { parser throws(RuleFault) in try parser.choice() }
    if !takes(":") {
      throw RuleFault(
        offset: mark, message: "'?' without ':'", remedy: "write condition ? one : other")
    }
    let second = try deeper { parser throws(RuleFault) in try parser.choice() }
    return try made(
      .choice(condition.expression, first.expression, second.expression),
      first.kinds.union(second.kinds), of: [condition, first, second], at: condition.offset)
  }

  /// Operands joined by operators that bind at least so tightly, from left to right.
  private mutating func operators(atLeast strength: Int) throws(RuleFault) -> Part {
    var left = try unary()
    while case .sign(let sign) = token.content, let symbol = Rules.Operator(rawValue: sign),
      symbol.strength >= strength
    {
      let mark = token.offset
      advance()
      let right = try operators(atLeast: symbol.strength + 1)
      let kinds = check(symbol, left, right, at: mark)
      left = try made(
        .binary(symbol, left.expression, right.expression), kinds, of: [left, right],
        at: left.offset)
    }
    return left
  }

  private mutating func unary() throws(RuleFault) -> Part {
    let mark = token.offset
    if takes("!") {
      let part = try deeper { parser throws(RuleFault) in try parser.unary() }
      let remedy = part.kinds.contains(.snapshot) ? "write !data.exists()" : "write a comparison"
      expect(part, .bool, remedy)
      return try made(.not(part.expression), .bool, of: [part], at: mark)
    }
    if takes("-") {
      let part = try deeper { parser throws(RuleFault) in try parser.unary() }
      expect(part, .number, "only numbers have a minus")
      return try made(.negative(part.expression), .number, of: [part], at: mark)
    }
    return try postfix()
  }

  /// Notes what the operands can never be, and tells what comes out.
  private mutating func check(
    _ symbol: Rules.Operator, _ left: Part, _ right: Part, at mark: Int
  ) -> RuleKinds {
    switch symbol {
    case .or, .and:
      for part in [left, right] {
        expect(part, .bool, "'\(symbol.rawValue)' joins conditions: \(remedy(for: part))")
      }
      return .bool
    case .equal, .different:
      compare(left, right, at: mark)
      return .bool
    case .less, .atMost, .more, .atLeast:
      order(symbol, left, right, at: mark)
      return .bool
    case .plus:
      order(symbol, left, right, at: mark)
      let kinds = left.kinds.intersection(right.kinds).intersection([.number, .text])
      return kinds.isEmpty ? .unknown : kinds
    case .minus, .times, .divided, .remainder:
      for part in [left, right] {
        expect(part, .number, "'\(symbol.rawValue)' joins numbers: \(remedy(for: part))")
      }
      return .number
    }
  }

  private func remedy(for part: Part) -> String {
    if part.kinds == .unknown { return "" }
    if part.kinds.contains(.snapshot) { return "write .val() or .exists() behind it" }
    if part.kinds.contains(.auth) { return "write auth != null" }
    return "compare it with something"
  }

  private mutating func compare(_ left: Part, _ right: Part, at mark: Int) {
    let both = left.kinds.intersection(right.kinds)
    if both == .unknown || left.kinds == .unknown || right.kinds == .unknown { return }
    if let part = [left, right].first(where: { $0.kinds == .snapshot }) {
      note(part, "a snapshot cannot be compared", "write .val() or .exists() behind it")
    } else if let part = [left, right].first(where: { $0.kinds == .list }) {
      note(part, "a list cannot be compared", "write it as an argument of hasChildren")
    } else if both.isEmpty {
      faults.append(
        RuleFault(
          offset: mark,
          message: "\(left.kinds.words) and \(right.kinds.words) are never the same",
          remedy: left.kinds.union(right.kinds).contains(.auth)
            ? "write auth.uid for the name of who asks" : "compare values of one type"))
    }
  }

  /// Two numbers or two texts.
  private mutating func order(
    _ symbol: Rules.Operator, _ left: Part, _ right: Part, at mark: Int
  ) {
    let either: RuleKinds = [.number, .text]
    let before = faults.count
    for part in [left, right] {
      expect(
        part, either, "'\(symbol.rawValue)' joins two numbers or two texts: \(remedy(for: part))")
    }
    let both = left.kinds.intersection(right.kinds)
    if faults.count == before, both.isDisjoint(with: either) {
      faults.append(
        RuleFault(
          offset: mark,
          message: "'\(symbol.rawValue)' between \(left.kinds.words) and \(right.kinds.words)",
          remedy: "join two numbers or two texts"))
    }
  }
}
