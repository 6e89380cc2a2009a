// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirClient
internal import WeirCore
internal import WeirTree

extension CaseReader {
  /// A step that may be: in whose cases, and what belongs to it beside its own value.
  private typealias Form = (
    name: String, parts: [CaseFile.Part], keys: [String], required: [String]
  )

  private static let forms: [Form] = [
    ("listen", [.views, .client], ["as", "query"], ["as"]),
    ("unlisten", [.views, .client], ["at"], []),
    ("server", [.views, .client], ["data", "merge", "for"], []),
    ("listenComplete", [.views, .client], ["at"], []),
    ("cancel", [.views, .client], ["at"], []),
    ("set", [.views], ["to", "write", "visible"], ["to"]),
    ("update", [.views], ["with", "write", "visible"], ["with"]),
    ("ack", [.views], [], []),
    ("revert", [.views], [], []),
    ("set", [.client], ["to"], ["to"]),
    ("update", [.client], ["with"], ["with"]),
    ("transaction", [.client], ["add", "put", "visible"], []),
    ("onDisconnect", [.client], ["to", "with"], []),
    ("onDisconnectCancel", [.client], [], []),
    ("connect", [.client], [], []),
    ("disconnect", [.client], [], []),
    ("answer", [.client], ["says"], []),
  ]

  /// The keys that every step of this case may have, for every action.
  private var always: [String] {
    ["events", "wire", "snapshot", "about"] + (part == .client ? ["answers"] : [])
  }

  mutating func step(_ json: JSON) -> CaseStep? {
    guard case .object(let all) = json.content else {
      refuse(
        json.mark, "a step must be an object", "write an object: {\"listen\": \"a\", \"as\": \"a\"}"
      )
      return nil
    }
    let forms = Self.forms.filter { $0.parts.contains(part) }
    let named = forms.filter { json[$0.name] != nil }
    guard named.count == 1, let action = named.first else {
      refuseActions(named.map(\.name), in: all, at: json.mark)
      return nil
    }
    let found = self.members(
      of: json, "the step '\(action.name)'", known: [action.name] + action.keys + always,
      required: action.required)
    let made = found[action.name].flatMap { self.action(action.name, $0, found, json) }
    let events = found["events"].map { self.events($0) } ?? []
    let wire = found["wire"].flatMap { self.wire($0) }
    let answers = part == .client ? found["answers"].map { self.answers($0) } ?? [] : nil
    let snapshots = found["snapshot"].map { self.snapshots($0) } ?? []
    if let about = found["about"] { _ = text(about, "what a step is about") }
    guard let made, let mark = json.mark else { return nil }
    return CaseStep(
      mark: mark, action: made, events: events, wire: wire, answers: answers, snapshots: snapshots)
  }

  /// Refuses a step in which not exactly one thing happens.
  private mutating func refuseActions(_ names: [String], in all: [JSON.Member], at mark: Mark?) {
    let own = Self.forms.filter { $0.parts.contains(part) }
    let foreign = Self.forms.filter { form in !own.contains { $0.name == form.name } }
    let stranger = all.first { member in
      foreign.contains { $0.name.utf8.elementsEqual(member.key.utf8) }
    }
    if names.count > 1 {
      refuse(
        mark, "a step in which two things happen: '\(names[0])' and '\(names[1])'",
        "make two steps of it")
    } else if let stranger {
      refuse(
        stranger.mark,
        "'\(stranger.key)' in a case of \(part == .views ? "views" : "a whole client")",
        part == .views
          ? "write \"plays\": \"client\" into the case" : "leave \"plays\" out of the case")
    } else {
      refuse(
        mark, "a step without an action",
        "a step has one of: \(own.map(\.name).joined(separator: ", "))")
    }
    let known = Self.forms.flatMap { [$0.name] + $0.keys } + always
    for member in all where !known.contains(where: { $0.utf8.elementsEqual(member.key.utf8) }) {
      unknown("key", member.key, at: member.mark, among: known)
    }
  }

  private mutating func action(
    _ name: String, _ value: JSON, _ fields: [String: JSON], _ step: JSON
  ) -> CaseStep.Action? {
    switch name {
    case "listen": return listen(value, fields)
    case "unlisten":
      guard let name = listener(value), let place = place(fields) else { return nil }
      return .unlisten(name, at: place)
    case "server": return server(value, fields, step)
    case "listenComplete": return tag(value, fields).map { .complete($0) }
    case "cancel": return tag(value, fields).map { .cancel($0) }
    case "set", "update": return write(value, fields, isSet: name == "set")
    case "ack": return number(value, "the number of a write").map { .acknowledge($0) }
    case "revert": return number(value, "the number of a write").map { .revert($0) }
    case "transaction": return transaction(value, fields, step)
    case "onDisconnect": return promise(value, fields, step)
    case "onDisconnectCancel": return path(value).map { .takeBack($0) }
    case "connect": return connect(value)
    case "disconnect": return disconnect(value)
    default: return answer(value, fields)
    }
  }

  private mutating func listen(_ value: JSON, _ fields: [String: JSON]) -> CaseStep.Action? {
    let path = path(value)
    let query = fields["query"].map { self.query($0) } ?? Query(.priority)
    guard let json = fields["as"], let name = text(json, "the name of a listener"), let path else {
      return nil
    }
    if listeners.contains(where: {
      $0.name.utf8.elementsEqual(name.utf8) && $0.path == path && $0.query == query
    }) {
      refuse(
        json.mark, "a second listener '\(name)' at one place",
        "give each of them a name of its own")
    } else {
      listeners.append((name, path, query))
    }
    return .listen(path, query, name: name)
  }

  private mutating func server(
    _ value: JSON, _ fields: [String: JSON], _ step: JSON
  ) -> CaseStep.Action? {
    let path = path(value, mayEndInPriority: fields["merge"] == nil)
    let tag = fields["for"].map { self.tag($0, [:]) }
    if case .some(nil) = tag { return nil }
    if part == .client, tag == nil {
      refuse(
        step.mark, "the server sends data under no listen",
        "write \"for\": and the listener; a client hears what it listens to")
      return nil
    }
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
    let made = write(isSet: isSet, content, at: path)
    return made.map { .write(id, $0, isVisible: isVisible) }
  }

  /// Returns the write that is made, or notes what is wrong with it, with the place of its content
  /// where it has none.
  private mutating func write(_ make: () throws(Problems) -> Write, _ content: JSON) -> Write? {
    do throws(Problems) {
      let write = try make()
      if part == .client || !write.hasServerValues { return write }
      refuse(
        content.mark, "a value that the server fills in",
        "a view sees writes after that was done; write the value itself, "
          + "or \"plays\": \"client\" into the case")
    } catch {
      problems += error.all.map {
        Problem(mark: $0.mark ?? content.mark, message: $0.message, remedy: $0.remedy)
      }
    }
    return nil
  }

  /// Reads a write of some content.
  mutating func write(isSet: Bool, _ content: JSON, at path: Path) -> Write? {
    isSet
      ? write({ () throws(Problems) in try .init(setting: content, at: path) }, content)
      : write({ () throws(Problems) in try .init(merging: content, at: path) }, content)
  }

  // MARK: Of a whole client

  private mutating func transaction(
    _ value: JSON, _ fields: [String: JSON], _ step: JSON
  ) -> CaseStep.Action? {
    let path = path(value)
    let isVisible = fields["visible"].map { flag($0, "'visible'") } ?? true
    let update: TransactionUpdate
    switch (fields["add"], fields["put"]) {
    case (let add?, nil):
      guard case .integer(let number) = add.content else {
        refuse(add.mark, "the number to add must be a whole number", "write a number such as 1")
        return nil
      }
      update = .add(number)
    case (nil, let put?):
      guard let node = node(put) else { return nil }
      update = .put(node)
    default:
      refuse(
        step.mark, "what does the transaction do?",
        "write either \"add\": a number or \"put\": what is to stand there")
      return nil
    }
    guard let path, let isVisible else { return nil }
    return .transact(path, update, isVisible: isVisible)
  }

  private mutating func promise(
    _ value: JSON, _ fields: [String: JSON], _ step: JSON
  ) -> CaseStep.Action? {
    guard let path = path(value, mayEndInPriority: fields["to"] != nil) else { return nil }
    switch (fields["to"], fields["with"]) {
    case (let to?, nil): return write(isSet: true, to, at: path).map { .promise($0) }
    case (nil, let with?): return write(isSet: false, with, at: path).map { .promise($0) }
    default:
      refuse(
        step.mark, "what is to happen when the client is gone?",
        "write either \"to\": content or \"with\": {path: content}")
      return nil
    }
  }

  /// Reads the time of the server's clock, in milliseconds since 1970, or true for that of the
  /// client's.
  private mutating func connect(_ json: JSON) -> CaseStep.Action? {
    switch json.content {
    case .bool(true): return .connect(milliseconds: PushIDs.epoch)
    case .integer(let value) where value >= 0: return .connect(milliseconds: value)
    default:
      refuse(
        json.mark, "this is not a time of the server",
        "write true, or what its clock shows in milliseconds since 1970")
      return nil
    }
  }

  private mutating func disconnect(_ json: JSON) -> CaseStep.Action? {
    guard let word = text(json, "how the connection ends") else { return nil }
    let words = ["break", "leave"]
    if let found = words.first(where: { $0.utf8.elementsEqual(word.utf8) }) {
      return .disconnect(isBreak: found == "break")
    }
    unknown("end of a connection", word, at: json.mark, among: words)
    return nil
  }

  private mutating func answer(_ value: JSON, _ fields: [String: JSON]) -> CaseStep.Action? {
    let request = number(value, "the number of a request")
    var answer: Message.Answer? = .committed
    if let json = fields["says"] {
      answer = text(json, "what the server answers").flatMap { word in
        let known = Message.Answer.allCases.first { "\($0)".utf8.elementsEqual(word.utf8) }
        if known == nil {
          unknown("answer", word, at: json.mark, among: Message.Answer.allCases.map { "\($0)" })
        }
        return known
      }
    }
    guard let request, let answer else { return nil }
    return .answer(request, answer)
  }

  // MARK: Listeners

  func isKnown(_ name: String) -> Bool {
    listeners.contains { $0.name.utf8.elementsEqual(name.utf8) }
  }

  /// Reads the name of a listener that was introduced by an earlier step.
  mutating func listener(_ json: JSON) -> String? {
    guard let name = text(json, "the name of a listener") else { return nil }
    if isKnown(name) { return name }
    if listeners.isEmpty {
      refuse(
        json.mark, "there is no listener yet",
        "begin with {\"listen\": \"path\", \"as\": \"\(name)\"}")
    } else {
      unknown("listener", name, at: json.mark, among: listeners.map(\.name))
    }
    return nil
  }

  /// Reads the listen that is meant: by its number, or by the listener and, of one at several
  /// places, the place.
  private mutating func tag(_ json: JSON, _ fields: [String: JSON]) -> CaseStep.Tag? {
    if case .integer = json.content {
      return number(json, "the number of a listen").map { .number($0) }
    }
    guard let name = listener(json), let place = place(fields) else { return nil }
    return .listener(name, at: place)
  }

  /// Reads the place beside a listener, if one is named; nil if it is none.
  private mutating func place(_ fields: [String: JSON]) -> Path?? {
    guard let json = fields["at"] else { return .some(nil) }
    return path(json).map { .some($0) }
  }
}
