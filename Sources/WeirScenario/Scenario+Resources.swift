// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirTree

extension Scenario {
  /// A kind of thing that apps create, change and destroy, and what is counted of it.
  package struct Resource: Hashable, Sendable {
    /// The name of the kind; a context names a thing of it by the same word.
    package var kind: String
    /// The place where its things lie, as a path with gaps: `/rooms/$room/messages/@`.
    package var template: String
    /// The numbers that say how many there are.
    package var counters: [Counter]

    /// Makes a kind.
    package init(kind: String, template: String, counters: [Counter] = []) {
      self.kind = kind
      self.template = template
      self.counters = counters
    }

    /// A number beside another thing that says how many things of the kind belong to it.
    package struct Counter: Hashable, Sendable {
      /// The name of the number below its owner.
      package var name: String
      /// The kind of the owner.
      package var owner: String
      /// The means by which it is kept right.
      package var means: CounterUpdate
      /// The condition that a thing must meet to count.
      package var filter: Filter

      /// Makes a counter.
      package init(
        name: String, owner: String, means: CounterUpdate = .increment, filter: Filter = .everything
      ) {
        self.name = name
        self.owner = owner
        self.means = means
        self.filter = filter
      }
    }
  }

  /// A thing that a screen knows, by the name of its kind.
  package struct Surrounding: Hashable, Sendable {
    /// The kind.
    package var kind: String
    /// Its key; `{n}` stands for the number of the client in its group.
    package var key: String

    /// Names a thing.
    package init(kind: String, key: String) {
      self.kind = kind
      self.key = key
    }
  }
}

extension Scenario.Resource: KeyedSection {
  static let section = SectionHead(
    .resources, "resources", "A kind of thing that apps keep in the tree.")

  static let unread = Self(kind: "", template: "")

  static let keys: [FormatKey] = [
    FormatKey(
      "kind", required: \.kind, .name, "What it is called; contexts name a thing of it so.",
      example: "message"),
    FormatKey(
      "at", required: \.template, .sentence,
      "Where its things lie: $room is the key of the context's room, @ at the end the thing's own.",
      example: "/rooms/$room/messages/@"),
    FormatKey(
      "counters", optional: \.counters, .list(of: Counter.self),
      "Numbers that say how many there are.", example: "[ { name: count, on: room } ]"),
  ]

  func check(_ fields: Decoder.Fields, after others: [Self], _ decoder: inout Decoder) {
    if others.contains(where: { $0.kind == kind }) {
      decoder.complain(
        fields.entry("kind")?.value.mark, "the kind '\(kind)' stands twice",
        "give each its own name")
    }
  }
}

extension Scenario.Resource.Counter: KeyedSection {
  static let section = SectionHead(
    .counter, "resources.counters",
    "A number below another thing that says how many belong to it.")

  static let unread = Self(name: "", owner: "")

  static let keys: [FormatKey] = [
    FormatKey("name", required: \.name, .name, "What the number is called.", example: "count"),
    FormatKey(
      "on", required: \.owner, .name,
      "The kind of the thing below which it stands; the one that the context names.",
      example: "room"),
    FormatKey(
      "by", \.means, .word,
      "A server value in the write itself, or a transaction or a new count behind it.",
      example: "recount"),
    FormatKey(
      "where", optional: \.filter, .filter,
      "Which things count: has, or field with is; all unless given.", example: "{ has: word }"),
  ]

  func check(_ fields: Decoder.Fields, _ decoder: inout Decoder) {
    decoder.owners.append((owner, fields.entry("on")?.value.mark))
    switch filter {
    case .everything, .has, .is: break
    default:
      decoder.complain(
        fields.entry("where")?.value.mark, "a counter that looks at more than one field",
        "write { has: word } or { field: state, is: open }")
    }
  }
}
