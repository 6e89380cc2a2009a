// SPDX-License-Identifier: GPL-3.0-or-later
import WeirTree

extension Schema {
  /// The format as a JSON Schema (2020-12), for editors that check while one types.
  ///
  /// It says what the table says: keys, words, ranges and units. What only reading can tell, such
  /// as a name that stands nowhere, it leaves to `weir check`.
  public func jsonSchema() -> String {
    let head: [(String, JSON)] = [
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
      ("$id", .text("https://weir.invalid/schema/scenario-1.json")),
      ("title", .text("A Weir scenario, version 1")),
    ]
    let sections = table.dropFirst().map { section in
      (section.name.rawValue, Self.definition(section))
    }
    let definitions = JSON.object(Self.scalars + sections)
    return JSON.object(head + Self.members(section(.scenario)) + [("$defs", definitions)])
      .shownLines
  }

  /// A section, or the value that may stand in its place.
  private static func definition(_ section: Section) -> JSON {
    let mapping = JSON.object(members(section))
    guard let main = section.mainKey.flatMap({ section.key($0) }) else { return mapping }
    return .object([("anyOf", .array([property(main), mapping]))])
  }

  /// A section as the members of a schema.
  private static func members(_ section: Section) -> [(String, JSON)] {
    let required = section.keys.filter { $0.need == .required }.map { JSON.text($0.name) }
    var members: [(String, JSON)] = [
      ("description", .text(section.about)),
      ("type", .text("object")),
      ("properties", .object(section.keys.map { ($0.name, property($0)) })),
    ]
    // A file may leave to the file it extends what the whole must have.
    if !required.isEmpty, section.name != .scenario {
      members.append(("required", .array(required)))
    } else if section.name == .scenario {
      members.append(
        (
          "anyOf",
          .array([
            .object([("required", .array(required))]),
            .object([("required", .array([.text("extends")]))]),
          ])
        ))
    }
    // Below a place of the rules stand places.
    let others: JSON = section.name == .rules ? reference("rules") : .bool(false)
    members.append(("additionalProperties", others))
    if section.name == .rules {
      let words = section.keys.map { $0.name.dropFirst() }.joined(separator: "|")
      let names = #"^([^.]|\.("# + words + ")$)"
      members.append(("propertyNames", .object([("pattern", .text(names))])))
    }
    return members
  }

  private static func property(_ key: Key) -> JSON {
    var members: [(String, JSON)] = [("description", .text(key.about))]
    if case .fallback(let text) = key.need { members.append(("default", .text(text))) }
    members.append(("examples", .array([.text(key.example)])))
    return .object(members + shape(key.kind))
  }

  /// The shapes that many keys share.
  private static let scalars: [(String, JSON)] = [
    ("substitution", pattern(#"\$\{"#)),
    ("duration", pattern(#"^[0-9][0-9_]*(\.[0-9]+)?(ns|us|ms|s|min|h|d)$"#)),
    ("share", pattern(#"^([0-9][0-9_]*(\.[0-9]+)?%|[0-9]+/[0-9]+)$"#)),
    ("rate", pattern(#"^[0-9][0-9_]*(\.[0-9]+)?/(s|min|h)$"#)),
    ("name", pattern("^[A-Za-z0-9_-]{1,64}$")),
    ("digits", pattern("^[0-9][0-9_]*$")),
    ("hexadecimal", pattern("^0[xX][0-9A-Fa-f_]{1,32}$")),
  ]

  private static func pattern(_ text: String) -> JSON {
    .object([("type", .text("string")), ("pattern", .text(text))])
  }

  private static func shape(_ kind: Kind) -> [(String, JSON)] {
    switch kind {
    case .version: [("enum", .array(versions.map { .integer(Int64($0)) }))]
    case .text, .file, .lists, .field: [("type", .text("string"))]
    case .stack(let names): any([word(names), reference("stack")])
    case .order: any([word(Scenario.Look.orders), reference("order")])
    case .sections:
      any([reference("sections"), .object(list(of: [("$ref", .text("#/$defs/condition"))]))])
    case .leaf: leaf
    case .leaves: list(of: leaf)
    case .paths: any([text, .object(list(of: [("type", .text("string"))]))])
    case .name, .reference: any([reference("name")])
    case .seed:
      any([integer(0...Int.max), reference("digits"), reference("hexadecimal")])
    case .count(let range, let orUnlimited):
      any([integer(range), reference("digits")] + (orUnlimited ? [word(["unlimited"])] : []))
    case .duration: any([reference("duration")])
    case .distribution: any([reference("duration"), reference("distribution")])
    case .range: array(of: any([reference("duration")]), from: 2, to: 2)
    case .share: any([reference("share")])
    case .rate: any([reference("rate")])
    case .number(let above, let atMost):
      any([
        .object([
          ("type", .text("number")), ("exclusiveMinimum", .integer(Int64(above))),
          ("maximum", .integer(Int64(atMost))),
        ])
      ])
    case .word(let words): any([word(words)])
    case .popularity: any([word(["uniform", "in-turn"]), reference("popularity")])
    case .tree: []
    case .rules: [("$ref", .text("#/$defs/rules"))]
    case .rule: any([.object([("type", .array([.text("boolean"), .text("string")]))])])
    case .indexes:
      any([text, .object(array(of: [("type", .text("string"))], from: 0, to: Decoder.mostEntries))])
    case .faults:
      any([
        word(["swarm"]), reference("swarm"),
        .object(list(of: [("$ref", .text("#/$defs/fault"))])),
      ])
    case .faultKinds:
      list(of: [("enum", .array(Scenario.Fault.Kind.allCases.map { .text($0.rawValue) }))])
    case .schedule: any([word(["pct"]), reference("schedule")])
    case .batch: any([reference("duration"), reference("batch")])
    case .actions(let names): any([word(names), reference("actions")])
    case .convergence: any([word(["held", "broken"]), reference("converge")])
    case .bound: bound
    case .bounds: array(of: bound, from: 2, to: 2)
    case .section(let name): [("$ref", .text("#/$defs/\(name.rawValue)"))]
    case .list(let name):
      list(of: [("$ref", .text("#/$defs/\(name.rawValue)"))])
    case .named(let name):
      [("type", .text("object")), ("additionalProperties", reference(name.rawValue))]
    }
  }

  private static let bound = any([
    .object([("type", .text("number"))]), reference("duration"), reference("share"),
    reference("rate"),
  ])

  private static let text = JSON.object([("type", .text("string"))])

  /// One of several shapes, or a text that asks the environment.
  private static func any(_ shapes: [JSON]) -> [(String, JSON)] {
    [("anyOf", .array(shapes + [reference("substitution")]))]
  }

  private static func array(
    of element: [(String, JSON)], from least: Int, to most: Int
  ) -> [(String, JSON)] {
    [
      ("type", .text("array")), ("items", .object(element)), ("minItems", .integer(Int64(least))),
      ("maxItems", .integer(Int64(most))),
    ]
  }

  private static func list(of element: [(String, JSON)]) -> [(String, JSON)] {
    array(of: element, from: 1, to: Decoder.mostEntries)
  }

  private static let leaf: [(String, JSON)] = [
    ("type", .array([.text("boolean"), .text("number"), .text("string")]))
  ]

  private static func integer(_ range: ClosedRange<Int>) -> JSON {
    .object([
      ("type", .text("integer")), ("minimum", .integer(Int64(range.lowerBound))),
      ("maximum", .integer(Int64(range.upperBound))),
    ])
  }

  private static func word(_ words: [String]) -> JSON {
    .object([("enum", .array(words.map { .text($0) }))])
  }

  private static func reference(_ name: String) -> JSON {
    .object([("$ref", .text("#/$defs/\(name)"))])
  }
}
