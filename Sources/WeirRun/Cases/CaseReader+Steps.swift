internal import WeirCore
internal import WeirTree

extension CaseReader {
  /// What may happen, and what belongs to each beside its own value.
  private static let actions: [(name: String, keys: [String], required: [String])] = [
    ("listen", ["as", "query"], ["as"]),
    ("unlisten", [], []),
    ("server", ["data", "merge", "for"], []),
    ("listenComplete", [], []),
    ("cancel", [], []),
    ("set", ["to", "write", "visible"], ["to"]),
    ("update", ["with", "write", "visible"], ["with"]),
    ("ack", [], []),
    ("revert", [], []),
  ]

  mutating func step(_ json: JSON) -> CaseStep? {
    guard case .object(let all) = json.content else {
      refuse(
        json.mark, "the step is no object", "write an object: {\"listen\": \"a\", \"as\": \"a\"}")
      return nil
    }
    let named = Self.actions.filter { json[$0.name] != nil }
    guard named.count == 1, let action = named.first else {
      refuseActions(named.map(\.name), in: all, at: json.mark)
      return nil
    }
    let found = self.members(
      of: json, "the step '\(action.name)'", known: [action.name] + action.keys + Self.always,
      required: action.required)
    let made = found[action.name].flatMap { self.action(action.name, $0, found, json) }
    let events = found["events"].map { self.events($0) } ?? []
    let wire = found["wire"].map { self.wire($0) }
    let snapshots = found["snapshot"].map { self.snapshots($0) } ?? []
    if let about = found["about"] { _ = text(about, "what a step is about") }
    guard let made, let mark = json.mark else { return nil }
    return CaseStep(mark: mark, action: made, events: events, wire: wire, snapshots: snapshots)
  }

  /// Refuses a step in which not exactly one thing happens.
  private mutating func refuseActions(_ names: [String], in all: [JSON.Member], at mark: Mark?) {
    if names.count > 1 {
      refuse(
        mark, "a step in which two things happen: '\(names[0])' and '\(names[1])'",
        "make two steps of it")
    } else {
      refuse(
        mark, "a step in which nothing happens",
        "a step has one of: \(Self.actions.map(\.name).joined(separator: ", "))")
    }
    let known = Self.actions.flatMap { [$0.name] + $0.keys } + Self.always
    for member in all where !known.contains(where: { $0.utf8.elementsEqual(member.key.utf8) }) {
      unknown("key", member.key, at: member.mark, among: known)
    }
  }

  /// What any step may have.
  private static let always = ["events", "wire", "snapshot", "about"]

  private mutating func action(
    _ name: String, _ value: JSON, _ fields: [String: JSON], _ step: JSON
  ) -> CaseStep.Action? {
    switch name {
    case "listen": return listen(value, fields)
    case "unlisten": return listener(value).map { .unlisten($0) }
    case "server": return server(value, fields, step)
    case "listenComplete": return tag(value).map { .complete($0) }
    case "cancel": return tag(value).map { .cancel($0) }
    case "set", "update": return write(value, fields, isSet: name == "set")
    case "ack": return number(value, "the number of a write").map { .acknowledge($0) }
    default: return number(value, "the number of a write").map { .revert($0) }
    }
  }

  private mutating func listen(_ value: JSON, _ fields: [String: JSON]) -> CaseStep.Action? {
    let path = path(value)
    let query = fields["query"].map { self.query($0) } ?? Query(.priority)
    guard let json = fields["as"], let name = text(json, "the name of a listener") else {
      return nil
    }
    if isKnown(name) {
      refuse(json.mark, "a second listener '\(name)'", "give each listener a name of its own")
    } else {
      listeners.append(name)
    }
    return path.map { .listen($0, query, name: name) }
  }

  private mutating func server(
    _ value: JSON, _ fields: [String: JSON], _ step: JSON
  ) -> CaseStep.Action? {
    let path = path(value, mayEndInPriority: fields["merge"] == nil)
    let tag = fields["for"].map { self.tag($0) }
    if case .some(nil) = tag { return nil }
    switch (fields["data"], fields["merge"]) {
    case (let data?, nil):
      guard let path,
        let write = write({ () throws(Problems) in try .init(setting: data, at: path) }, data)
      else { return nil }
      guard case .set(_, let node) = write else { return nil }
      return .overwrite(path, node, under: tag ?? nil)
    case (nil, let merge?):
      guard let path,
        let write = write({ () throws(Problems) in try .init(merging: merge, at: path) }, merge)
      else { return nil }
      guard case .merge(_, let parts) = write else { return nil }
      return .merge(path, parts, under: tag ?? nil)
    default:
      refuse(
        step.mark, "what does the server say?",
        "write either \"data\": … (all that stands there) or \"merge\": {…} (some places below)")
      return nil
    }
  }

  private mutating func write(
    _ value: JSON, _ fields: [String: JSON], isSet: Bool
  ) -> CaseStep.Action? {
    let path = path(value, mayEndInPriority: isSet)
    var id: UInt32? = lastWrite + 1
    if let json = fields["write"] {
      id = number(json, "the number of a write")
      if let number = id, number <= lastWrite {
        refuse(
          json.mark, "write \(number) after write \(lastWrite)",
          "the numbers of writes rise; without one a write has the next")
        id = nil
      }
    }
    if let id { lastWrite = id }
    let isVisible = fields["visible"].map { flag($0, "'visible'") } ?? true
    guard let path, let id, let isVisible, let content = fields[isSet ? "to" : "with"] else {
      return nil
    }
    let made =
      isSet
      ? write({ () throws(Problems) in try .init(setting: content, at: path) }, content)
      : write({ () throws(Problems) in try .init(merging: content, at: path) }, content)
    return made.map { .write(id, $0, isVisible: isVisible) }
  }

  /// The write that is made, or what is wrong with it, with the place of its content where it has none.
  private mutating func write(_ make: () throws(Problems) -> Write, _ content: JSON) -> Write? {
    do throws(Problems) {
      let write = try make()
      if !write.hasServerValues { return write }
      refuse(
        content.mark, "a value that the server fills in",
        "a view sees writes after that was done; write the value itself")
    } catch {
      problems += error.all.map {
        Problem(mark: $0.mark ?? content.mark, message: $0.message, remedy: $0.remedy)
      }
    }
    return nil
  }

  func isKnown(_ name: String) -> Bool {
    listeners.contains { $0.utf8.elementsEqual(name.utf8) }
  }

  /// The name of a listener that was introduced by an earlier step.
  mutating func listener(_ json: JSON) -> String? {
    guard let name = text(json, "the name of a listener") else { return nil }
    if isKnown(name) { return name }
    if listeners.isEmpty {
      refuse(
        json.mark, "nobody listens yet", "begin with {\"listen\": \"path\", \"as\": \"\(name)\"}")
    } else {
      unknown("listener", name, at: json.mark, among: listeners)
    }
    return nil
  }

  private mutating func tag(_ json: JSON) -> CaseStep.Tag? {
    if case .integer = json.content {
      return number(json, "the number of a listen").map { .number($0) }
    }
    return listener(json).map { .listener($0) }
  }
}
