// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

extension KeyValue where Value == Scenario.ClientGroup.Stack {
  /// A stack, of the families that the schema knows.
  static var stack: Self {
    Self(
      .stack([]), read: { decoder, slot in decoder.stack(slot) },
      words: { $0.family ?? "{ mutant: \($0.mutant ?? "") }" })
  }
}

extension Decoder {
  fileprivate mutating func stack(_ slot: Slot) -> Scenario.ClientGroup.Stack {
    guard case .mapping = slot.node.content else {
      let names = schema.stacks.map(\.name)
      let name = scalar(
        slot, { text throws(Complaint) in try Self.stack(text, among: names) }, { $0 })
      guard let name, let format = schema.stack(name) else { return usualStack }
      return Scenario.ClientGroup.Stack(family: name, options: options(of: format, nil, slot.path))
    }
    let fields = fields(slot.node, .stack, at: slot.path)
    let mutant = value("mutant", .name, in: fields)
    let named = schema.stacks.filter { fields.has($0.name) }
    if named.isEmpty {
      if mutant == nil, !fields.isBroken, fields.section.key("mutant")?.need != .required {
        complain(
          slot.node.mark, "a stack without a name",
          "write the name of a stack, or { mutant: NAME }")
      }
      return mutant.map { .mutant($0) } ?? usualStack
    }
    let entries = fields.present(of: named.map(\.name)).sorted { $0.keyMark < $1.keyMark }
    if entries.count > 1 {
      complain(
        entries[1].keyMark, "'\(entries[1].key)' beside '\(entries[0].key)'",
        "keep one of the two: each client runs one stack")
    }
    record(slot.path, named[0].name, slot.mark)
    let given = options(of: named[0], entries[0].value, slot.path)
    return Scenario.ClientGroup.Stack(family: named[0].name, options: given, mutant: mutant)
  }

  /// The stack of clients of which the scenario says nothing.
  private var usualStack: Scenario.ClientGroup.Stack {
    Scenario.ClientGroup.Stack(family: schema.stacks.first?.name ?? "streams")
  }

  private static func stack(_ text: String, among names: [String]) throws(Complaint) -> String {
    if let name = names.first(where: { $0.utf8.elementsEqual(text.utf8) }) { return name }
    let near = nearestName(to: text, among: names).map { "did you mean '\($0)'? " } ?? ""
    throw Complaint(
      message: "unknown stack '\(shortened(text))'",
      remedy: near + "write \(names.joined(separator: ", ")), or { mutant: NAME }; "
        + "a stack of a package of yours is known to the program of that package alone")
  }

  /// The options of a family, in canonical words; what was not written counts as the family says.
  private mutating func options(
    of format: StackFormat, _ node: YAMLNode?, _ path: String
  ) -> [Scenario.ClientGroup.Stack.Option] {
    guard let section = format.section else { return [] }
    var node = node
    if let main = format.mainOption, let value = node, case .scalar = value.content {
      let entry = YAMLNode.Entry(key: main, keyMark: value.mark, value: value)
      node = YAMLNode(content: .mapping([entry]), mark: value.mark)
    }
    return format.options(&self, fields(node, section.name, at: "\(path).\(format.name)"))
  }

  /// Refuses what the stack of a group does not know.
  mutating func refuseUnknownActions(
    of work: Scenario.Work, _ fields: Fields, _ group: Scenario.ClientGroup
  ) {
    guard let family = group.stack.family, let format = schema.stack(family),
      let action = work.does.map(\.action).first(where: { !format.knows($0) })
    else { return }
    let known = format.actions.map(\.name).joined(separator: ", ")
    complain(
      fields.entry("does")?.value.mark ?? fields.mark,
      "the clients '\(group.name)' cannot '\(action.name)': their stack '\(family)' does not know it",
      known.isEmpty
        ? "leave it out, or let a group with another stack do it"
        : "leave it out, or write what it knows beside what everybody can do: \(known)")
  }
}
