internal import WeirCore
internal import WeirTree

extension Decoder {
  /// The kinds of things that apps keep.
  mutating func resources(_ outer: Fields) -> [Scenario.Resource] {
    guard let slot = slot("resources", in: outer), let nodes = elements(slot) else { return [] }
    var resources: [Scenario.Resource] = []
    var counters: [(fields: Fields, counter: Scenario.Resource.Counter)] = []
    for (place, node) in nodes.enumerated() {
      let fields = fields(node, .resources, at: "resources.\(place)")
      let kind = scalar(slot: "kind", of: fields)
      let template = text("at", in: fields)
      let counted = self.counters(fields)
      counters += counted
      guard let kind, let template else { continue }
      if resources.contains(where: { $0.kind == kind }) {
        complain(
          fields.entry("kind")?.value.mark, "the kind '\(kind)' stands twice",
          "give each its own name")
      }
      resources.append(.init(kind: kind, template: template, counters: counted.map(\.counter)))
    }
    let known = resources.map(\.kind)
    for (fields, counter) in counters where !known.contains(counter.owner) {
      complainOfKind(counter.owner, at: fields.entry("on")?.value.mark, among: known)
    }
    resourceKinds = known
    return resources
  }

  private mutating func counters(
    _ outer: Fields
  ) -> [(fields: Fields, counter: Scenario.Resource.Counter)] {
    guard let slot = slot("counters", in: outer), let nodes = elements(slot) else { return [] }
    return nodes.enumerated().compactMap { place, node in
      let fields = fields(node, .counter, at: "\(slot.path).\(place)")
      let name = scalar(slot: "name", of: fields)
      let owner = scalar(slot: "on", of: fields)
      let means = word("by", in: fields).flatMap { CounterUpdate(rawValue: $0) }
      var filter = Filter.everything
      if let slot = self.slot("where", in: fields) {
        filter = self.filter(slot.node, at: slot) ?? .everything
        switch filter {
        case .everything, .has, .is: break
        default:
          complain(
            slot.mark, "a counter that looks at more than one field",
            "write { has: word } or { field: state, is: open }")
        }
      }
      guard let name, let owner, let means else { return nil }
      return (fields, .init(name: name, owner: owner, means: means, filter: filter))
    }
  }

  /// The things that the screen of a group knows.
  mutating func context(_ fields: Fields) -> [Scenario.Surrounding] {
    guard let slot = slot("context", in: fields) else { return [] }
    guard case .mapping(let entries) = slot.node.content else {
      if !slot.node.isBroken { wrongKind(slot) }
      return []
    }
    var context: [Scenario.Surrounding] = []
    for entry in entries {
      guard resourceKinds.contains(entry.key) else {
        complainOfKind(entry.key, at: entry.keyMark, among: resourceKinds)
        // There is a context, though a wrong one: nobody need complain that there is none.
        context.append(.init(kind: entry.key, key: ""))
        continue
      }
      var part = slot
      part.node = entry.value
      part.path = "\(slot.path).\(entry.key)"
      part.mark = entry.value.mark
      let key = scalar(
        part,
        { text throws(Complaint) in
          if let complaint = Self.complaint(aboutKey: text) { throw complaint }
          return text
        }, { $0 })
      if let key { context.append(.init(kind: entry.key, key: key)) }
    }
    if entries.isEmpty {
      complain(slot.node.mark, "an empty context", "write for example `context: { room: lobby }`")
    }
    return context
  }

  /// The kind that the work of a group is about, and how much of it the app forbids.
  mutating func resourceWork(
    _ fields: Fields, does: [Scenario.Work.Share], group: Scenario.ClientGroup?
  ) -> (kind: String?, veto: Ratio) {
    guard let action = does.first(where: { $0.action.verb.isOfResources })?.action.name else {
      refuse(
        ["kind", "veto"], in: fields,
        because: "kind and veto go with create, update, destroy and toggle")
      return (nil, .zero)
    }
    if !fields.has("kind"), let key = fields.section.key("kind") { missing(key, in: fields) }
    let kind = scalar(slot: "kind", of: fields)
    if let kind, !resourceKinds.contains(kind) {
      complainOfKind(kind, at: fields.entry("kind")?.value.mark, among: resourceKinds)
    }
    if let group, group.context.isEmpty {
      complain(
        fields.entry("does")?.value.mark,
        "'\(action)' by the group '\(group.name)', whose screen has no context",
        "add `context:` to the group, such as { room: lobby }")
    }
    return (kind, share("veto", in: fields) ?? .zero)
  }

  private mutating func scalar(slot name: String, of fields: Fields) -> String? {
    scalar(slot(name, in: fields), Self.name, { $0 })
  }

  private mutating func complainOfKind(_ kind: String, at mark: Mark?, among known: [String]) {
    let near = nearestName(to: kind, among: known).map { "did you mean '\($0)'? " } ?? ""
    complain(
      mark, "unknown kind '\(shortened(kind))'",
      near
        + (known.isEmpty
          ? "add it under `resources:`" : "one of: \(known.prefix(20).joined(separator: ", "))"))
  }
}
