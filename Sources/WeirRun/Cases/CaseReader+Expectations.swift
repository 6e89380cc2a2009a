internal import WeirCore
internal import WeirTree

extension CaseReader {
  /// What is heard; nil for `"any"`.
  mutating func events(_ json: JSON) -> [CaseEvent]? {
    if isAny(json) { return nil }
    return array(json, "the events").compactMap { event($0) }
  }

  private func isAny(_ json: JSON) -> Bool {
    if case .text(let word) = json.content { word.utf8.elementsEqual("any".utf8) } else { false }
  }

  private mutating func event(_ json: JSON) -> CaseEvent? {
    guard case .array(let parts) = json.content, parts.count >= 2 else {
      refuse(
        json.mark, "the event is no array of a listener and a kind",
        "write [\"listener\", \"child_added\", \"key\", content, \"key before\"]")
      return nil
    }
    let listener = listener(parts[0])
    guard let word = text(parts[1], "the kind of an event") else { return nil }
    guard
      let kind = CaseEvent.Kind.allCases.first(where: { $0.rawValue.utf8.elementsEqual(word.utf8) })
    else {
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

  /// How each kind of event is written.
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

  /// What is asked of the server; nil for `"any"`.
  mutating func wire(_ json: JSON) -> [CaseWire] {
    array(json, "the wishes on the wire").compactMap { json in
      guard case .array(let parts) = json.content, parts.count == 2,
        let word = text(parts[0], "what is asked")
      else {
        refuse(json.mark, "this is no wish", "write [\"listen\", \"listener\"]")
        return nil
      }
      let isListen = word.utf8.elementsEqual("listen".utf8)
      if !isListen, !word.utf8.elementsEqual("unlisten".utf8) {
        unknown("wish", word, at: parts[0].mark, among: ["listen", "unlisten"])
        return nil
      }
      return listener(parts[1]).map { CaseWire(isListen: isListen, listener: $0) }
    }
  }

  /// What listeners must see: for each an object with what matters.
  mutating func snapshots(_ json: JSON) -> [CaseSnapshot] {
    guard case .object(let members) = json.content, !members.isEmpty else {
      refuse(
        json.mark, "the snapshot is no object by listeners",
        "write {\"listener\": {\"data\": …, \"keys\": […], \"complete\": true}}")
      return []
    }
    return members.compactMap { member in
      guard let listener = listener(JSON(.text(member.key), at: member.mark)) else { return nil }
      let found = self.members(
        of: member.value, "a snapshot", known: ["data", "keys", "complete"], required: [])
      if found.isEmpty, case .object = member.value.content {
        refuse(member.mark, "a snapshot of nothing", "name data, keys or complete")
      }
      guard let mark = member.mark else { return nil }
      return CaseSnapshot(
        mark: mark, listener: listener, node: found["data"].flatMap { node($0) },
        keys: found["keys"].map { array($0, "the keys").compactMap { key($0, "a key") } },
        isComplete: found["complete"].flatMap { flag($0, "'complete'") })
    }
  }
}
