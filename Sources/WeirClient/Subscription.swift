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
      let (_, fallen) = Self.put(node, at: key, query, into: &server)
      if fallen != nil && overlaid[fallen?.key ?? key] != nil || node.isNull
        || pending.contains(where: { $0.touches(key, of: path) })
      {
        refresh(fallen.map { [key, $0.key] } ?? [key], pending, into: &events)
        return
      }
      // No write of our own touches the child, so it is the same in both.
      let (old, evicted) = Self.put(node, at: key, query, into: &overlaid)
      tell(key, from: old, to: node, evicted, into: &events)
      return
    }
    let (old, evicted) = Self.put(node, at: key, query, into: &server)
    tell(key, from: old, to: node, evicted, into: &events)
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
    for entry in entries { Self.put(entry.node, at: entry.key, query, into: &server) }
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

  /// Lays the pending writes over a few children; nil, and nothing done, where a window would lose a child
  /// so that others may take its place.
  private mutating func lay(_ keys: [Key], _ pending: [PendingWrite]) -> [Change]? {
    var wanted: [(key: Key, node: Node)] = []
    for key in keys {
      let node = PendingWrite.overlay(server[key] ?? .null, at: key, of: path, pending)
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
    for write in pending { write.lay(over: &overlaid, of: path) }
    let ranks = query.ranks(of: overlaid.count)
    while overlaid.count > ranks.upperBound {
      overlaid.remove(overlaid.entry(at: ranks.upperBound).key)
    }
    for _ in 0..<ranks.lowerBound { overlaid.remove(overlaid.entry(at: 0).key) }
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
