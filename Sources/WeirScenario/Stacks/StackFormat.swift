// SPDX-License-Identifier: GPL-3.0-or-later

/// The words by which scenarios ask for a family of stacks: its name, its options and its actions.
///
///     clients: [ { list: rooms/lobby, stack: { pager: { page-size: 50 } } } ]
package struct StackFormat: Sendable {
  /// The name of the family.
  package let name: String
  /// A sentence that says what it is.
  package let about: String
  /// The actions that it knows beside what everybody can do.
  package let actions: [Scenario.Work.Action]
  /// `true` if its stacks show whole lists alone: no window, no condition, no sections, and one list each.
  package let showsWholeLists: Bool
  /// The option that is meant where a value is written in place of the mapping; nil: none.
  package let mainOption: String?
  /// `true` if random scenarios may have its stacks.
  package let isDrawn: Bool
  /// Returns the key of an option with which something is wrong, all of them taken together; nil: nothing is.
  let complaint: @Sendable ([Scenario.ClientGroup.Stack.Option]) -> String?
  /// The keys of its options, in the order in which a scenario lists them.
  let keys: [Schema.Key]
  /// Reads its options from a file, in canonical words.
  let options: @Sendable (inout Decoder, Decoder.Fields) -> [Scenario.ClientGroup.Stack.Option]

  /// Makes the format of a family with options.
  package init<Options: StackOptions>(
    _ name: String, _ about: String, options: Options.Type, actions: [Scenario.Work.Action],
    mainOption: String? = nil, isDrawn: Bool = true, showsWholeLists: Bool = false
  ) {
    self.name = name
    self.about = about
    self.actions = actions
    self.mainOption = mainOption
    self.isDrawn = isDrawn
    self.showsWholeLists = showsWholeLists
    complaint = { Options($0).complaints.first?.key }
    keys = Options.keys.map(\.key)
    self.options = { decoder, fields in
      Options.keys.compactMap { option in
        option.words(&decoder, fields).map { .init(option.key.name, $0) }
      }
    }
  }

  /// Those of its actions that no scenario would know without it.
  var ownActions: [Scenario.Work.Action] {
    actions.filter { !Scenario.Work.Action.standard.contains($0) }
  }

  /// `true` if it knows an action.
  func knows(_ action: Scenario.Work.Action) -> Bool {
    !action.verb.isOfStack || actions.contains(action)
  }

  /// The mapping of its options; nil: it has none.
  var section: Schema.Section? {
    if keys.isEmpty { return nil }
    return Schema.Section(
      name: .options(of: name), path: "clients.stack.\(name)", about: about, keys: keys,
      mainKey: mainOption)
  }
}

extension Schema {
  /// The family called `name`.
  func stack(_ name: String) -> StackFormat? {
    stacks.first { $0.name.utf8.elementsEqual(name.utf8) }
  }

  /// The mapping that asks for a stack with options, or for one that is wrong on purpose.
  static func stackSection(_ stacks: [StackFormat]) -> Section {
    let mutant =
      "Its name; `weir list mutants` lists them all."
    let withOptions = stacks.filter { !$0.keys.isEmpty }
    if withOptions.isEmpty {
      return Section(
        name: .stack, path: "clients.stack", about: "A stack that is wrong on purpose.",
        keys: [Key("mutant", .name, .required, mutant, "partition-multi-delete")])
    }
    return Section(
      name: .stack, path: "clients.stack",
      about: "A stack with its options, or one that is wrong on purpose.",
      keys: [
        Key(
          "mutant", .name, .optional, "What is wrong on purpose. " + mutant,
          "partition-multi-delete")
      ]
        + withOptions.map { stack in
          let example =
            stack.keys.first.map {
              $0.name == stack.mainOption ? $0.example : "{ \($0.name): \($0.example) }"
            } ?? "{}"
          return Key(
            stack.name, .section(.options(of: stack.name)), .optional, stack.about, example)
        })
  }
}
