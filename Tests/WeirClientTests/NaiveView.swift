import Testing
import WeirClient
import WeirCore
import WeirTree

/// What one query should show, worked out from scratch: the window over the server's data and the
/// pending writes.
struct NaiveView {
  var server: [Key: Node] = [:]
  var pending: [(id: UInt32, write: Write)] = []
  let path: Path
  let query: Query

  /// The window of `all`.
  func window(_ all: [Key: Node]) -> [(key: Key, node: Node)] {
    let rows = all.filter { !$0.value.isNull }.map { (key: $0.key, node: $0.value) }
      .sorted { $0.key < $1.key }
    switch query.limit {
    case .none: return rows
    case .first(let most): return Array(rows.prefix(most))
    case .last(let most): return Array(rows.suffix(most))
    }
  }

  /// Whether the server's silence about `key` means that there is nothing.
  private func isKnown(_ key: Key) -> Bool {
    if server[key] != nil || server.count < query.limit.count { return true }
    let keys = server.keys.sorted()
    switch query.limit {
    case .none: return true
    case .first: return keys.last.map { key < $0 } ?? false
    case .last: return keys.first.map { $0 < key } ?? false
    }
  }

  /// The view.
  ///
  /// Every pending write here is at the list, a row or a field.
  func rows() -> [(key: Key, node: Node)] {
    var all = server
    var known: Set<Key> = []
    let depth = path.keys.count
    func put(_ node: Node, _ rest: ArraySlice<Key>) {
      guard let key = rest.first else {
        all.removeAll()
        known = Set((0..<12).map { Key("k\($0)") })
        for (key, child) in node.children { all[key] = child }
        return
      }
      if rest.count == 1 {
        all[key] = node
        known.insert(key)
      } else if known.contains(key) || isKnown(key) {
        var child = all[key] ?? .null
        child.set(node, at: Path(Array(rest.dropFirst())))
        all[key] = child
      }
    }
    for (_, write) in pending
    where write.path.leads(below: path) || path.leads(below: write.path) {
      switch write {
      case .set(let at, let node):
        if at.keys.count < depth {
          var root = Node.null
          root.set(node, at: at)
          put(root[path], [])
        } else {
          put(node, at.keys.dropFirst(depth))
        }
      case .merge(let at, let entries):
        for entry in entries { put(entry.node, (at.keys + [entry.key]).dropFirst(depth)) }
      }
    }
    return window(all)
  }
}

/// A list that is made of data events alone.
struct FoldedList {
  var rows: [(key: Key, node: Node)] = []

  /// Takes in what was told under a tag, and says what is wrong with the batches, if anything.
  mutating func take(_ batch: [DataEvent]) -> String? {
    guard !batch.isEmpty else { return nil }
    var rest = batch[...]
    while let end = rest.firstIndex(where: { $0.kind == .value }) {
      let events = rest[..<end]
      for (a, b) in zip(events, events.dropFirst()) where (a.kind, a.key) >= (b.kind, b.key) {
        return "\(b.kind) \(b.key) after \(a.kind) \(a.key)"
      }
      for event in events {
        let place = rows.firstIndex { $0.key == event.key }
        switch (event.kind, place) {
        case (.removed, let place?):
          if rows[place].node != event.node { return "removed with another content" }
          rows.remove(at: place)
        case (.added, nil):
          rows.append((event.key, event.node))
          rows.sort { $0.key < $1.key }
        case (.changed, let place?):
          if rows[place].node == event.node { return "changed, but nothing changed" }
          rows[place].node = event.node
        default: return "\(event.kind) \(event.key) makes no sense"
        }
      }
      for event in events where event.kind != .removed {
        let place = rows.firstIndex { $0.key == event.key } ?? 0
        if event.previous != (place > 0 ? rows[place - 1].key : nil) { return "wrong previous" }
      }
      rest = rest[(end + 1)...]
    }
    return rest.isEmpty ? nil : "events without a value behind them"
  }
}

/// What a client told under a tag.
func heard(_ wishes: [Client.Wish], tag: UInt32 = 0) -> [DataEvent] {
  wishes.compactMap {
    if case .heard(tag, let event) = $0 { event } else { nil }
  }
}

/// Which writes came to rest, in order.
func settled(_ wishes: [Client.Wish]) -> [UInt32] {
  wishes.compactMap { if case .settled(let id, _, _) = $0 { id } else { nil } }
}

/// Events as words.
func words(_ events: [DataEvent]) -> [String] {
  events.map { $0.kind == .value ? "value" : "\($0.kind) \($0.key)" }
}
