import WeirCore
import WeirTree

/// What a client knows of one query: the server's data, and what its own pending writes make of it.
struct Subscription: Sendable {
  let path: Path
  let query: Query
  /// The children of the query as the server last told them.
  var server = SortedMap<Key, Node>()
  /// The children as the user sees them, where pending writes make a difference.
  var overlaid = SortedMap<Key, Node>()
  var isOverlaid = false
  /// Whether the first snapshot has come.
  var isComplete = false
  /// Whether pushes were missed, so that only a snapshot helps.
  var isStale = false
  /// Whether the last listen is unanswered, or was refused.
  var awaitsSnapshot = true
  var wasRefused = false

  init(path: Path, query: Query) {
    self.path = path
    self.query = query
  }

  /// Whether the next push can be applied to what is known.
  var isCurrent: Bool { isComplete && !isStale }

  /// The children as the user sees them.
  var view: SortedMap<Key, Node> { isOverlaid ? overlaid : server }
}

// What the server says.
extension Subscription {
  /// One child changed at the server.
  mutating func receive(
    _ key: Key, _ node: Node, pending: [PendingWrite], into events: inout [DataEvent]
  ) {
    if isOverlaid {
      let (old, evicted) = Self.put(node, at: key, query, into: &server)
      if let content = content(of: key, node, evicted, pending) {
        let (shown, driven) = Self.put(content, at: key, query, into: &overlaid)
        tell(key, from: shown, to: content, driven, into: &events)
        return
      }
      // A child that comes into a window or leaves it changes what is known of others, too.
      let isOneForOne = query.limit == .none || !old.isNull && !node.isNull
      refresh(isOneForOne ? [key] : nil, pending, into: &events)
      return
    }
    let (old, evicted) = Self.put(node, at: key, query, into: &server)
    tell(key, from: old, to: node, evicted, into: &events)
  }

  /// What the view shows of a child that the server told, where that changes nothing else in the
  /// view: the child is there, pending writes set whole rows only, and what fell off the server's
  /// window is neither shown nor written to.
  ///
  /// Nil: the view has to be worked out.
  private func content(
    of key: Key, _ node: Node, _ evicted: Message.Entry?, _ pending: [PendingWrite]
  ) -> Node? {
    if node.isNull { return nil }
    if let evicted, overlaid[evicted.key] != nil { return nil }
    var content = node
    for write in pending where write.touches(path) {
      guard case .set(let place, let row) = write.write,
        place.keys.count == path.keys.count + 1, let written = place.keys.last,
        written != evicted?.key
      else { return nil }
      if written == key { content = row }
    }
    return content.isNull ? nil : content
  }

  /// The batch of one child that was put into the view, and of the one that it drove out.
  private func tell(
    _ key: Key, from old: Node, to node: Node, _ evicted: Message.Entry?,
    into events: inout [DataEvent]
  ) {
    if let evicted {
      if evicted.key == key { return }
      events.append(DataEvent(.removed, evicted.key, evicted.node))
    }
    announce(key, from: old, to: node, into: &events)
    if !events.isEmpty { events.append(.value) }
  }

  /// Several children changed at once, or all of them.
  mutating func receive(
    _ entries: [Message.Entry], isSnapshot: Bool, pending: [PendingWrite],
    into events: inout [DataEvent]
  ) {
    let before = isComplete ? view : SortedMap()
    let wasComplete = isComplete
    if isSnapshot {
      server.removeAll()
      isComplete = true
      isStale = false
      awaitsSnapshot = false
      wasRefused = false
    }
    for entry in entries {
      if entry.node.isNull {
        server.remove(entry.key)
      } else {
        server.set(entry.node, for: entry.key)
      }
    }
    Self.cut(&server, to: query)
    overlay(pending)
    Self.compare(before, view, into: &events)
    if !events.isEmpty || !wasComplete { events.append(.value) }
  }

  /// Puts a child into a window and says what was there, and what fell off its far end.
  @discardableResult
  private static func put(
    _ node: Node, at key: Key, _ query: Query, into window: inout SortedMap<Key, Node>
  ) -> (old: Node, evicted: Message.Entry?) {
    if node.isNull { return (window.remove(key) ?? .null, nil) }
    let old = window.set(node, for: key) ?? .null
    guard window.count > query.limit.count else { return (old, nil) }
    let end: (key: Key, value: Node)
    switch query.limit {
    case .none: return (old, nil)
    case .first: end = window.removeEntry(at: window.count - 1)
    case .last: end = window.removeEntry(at: 0)
    }
    return (old, Message.Entry(end.key, end.value))
  }

  /// Drops what lies beyond the far end of a window.
  private static func cut(_ window: inout SortedMap<Key, Node>, to query: Query) {
    let ranks = query.ranks(of: window.count)
    while window.count > ranks.upperBound {
      window.removeEntry(at: window.count - 1)
    }
    for _ in 0..<ranks.lowerBound { window.removeEntry(at: 0) }
  }

  private func announce(
    _ key: Key, from old: Node, to node: Node, into events: inout [DataEvent]
  ) {
    if node.isNull {
      if !old.isNull { events.append(DataEvent(.removed, key, old)) }
    } else if old.isNull {
      events.append(DataEvent(.added, key, node, after: previous(of: key)))
    } else if old.fingerprint != node.fingerprint {
      events.append(DataEvent(.changed, key, node, after: previous(of: key)))
    }
  }

  private func previous(of key: Key) -> Key? {
    let view = view
    let rank = view.rank(of: key)
    return rank > 0 ? view.entry(at: rank - 1).key : nil
  }
}

// What the client's own writes make of it.
extension Subscription {
  /// A pending write came or went.
  mutating func refresh(
    after write: Write, _ pending: [PendingWrite], into events: inout [DataEvent]
  ) {
    switch PendingWrite.reach(of: write, into: path) {
    case .nothing: return
    case .everything: refresh(nil, pending, into: &events)
    case .children(let keys): refresh(keys, pending, into: &events)
    }
  }

  /// Works out the view anew for the children `keys`, or for all.
  private mutating func refresh(
    _ keys: [Key]?, _ pending: [PendingWrite], into events: inout [DataEvent]
  ) {
    guard isComplete else { return }
    guard let keys, let changed = lay(keys, pending) else {
      let before = isOverlaid ? overlaid : server
      overlay(pending)
      Self.compare(before, view, into: &events)
      if !events.isEmpty { events.append(.value) }
      return
    }
    for change in changed where change.node.isNull {
      announce(change.key, from: change.old, to: change.node, into: &events)
    }
    for change in changed where !change.node.isNull {
      announce(change.key, from: change.old, to: change.node, into: &events)
    }
    if events.count > 1 { events.sort { ($0.kind, $0.key) < ($1.kind, $1.key) } }
    if !events.isEmpty { events.append(.value) }
    if !pending.contains(where: { $0.touches(path) }) { dropOverlay() }
  }

  /// A child of the view before and after.
  private struct Change {
    var key: Key
    var old: Node
    var node: Node
  }

  /// Lays the pending writes over a few children; nil, and nothing done, where children of a window
  /// may take one another's place.
  private mutating func lay(_ keys: [Key], _ pending: [PendingWrite]) -> [Change]? {
    if keys.count > 1, query.limit != .none { return nil }
    var wanted: [(key: Key, node: Node)] = []
    for key in keys {
      let node = PendingWrite.overlay(known(key), at: key, of: path, pending) ?? .null
      if node.isNull, query.limit != .none, view[key] != nil { return nil }
      wanted.append((key, node))
    }
    if !isOverlaid {
      overlaid = server
      isOverlaid = true
    }
    var changed: [Change] = []
    for (key, node) in wanted {
      let (old, evicted) = Self.put(node, at: key, query, into: &overlaid)
      if let evicted, evicted.key == key { continue }
      if let evicted {
        changed.append(Change(key: evicted.key, old: evicted.node, node: .null))
      }
      if old.fingerprint != node.fingerprint {
        changed.append(Change(key: key, old: old, node: node))
      }
    }
    return changed
  }

  /// What the server told of a child: null where there is none, nil where it did not tell, which is beyond the
  /// far end of a full window.
  private func known(_ key: Key) -> Node? {
    if let node = server[key] { return node }
    guard server.count >= query.limit.count else { return .null }
    switch query.limit {
    case .none: return .null
    case .first: return server.last.map { key < $0.key } == true ? .null : nil
    case .last: return server.first.map { $0.key < key } == true ? .null : nil
    }
  }

  private mutating func dropOverlay() {
    isOverlaid = false
    overlaid.removeAll()
  }

  /// Lays all pending writes over the server's data.
  private mutating func overlay(_ pending: [PendingWrite]) {
    guard pending.contains(where: { $0.touches(path) }) else {
      dropOverlay()
      return
    }
    isOverlaid = true
    overlaid = server
    var touched: [Key] = []
    for write in pending {
      switch PendingWrite.reach(of: write.write, into: path) {
      case .nothing: continue
      case .children(let keys): touched += keys
      case .everything:
        var root = Node.null
        write.write.apply(to: &root)
        overlaid = root[path].children
        touched.removeAll()
      }
    }
    for key in touched {
      let node = PendingWrite.overlay(known(key), at: key, of: path, pending) ?? .null
      if node.isNull { overlaid.remove(key) } else { overlaid.set(node, for: key) }
    }
    Self.cut(&overlaid, to: query)
  }

  /// The events that lead from one view to the other, in the order of a batch.
  private static func compare(
    _ old: SortedMap<Key, Node>, _ new: SortedMap<Key, Node>, into events: inout [DataEvent]
  ) {
    var added: [DataEvent] = []
    var changed: [DataEvent] = []
    var previous: Key?
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      let a = i < old.count ? old.entry(at: i) : nil
      let b = j < new.count ? new.entry(at: j) : nil
      if let a, b == nil || b.map({ a.key < $0.key }) == true {
        events.append(DataEvent(.removed, a.key, a.value))
        i += 1
        continue
      }
      guard let b else { break }
      if let a, a.key == b.key {
        if a.value.fingerprint != b.value.fingerprint {
          changed.append(DataEvent(.changed, b.key, b.value, after: previous))
        }
        i += 1
      } else {
        added.append(DataEvent(.added, b.key, b.value, after: previous))
      }
      previous = b.key
      j += 1
    }
    events += added
    events += changed
  }
}
