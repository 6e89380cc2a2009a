// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirRules

extension Schema {
  /// The mapping at a place of the rules, beside the places below it.
  static let rulesSection = Section(
    name: .rules, path: "server.rules", about: rulesAbout,
    keys: [
      Key(
        ".read", .rule, .optional,
        "Who may read here and everywhere below; a deeper place cannot take it back.",
        "\"auth != null\""),
      Key(
        ".write", .rule, .optional,
        "Who may write here and everywhere below; a deeper place cannot take it back.",
        "\"auth.uid == 'ann' || !data.exists()\""),
      Key(
        ".validate", .rule, .optional,
        "What must be true of the data here after a write, unless the write leaves none.",
        "\"newData.child('word').isString()\""),
      Key(
        ".indexOn", .indexes, .optional,
        "The children by which lists here are ordered; it forbids nothing.", "[score, name]"),
    ])

  private static let rulesAbout = """
    A place of the tree with its rules. All other keys are the names of places below, which look the \
    same; `$name` stands for every place that has no rules of its own, and for its key in expressions \
    below. An expression knows auth, auth.uid, now, root, data and newData; snapshots with val() \
    exists() child() parent() hasChild() hasChildren() isString() isNumber() isBoolean() \
    getPriority(); texts with length contains() beginsWith() endsWith() replace() toLowerCase() \
    toUpperCase(); and ! - + * / % == != < <= > >= && || ?: with parentheses. What is of the wrong \
    type when it is looked at makes the whole rule false.
    """
}

extension KeyValue where Value == Rules {
  /// Rules of reading and writing, place by place.
  static var rules: Self {
    Self(.rules) { decoder, slot in decoder.rules(slot) }
  }
}

extension Decoder {
  /// The words behind a point that a place of the rules may have.
  private static let settings = Schema.rulesSection.keys.map(\.name)

  fileprivate mutating func rules(_ slot: Slot) -> Rules? {
    guard case .mapping(let entries) = slot.node.content else {
      if !slot.node.isBroken { wrongKind(slot) }
      return nil
    }
    var rules = Rules()
    place(entries, number: 0, variables: [], depth: 0, into: &rules)
    record(slot.path, rules.words, slot.mark)
    return rules
  }

  /// Reads what counts at a place, and puts the places below behind it.
  private mutating func place(
    _ entries: [YAMLNode.Entry], number: Int, variables: [(name: String, depth: Int)], depth: Int,
    into rules: inout Rules
  ) {
    for entry in entries {
      if entry.key.utf8.first == UInt8(ascii: ".") {
        setting(entry, at: &rules.places[number], variables: variables)
        continue
      }
      var variables = variables
      let isWildcard = entry.key.utf8.first == UInt8(ascii: "$")
      if isWildcard {
        guard isSound(entry, beside: rules.places[number].wildcard, below: variables) else {
          continue
        }
        variables.append((entry.key, depth))
      } else if let complaint = Self.complaint(aboutKey: entry.key) {
        complain(entry.keyMark, complaint.message, complaint.remedy)
      }
      guard case .mapping(let inner) = entry.value.content else {
        notAPlace(entry)
        continue
      }
      let child = Rules.Child(name: entry.key, place: rules.places.count)
      rules.places.append(Rules.Place())
      if isWildcard {
        rules.places[number].wildcard = child
      } else {
        rules.places[number].children.append(child)
      }
      place(inner, number: child.place, variables: variables, depth: depth + 1, into: &rules)
    }
  }

  private mutating func notAPlace(_ entry: YAMLNode.Entry) {
    if entry.value.isBroken { return }
    let near = Self.settings.first { $0.utf8.dropFirst().elementsEqual(entry.key.utf8) }
    complain(
      near == nil ? entry.value.mark : entry.keyMark,
      "'\(shortened(entry.key))' is a place and needs a mapping, found \(entry.value.kindWords)",
      near.map { "did you mean '\($0)'?" }
        ?? "write for example `\(shortened(entry.key)): { .read: true }`")
  }

  /// `true` if a wildcard may stand where it stands.
  private mutating func isSound(
    _ entry: YAMLNode.Entry, beside other: Rules.Child?,
    below variables: [(name: String, depth: Int)]
  ) -> Bool {
    let name = shortened(entry.key)
    let letters = entry.key.unicodeScalars.dropFirst()
    if letters.isEmpty || !letters.allSatisfy({ RuleLexer.isLetter($0) || RuleLexer.isDigit($0) }) {
      complain(
        entry.keyMark, "'\(name)' is not the name of a wildcard",
        "write $ and letters, digits or underscores: $room")
      return false
    }
    if let other {
      complain(
        entry.keyMark, "the wildcard '\(name)' beside '\(shortened(other.name))'",
        "each place has at most one; join the two")
      return false
    }
    if variables.contains(where: { $0.name.utf8.elementsEqual(entry.key.utf8) }) {
      complain(
        entry.keyMark, "the wildcard '\(name)' stands above already",
        "give one of the two another name")
      return false
    }
    return true
  }

  /// Reads a condition or the indexes of a place.
  private mutating func setting(
    _ entry: YAMLNode.Entry, at place: inout Rules.Place, variables: [(name: String, depth: Int)]
  ) {
    if entry.value.isBroken { return }
    if entry.key == ".indexOn" {
      place.indexes = indexes(entry.value)
      return
    }
    guard let purpose = RuleParser.Purpose(rawValue: entry.key) else {
      let near = problems.isFull ? nil : nearestName(to: entry.key, among: Self.settings)
      complain(
        entry.keyMark, "unknown rule '\(shortened(entry.key))'",
        near.map { "did you mean '\($0)'?" } ?? "write one of "
          + Self.settings.joined(separator: ", "))
      return
    }
    guard case .scalar(let text, isPlain: _) = entry.value.content, !entry.value.isEmpty else {
      complain(
        entry.value.mark, "expected a rule, found \(entry.value.kindWords)",
        "write true, false or a text: `\(entry.key): \"auth != null\"`")
      return
    }
    let (expression, faults) = RuleParser.read(text, purpose: purpose, variables: variables)
    for fault in faults { complain(fault, in: entry.value) }
    switch purpose {
    case .read: place.read = expression
    case .write: place.write = expression
    case .validate: place.validate = expression
    }
  }

  /// Notes a fault where it stands: at its character, if the file spells the text as it is.
  private mutating func complain(_ fault: RuleFault, in node: YAMLNode) {
    var mark = node.mark
    var message = fault.message
    if let inset = node.inset {
      mark.column += inset + fault.offset
    } else {
      message += " (character \(fault.offset + 1) of the rule)"
    }
    complain(mark, message, fault.remedy)
  }

  private mutating func indexes(_ node: YAMLNode) -> [String] {
    let nodes: [YAMLNode]
    switch node.content {
    case .sequence(let elements): nodes = elements
    default: nodes = [node]
    }
    var names: [String] = []
    for node in nodes where !node.isBroken {
      guard case .scalar(let name, isPlain: _) = node.content, !name.isEmpty else {
        complain(
          node.mark, "expected the name of a child, found \(node.kindWords)",
          "write for example `.indexOn: [score, name]`")
        continue
      }
      let keys = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      if name != ".value",
        let complaint = keys.lazy.compactMap({ Self.complaint(aboutKey: String($0) ?? "") }).first
      {
        complain(node.mark, complaint.message, complaint.remedy)
      } else if names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
        complain(node.mark, "the index '\(shortened(name))' twice", "remove one of the two")
      } else {
        names.append(name)
      }
    }
    return names
  }
}
