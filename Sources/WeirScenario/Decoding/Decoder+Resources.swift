// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

extension KeyValue where Value == [Scenario.Resource] {
  /// The kinds of things that apps keep.
  static var resources: Self {
    Self(.list(Scenario.Resource.section.name)) { decoder, slot in
      let resources = KeyValue.list(of: Scenario.Resource.self).read(&decoder, slot)
      decoder.resourceKinds = resources?.map(\.kind) ?? []
      decoder.refuseUnknownOwners()
      return resources
    }
  }
}

extension KeyValue where Value == [Scenario.Surrounding] {
  /// The things that the screens of a group know.
  static var context: Self { Self(.tree) { decoder, slot in decoder.context(slot) } }
}

extension Decoder {
  /// Notes counters below things of which no kind was told.
  fileprivate mutating func refuseUnknownOwners() {
    for (kind, mark) in owners where !resourceKinds.contains(kind) {
      complainOfKind(kind, at: mark, among: resourceKinds)
    }
  }

  fileprivate mutating func context(_ slot: Slot) -> [Scenario.Surrounding]? {
    guard case .mapping(let entries) = slot.node.content else {
      if !slot.node.isBroken { wrongKind(slot) }
      return nil
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

  /// Notes work with resources that are not there.
  mutating func checkResources(
    of work: Scenario.Work, _ fields: Fields, _ group: Scenario.ClientGroup?
  ) {
    guard let action = work.operation?.name else { return }
    if let kind = work.kind, !resourceKinds.contains(kind) {
      complainOfKind(kind, at: fields.entry("kind")?.value.mark, among: resourceKinds)
    }
    if let group, group.context.isEmpty {
      complain(
        fields.entry("does")?.value.mark,
        "'\(action)' by the group '\(group.name)', whose screen has no context",
        "add `context:` to the group, such as { room: lobby }")
    }
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
