// SPDX-License-Identifier: GPL-3.0-or-later

/// Makes an expression of the text of a rule, and checks what can be known of its types.
///
/// The first mistake in the grammar ends it; mistakes in names and types are all noted.
package struct RuleParser {
  /// The purpose of a rule.
  package enum Purpose: String, CaseIterable {
    case read = ".read"
    case write = ".write"
    case validate = ".validate"
  }

  /// A part of the rule with what is known of it.
  struct Part {
    var expression: Rules.Expression
    var kinds: RuleKinds
    var offset: Int
    /// The number of parts that are nested in it, at most.
    var height = 1
  }

  /// The greatest depth to which parentheses, arguments and signs may be nested.
  static let mostDepth = 64
  /// The greatest depth to which parts may be nested, which operators side by side do, too.
  static let mostHeight = 400

  let purpose: Purpose
  /// The wildcards above with the number of keys before each.
  let variables: [(name: String, depth: Int)]
  var faults: [RuleFault] = []
  private let tokens: [RuleToken]
  private var place = 0
  private var depth = 0

  private init(
    _ tokens: [RuleToken], purpose: Purpose, variables: [(name: String, depth: Int)]
  ) {
    self.tokens = tokens
    self.purpose = purpose
    self.variables = variables
  }

  /// The expression in `text`, or all that is wrong with it.
  package static func read(
    _ text: String, purpose: Purpose, variables: [(name: String, depth: Int)]
  ) -> (expression: Rules.Expression?, faults: [RuleFault]) {
    do throws(RuleFault) {
      let tokens = try RuleLexer.tokens(of: text)
      var parser = RuleParser(tokens, purpose: purpose, variables: variables)
      let expression = parser.whole()
      return (parser.faults.isEmpty ? expression : nil, parser.faults)
    } catch {
      return (nil, [error])
    }
  }

  private mutating func whole() -> Rules.Expression? {
    do throws(RuleFault) {
      if token.content == .end {
        throw RuleFault(
          offset: 0, message: "an empty rule", remedy: "write true, false or an expression")
      }
      let part = try choice()
      if token.content == .sign(")") || token.content == .sign("]") {
        let open = token.content == .sign(")") ? "(" : "["
        throw unexpected(": nothing is open", "remove it, or write '\(open)' in front")
      }
      if token.content != .end { throw unexpectedName() }
      if part.kinds.isDisjoint(with: .bool) {
        note(
          part, "a rule is true or false, and this is \(part.kinds.words)",
          part.kinds.contains(.auth) ? "write auth != null" : "compare it with something")
      }
      return part.expression
    } catch {
      faults.append(error)
      return nil
    }
  }

  // What reads on.

  var token: RuleToken { tokens[place] }

  mutating func advance() { place = min(place + 1, tokens.count - 1) }

  mutating func takes(_ sign: String) -> Bool {
    guard token.content == .sign(sign) else { return false }
    advance()
    return true
  }

  mutating func demand(_ sign: String, _ what: String, opened: Int) throws(RuleFault) {
    if takes(sign) { return }
    if token.content == .end {
      throw RuleFault(
        offset: opened, message: "\(what) is never closed", remedy: "add the '\(sign)'")
    }
    throw unexpected(" before the '\(sign)'", "close \(what) first, or join the two with && or ||")
  }

  func unexpected(_ detail: String, _ remedy: String) -> RuleFault {
    RuleFault(offset: token.offset, message: "unexpected \(token.words)\(detail)", remedy: remedy)
  }

  private func unexpectedName() -> RuleFault {
    switch token.content {
    case .name("and"): unexpected("", "write && for: both are true")
    case .name("or"): unexpected("", "write || for: at least one is true")
    case .sign("["): unexpected("", "write .child('name') for what lies below")
    default: unexpected("", "join two conditions with && or ||")
    }
  }

  mutating func note(_ part: Part, _ message: String, _ remedy: String) {
    faults.append(RuleFault(offset: part.offset, message: message, remedy: remedy))
  }

  /// Notes it if `part` can never be one of `kinds`.
  mutating func expect(_ part: Part, _ kinds: RuleKinds, _ remedy: String) {
    if part.kinds.isDisjoint(with: kinds) {
      note(part, "expected \(kinds.words), found \(part.kinds.words)", remedy)
    }
  }

  /// Runs `body` one level deeper, or refuses to.
  mutating func deeper(
    _ body: (inout RuleParser) throws(RuleFault) -> Part
  ) throws(RuleFault) -> Part {
    depth += 1
    if depth > Self.mostDepth {
      throw RuleFault(
        offset: token.offset, message: "a rule is nested more than \(Self.mostDepth) deep",
        remedy: "check the parentheses, or split the rule over deeper places")
    }
    let part = try body(&self)
    depth -= 1
    return part
  }

  func made(
    _ expression: Rules.Expression, _ kinds: RuleKinds, of parts: [Part], at offset: Int
  ) throws(RuleFault) -> Part {
    let height = 1 + (parts.map(\.height).max() ?? 0)
    if height > Self.mostHeight {
      throw RuleFault(
        offset: offset, message: "a rule joins more than \(Self.mostHeight) parts",
        remedy: "keep the names in the data and ask root.child(…).hasChild(…)")
    }
    return Part(expression: expression, kinds: kinds, offset: offset, height: height)
  }
}
