// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirTree

extension CaseReader {
  /// Reads the events that are heard; nil for `"any"`.
  mutating func events(_ json: JSON) -> [[CaseEvent]]? {
    if isAny(json) { return nil }
    return array(json, "the events").compactMap { events(inGroup: $0) }
  }

  /// Reads an event, or several that may come in any order.
  private mutating func events(inGroup json: JSON) -> [CaseEvent]? {
    guard case .object = json.content else { return event(json).map { [$0] } }
    let found = members(
      of: json, "a group of events", known: ["anyOrder"], required: ["anyOrder"])
    guard let group = found["anyOrder"] else { return nil }
    let events = array(group, "the events of a group")
    if events.isEmpty, case .array = group.content {
      refuse(group.mark, "a group without an event", "write the events that may come in any order")
    }
    return events.compactMap { event($0) }
  }

  /// Reads the answers that the app gets; nil for `"any"`.
  mutating func answers(_ json: JSON) -> [CaseAnswer]? {
    if isAny(json) { return nil }
    return array(json, "the answers").compactMap { json in
      guard case .array(let parts) = json.content, parts.count == 2 else {
        refuse(json.mark, "this is not an answer", "write [1, \"committed\"]")
        return nil
      }
      guard let number = number(parts[0], "the number of what was asked for"),
        let word = text(parts[1], "how it ended")
      else { return nil }
      guard let known = Self.known(word, among: CaseAnswer.Word.self) else {
        unknown("end", word, at: parts[1].mark, among: CaseAnswer.Word.allCases.map(\.rawValue))
        return nil
      }
      return CaseAnswer(number: number, word: known)
    }
  }

  /// Returns the word of a kind that a text is.
  static func known<Word: CaseIterable & RawRepresentable<String>>(
    _ text: String, among: Word.Type
  ) -> Word? {
    Word.allCases.first { $0.rawValue.utf8.elementsEqual(text.utf8) }
  }

  private func isAny(_ json: JSON) -> Bool {
    if case .text(let word) = json.content { word.utf8.elementsEqual("any".utf8) } else { false }
  }

  private mutating func event(_ json: JSON) -> CaseEvent? {
    guard case .array(let parts) = json.content, parts.count >= 2 else {
      refuse(
        json.mark, "an event must be an array of a listener and a kind",
        "write [\"listener\", \"child_added\", \"key\", content, \"key before\"]")
      return nil
    }
    let listener = listener(parts[0])
    guard let word = text(parts[1], "the kind of an event") else { return nil }
    guard let kind = Self.known(word, among: CaseEvent.Kind.self) else {
      unknown("event", word, at: parts[1].mark, among: CaseEvent.Kind.allCases.map(\.rawValue))
      return nil
    }
    guard let listener, let form = Self.forms.first(where: { $0.kind == kind }) else { return nil }
    guard form.counts.contains(parts.count) else {
      refuse(json.mark, "\(parts.count) parts of '\(word)'", "write \(form.words)")
      return nil
    }
    var event = CaseEvent(listener: listener, kind: kind)
    if kind.isOfChild {
      guard let key = key(parts[2], "the key of a child"), let node = node(parts[3]) else {
        return nil
      }
      (event.key, event.node) = (key, node)
      if parts.count == 5, !isNull(parts[4]) {
        guard let previous = self.key(parts[4], "the key before") else { return nil }
        event.previous = previous
      }
    } else if parts.count == 3 {
      guard let node = node(parts[2]) else { return nil }
      event.node = node
    }
    return event
  }

  private func isNull(_ json: JSON) -> Bool { if case .null = json.content { true } else { false } }

  /// The written form of each kind of event.
  private static let forms: [(kind: CaseEvent.Kind, counts: ClosedRange<Int>, words: String)] = [
    (
      .added, 4...5, "[listener, \"child_added\", key, content] and the key before, if there is one"
    ),
    (
      .moved, 4...5, "[listener, \"child_moved\", key, content] and the key before, if there is one"
    ),
    (
      .changed, 4...5,
      "[listener, \"child_changed\", key, content] and the key before, if there is one"
    ),
    (.removed, 4...4, "[listener, \"child_removed\", key, last content]"),
    (.value, 2...3, "[listener, \"value\"], and all that is shown, if you like"),
    (.cancel, 2...2, "[listener, \"cancel\"]"),
  ]

  /// Reads the requests to the server; nil for `"any"`.
  mutating func wire(_ json: JSON) -> [CaseWire]? {
    if isAny(json) { return nil }
    return array(json, "the wishes on the wire").compactMap { wish($0) }
  }

  private mutating func wish(_ json: JSON) -> CaseWire? {
    guard case .array(let parts) = json.content, let first = parts.first,
      let word = text(first, "what is asked")
    else {
      refuse(json.mark, "this is not a wish", "write [\"listen\", \"listener\"]")
      return nil
    }
    let forms = Self.wishes.filter { part == .client || $0.part == .views }
    guard let form = forms.first(where: { $0.word.utf8.elementsEqual(word.utf8) }) else {
      unknown("wish", word, at: first.mark, among: forms.map(\.word))
      return nil
    }
    guard (part == .client ? form.counts : 2...2).contains(parts.count) else {
      refuse(json.mark, "\(parts.count) parts of '\(word)'", "write \(form.words)")
      return nil
    }
    switch form.word {
    case "listen":
      guard let name = listener(parts[1]) else { return nil }
      if parts.count == 2 { return .listen(name, isKnown: false) }
      return sign("known", parts[2]) ? .listen(name, isKnown: true) : nil
    case "unlisten": return listener(parts[1]).map { .unlisten($0) }
    case "hello": return .hello
    case "goodbye": return .goodbye
    case "ping": return .ping
    case "onDisconnect": return request(Array(parts.dropFirst())).map { .promise($0, $1) }
    case "onDisconnectCancel":
      guard let request = number(parts[1], "the number of a request"), let path = path(parts[2])
      else { return nil }
      return .takeBack(request, path)
    default:
      guard let (request, write) = request(Array(parts.prefix(4))) else { return nil }
      if parts.count == 5, !sign("if unchanged", parts[4]) { return nil }
      return .write(request, write, isGuarded: parts.count == 5)
    }
  }

  /// Reads a request to write: the word, its number, the path and the content.
  private mutating func request(_ parts: [JSON]) -> (UInt32, Write)? {
    guard let word = text(parts[0], "what is asked") else { return nil }
    let isSet = word.utf8.elementsEqual("set".utf8)
    if !isSet, !word.utf8.elementsEqual("update".utf8) {
      unknown("wish", word, at: parts[0].mark, among: ["set", "update"])
      return nil
    }
    guard let request = number(parts[1], "the number of a request"),
      let path = path(parts[2], mayEndInPriority: isSet)
    else { return nil }
    return write(isSet: isSet, parts[3], at: path).map { (request, $0) }
  }

  /// `true` if a part is the one word that may be there.
  private mutating func sign(_ word: String, _ json: JSON) -> Bool {
    if case .text(let text) = json.content, text.utf8.elementsEqual(word.utf8) { return true }
    refuse(json.mark, "this is not '\(word)'", "write \"\(word)\", or leave it out")
    return false
  }

  /// The requests to the server, with the players that make them and their written form.
  private static let wishes:
    [(word: String, part: CaseFile.Part, counts: ClosedRange<Int>, words: String)] = [
      ("listen", .views, 2...3, "[\"listen\", listener]"),
      ("unlisten", .views, 2...2, "[\"unlisten\", listener]"),
      ("set", .client, 4...5, "[\"set\", request, path, content]"),
      ("update", .client, 4...5, "[\"update\", request, path, {path: content}]"),
      ("onDisconnect", .client, 5...5, "[\"onDisconnect\", \"set\", request, path, content]"),
      ("onDisconnectCancel", .client, 3...3, "[\"onDisconnectCancel\", request, path]"),
      ("hello", .client, 1...1, "[\"hello\"]"),
      ("goodbye", .client, 1...1, "[\"goodbye\"]"),
      ("ping", .client, 1...1, "[\"ping\"]"),
    ]

  /// Reads the views that listeners must have: for each an object with what matters.
  mutating func snapshots(_ json: JSON) -> [CaseSnapshot] {
    guard case .object(let members) = json.content, !members.isEmpty else {
      refuse(
        json.mark, "a snapshot must be an object by listeners",
        "write {\"listener\": {\"data\": …, \"keys\": […], \"complete\": true}}")
      return []
    }
    return members.compactMap { member in
      guard let listener = listener(JSON(.text(member.key), at: member.mark)) else { return nil }
      if listeners.filter({ $0.name.utf8.elementsEqual(listener.utf8) }).count > 1 {
        refuse(
          member.mark, "a snapshot of '\(listener)', which listens at several places",
          "give the listener that is meant a name of its own")
      }
      let found = self.members(
        of: member.value, "a snapshot", known: ["data", "keys", "complete"], required: [])
      if found.isEmpty, case .object = member.value.content {
        refuse(member.mark, "an empty snapshot", "name data, keys or complete")
      }
      guard let mark = member.mark else { return nil }
      return CaseSnapshot(
        mark: mark, listener: listener, node: found["data"].flatMap { node($0) },
        keys: found["keys"].map { array($0, "the keys").compactMap { key($0, "a key") } },
        isComplete: found["complete"].flatMap { flag($0, "'complete'") })
    }
  }
}
