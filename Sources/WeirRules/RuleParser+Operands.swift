// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

extension RuleParser {
  /// An operand with all that is asked of it.
  mutating func postfix() throws(RuleFault) -> Part {
    var part = try primary()
    while true {
      let mark = token.offset
      if token.content == .sign("[") {
        throw unexpected("", "write .child('name') for what lies below, .uid for who asks")
      }
      guard takes(".") else { return part }
      guard case .name(let name) = token.content else {
        throw unexpected(" behind the '.'", "write the name of a method")
      }
      let nameMark = token.offset
      advance()
      part = try member(name, of: part, at: nameMark, dot: mark)
    }
  }

  private mutating func primary() throws(RuleFault) -> Part {
    let token = token
    advance()
    switch token.content {
    case .number(let value): return part(.number(value), .number, token)
    case .text(let text): return part(.text(text), .text, token)
    case .name(let name): return named(name, token)
    case .sign("("):
      var inner = try deeper { parser throws(RuleFault) in try parser.choice() }
      try demand(")", "the parenthesis", opened: token.offset)
      inner.offset = token.offset
      return inner
    case .sign("["): return try list(token)
    case .end:
      throw RuleFault(
        offset: token.offset, message: "the rule ends too early",
        remedy: "something must follow here: a value, a name or a parenthesis")
    case .sign:
      throw RuleFault(
        offset: token.offset, message: "unexpected \(token.words)",
        remedy: "a value, a name or a parenthesis belongs here")
    }
  }

  private func part(
    _ expression: Rules.Expression, _ kinds: RuleKinds, _ token: RuleToken
  ) -> Part {
    Part(expression: expression, kinds: kinds, offset: token.offset)
  }

  private mutating func named(_ name: String, _ token: RuleToken) -> Part {
    switch name {
    case "null": return part(.null, .null, token)
    case "true": return part(.bool(true), .bool, token)
    case "false": return part(.bool(false), .bool, token)
    case "now": return part(.now, .number, token)
    case "auth": return part(.auth, [.auth, .null], token)
    default: break
    }
    if let snapshot = Rules.Snapshot(rawValue: name) {
      let part = part(.snapshot(snapshot), .snapshot, token)
      if snapshot == .newData, purpose == .read {
        note(part, "'newData' in a .read rule", "write data: who reads changes nothing")
      }
      return part
    }
    for variable in variables where variable.name.utf8.elementsEqual(name.utf8) {
      return part(.variable(name, depth: variable.depth), .text, token)
    }
    let part = part(.null, .unknown, token)
    if name.utf8.first == UInt8(ascii: "$") {
      let names = variables.map(\.name)
      let near = nearestName(to: name, among: names) ?? (names.count == 1 ? names[0] : nil)
      note(
        part, "no wildcard '\(shortened(name))' stands above this rule",
        near.map { "did you mean '\($0)'?" } ?? "name the place above it '\(shortened(name))'")
    } else {
      let known = ["auth", "now", "root", "data", "newData", "null", "true", "false"]
      let near = nearestName(to: name, among: known + variables.map(\.name))
      note(
        part, "unknown name '\(shortened(name))'",
        near.map { "did you mean '\($0)'?" }
          ?? "write one of \(known.prefix(5).joined(separator: ", ")), or put texts in quotes")
    }
    return part
  }

  private mutating func list(_ open: RuleToken) throws(RuleFault) -> Part {
    let parts = try elements(until: "]", "the list", opened: open.offset)
    for part in parts { expect(part, .text, "a list has the names of children") }
    if parts.isEmpty {
      note(
        part(.null, .list, open), "an empty list", "name a child, or write hasChildren() for any")
    }
    return try made(.list(parts.map(\.expression)), .list, of: parts, at: open.offset)
  }

  /// Reads what stands between brackets that are open already.
  private mutating func elements(
    until close: String, _ what: String, opened: Int
  ) throws(RuleFault) -> [Part] {
    var parts: [Part] = []
    if takes(close) { return parts }
    repeat {
      parts.append(try deeper { parser throws(RuleFault) in try parser.choice() })
    } while takes(",")
    try demand(close, what, opened: opened)
    return parts
  }

  /// `.name`, with what follows it.
  private mutating func member(
    _ name: String, of receiver: Part, at mark: Int, dot: Int
  ) throws(RuleFault) -> Part {
    let open = token.offset
    let arguments = takes("(") ? try elements(until: ")", "the parenthesis", opened: open) : nil
    if receiver.kinds == .unknown { return receiver }
    if receiver.kinds.contains(.auth) { return try identity(name, receiver, arguments, at: mark) }
    let methods =
      receiver.kinds.contains(.snapshot)
      ? Rules.Method.ofSnapshots : receiver.kinds.contains(.text) ? Rules.Method.ofTexts : []
    guard let method = methods.first(where: { $0.rawValue.utf8.elementsEqual(name.utf8) }) else {
      unknownMethod(name, of: receiver, among: methods, at: mark)
      return Part(expression: .null, kinds: .unknown, offset: receiver.offset)
    }
    check(method, receiver, arguments, at: mark)
    return try made(
      .call(method, of: receiver.expression, (arguments ?? []).map(\.expression)),
      method.result, of: [receiver] + (arguments ?? []), at: receiver.offset)
  }

  private mutating func identity(
    _ name: String, _ receiver: Part, _ arguments: [Part]?, at mark: Int
  ) throws(RuleFault) -> Part {
    if name != "uid" || arguments != nil {
      faults.append(
        RuleFault(
          offset: mark, message: "auth has no '\(shortened(name))\(arguments == nil ? "" : "()")'",
          remedy: "all that is known of who asks is auth.uid"))
    }
    return Part(expression: .uid, kinds: [.text, .null], offset: receiver.offset)
  }

  private mutating func unknownMethod(
    _ name: String, of receiver: Part, among methods: [Rules.Method], at mark: Int
  ) {
    let other = Rules.Method(rawValue: name)
    let near = nearestName(to: name, among: methods.map(\.rawValue))
    let remedy =
      if methods.isEmpty {
        "only snapshots and texts have methods"
      } else if let other, Rules.Method.ofTexts.contains(other) {
        "write .val() in front: \(name) is asked of texts"
      } else if other != nil {
        "write it before .val(): \(name) is asked of snapshots"
      } else if let near {
        "did you mean '\(near)'?"
      } else {
        "write one of " + methods.map(\.rawValue).joined(separator: ", ")
      }
    faults.append(
      RuleFault(
        offset: mark, message: "\(receiver.subject) has no '\(shortened(name))'", remedy: remedy))
  }

  /// Notes what is wrong with the arguments; nil: there are no parentheses.
  private mutating func check(
    _ method: Rules.Method, _ receiver: Part, _ arguments: [Part]?, at mark: Int
  ) {
    func complain(_ message: String, _ remedy: String) {
      faults.append(RuleFault(offset: mark, message: message, remedy: remedy))
    }
    let name = method.rawValue
    if (method == .length) != (arguments == nil) {
      let (found, wanted) = method == .length ? ("with", "length") : ("without", "\(name)()")
      return complain("'\(name)' \(found) parentheses", "write \(wanted)")
    }
    if method == .parent, receiver.expression == .snapshot(.root) {
      complain("the root has no parent", "ask root itself")
    }
    let arguments = arguments ?? []
    guard method.counts.contains(arguments.count) else {
      return complain(
        "'\(name)' with \(arguments.count) arguments", "write \(name)\(method.usage)")
    }
    for argument in arguments {
      if method == .hasChildren {
        expect(argument, .list, "write hasChildren(['one', 'other'])")
      } else {
        expect(argument, .text, "write \(name)\(method.usage)")
      }
      if method == .child || method == .hasChild { checkPath(argument) }
    }
    if case .list(let elements)? = arguments.first?.expression {
      for case .text(let key) in elements { checkKeys([key], at: arguments[0]) }
    }
  }

  /// Checks a path that is known already.
  private mutating func checkPath(_ argument: Part) {
    guard case .text(let path) = argument.expression else { return }
    let keys = path.utf8.split(separator: UInt8(ascii: "/")).map { String($0) ?? "" }
    if keys.isEmpty { note(argument, "an empty path", "name a child, or remove the call") }
    checkKeys(keys, at: argument)
  }

  private mutating func checkKeys(_ keys: [String], at argument: Part) {
    for key in keys {
      if let fault = Rules.fault(inKey: key) { note(argument, fault.message, fault.remedy) }
    }
  }
}

extension RuleParser.Part {
  /// The part in words, for the beginning of a sentence.
  fileprivate var subject: String {
    kinds.contains(.snapshot) ? "a snapshot" : kinds.contains(.text) ? "a text" : kinds.words
  }
}

extension Rules.Method {
  /// The number of arguments that it takes.
  var counts: ClosedRange<Int> {
    switch self {
    case .child, .hasChild, .contains, .beginsWith, .endsWith: 1...1
    case .hasChildren: 0...1
    case .replace: 2...2
    default: 0...0
    }
  }

  /// The text that is written behind its name.
  var usage: String {
    switch self {
    case .child, .hasChild: "('name')"
    case .hasChildren: "(['one', 'other'])"
    case .contains, .beginsWith, .endsWith: "('text')"
    case .replace: "('old', 'new')"
    case .length: ""
    default: "()"
    }
  }

  /// The types of what it gives.
  var result: RuleKinds {
    switch self {
    case .val: .value
    case .child, .parent: .snapshot
    case .getPriority: [.null, .number, .text]
    case .length: .number
    case .replace, .toLowerCase, .toUpperCase: .text
    default: .bool
    }
  }
}
