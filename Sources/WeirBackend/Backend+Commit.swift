import WeirCore
import WeirTree

extension Backend {
  /// Puts a write into the tree and pushes to each listener what changed in its query.
  ///
  /// Deeper locations are told before shallower ones; listeners of one query in the order in which
  /// they came. Setting a child is a merge of one entry into its parent, so there is one way only.
  mutating func commit(_ write: Write, journey: UInt32, into wishes: inout [Wish]) {
    switch write {
    case .set(let path, let node):
      guard let last = path.keys.last else {
        commitRoot(node, journey: journey, into: &wishes)
        return
      }
      commit([.init(last, node)], below: Path(path.keys.dropLast()), journey, into: &wishes)
    case .merge(let path, let entries):
      commit(entries, below: path, journey, into: &wishes)
    }
  }

  private mutating func commitRoot(_ node: Node, journey: UInt32, into wishes: inout [Wish]) {
    let replaced = replacedLists(at: .root)
    root = node
    push(replaced, journey, into: &wishes)
  }

  private mutating func commit(
    _ entries: [Message.Entry], below base: Path, _ journey: UInt32, into wishes: inout [Wish]
  ) {
    guard !entries.isEmpty else { return }
    // Siblings are told in key order, whatever the order in which they were written down.
    let entries = entries.count == 1 ? entries : entries.sorted { $0.key < $1.key }
    // What stood there before, as far as somebody listens.
    var replaced: [Replaced] = []
    var touched: [Touched] = []
    for entry in entries { replaced += replacedLists(at: base.appending(entry.key)) }
    listeners.above(base.appending(entries[0].key)) { depth, groups in
      let location = Path(Array(base.keys.prefix(depth)))
      let children = root[location].children
      let keys = depth == base.keys.count ? entries.map(\.key) : [base.keys[depth]]
      touched.append(
        Touched(
          location: location, groups: groups,
          keys: keys.map { ($0, existed: children[$0] != nil) }))
    }
    for entry in entries { root.set(entry.node, at: base.appending(entry.key)) }
    push(replaced, journey, into: &wishes)
    for place in touched { push(place, journey, into: &wishes) }
  }

  /// A listened location some of whose children are written to.
  private struct Touched {
    var location: Path
    var groups: [Listeners.Group]
    var keys: [(key: Key, existed: Bool)]
  }

  /// A listened location that is overwritten as a whole, with the children that it had.
  private struct Replaced {
    var location: Path
    var groups: [Listeners.Group]
    var children: SortedMap<Key, Node>
  }

  private func replacedLists(at path: Path) -> [Replaced] {
    var found: [Replaced] = []
    listeners.below(path) { location, groups in
      found.append(Replaced(location: location, groups: groups, children: root[location].children))
    }
    return found
  }

  /// Tells the listeners of a location which of its written children matter to their query.
  private mutating func push(_ place: Touched, _ journey: UInt32, into wishes: inout [Wish]) {
    let children = root[place.location].children
    for group in place.groups {
      var entries: [Message.Entry] = []
      if place.keys.count == 1 {
        changes(of: place.keys[0].key, existed: place.keys[0].existed, in: children, group.query) {
          entries.append(.init($0, $1))
        }
      } else if group.query.limit == .none {
        for (key, existed) in place.keys {
          let node = children[key]
          if node != nil || existed { entries.append(.init(key, node ?? .null)) }
        }
      } else {
        // Several children at once may push each other out of a window: look at the whole of it.
        var before = children
        for (key, existed) in place.keys where !existed { before.remove(key) }
        let removed = place.keys.filter { $0.existed && children[$0.key] == nil }.map(\.key)
        for key in removed { before.set(.null, for: key) }
        let written = Set(place.keys.map(\.key))
        entries = Self.difference(from: before, to: children, group.query) { key, _, _ in
          written.contains(key)
        }
      }
      send(entries, to: group.members, journey, into: &wishes)
    }
  }

  /// What a listener of `query` must hear when the child `key` was written.
  ///
  /// A window that loses a child is told the one that takes its place; one that gains a child
  /// drops the one at its far end by itself.
  private func changes(
    of key: Key, existed: Bool, in children: SortedMap<Key, Node>, _ query: Query,
    _ tell: (Key, Node) -> Void
  ) {
    let node = children[key]
    guard node != nil || existed else { return }
    let rank = children.rank(of: key)
    switch query.limit {
    case .none: tell(key, node ?? .null)
    case .first(let most):
      guard rank < most else { return }
      tell(key, node ?? .null)
      if node == nil, children.count >= most {
        let next = children.entry(at: most - 1)
        tell(next.key, next.value)
      }
    case .last(let most):
      if let node {
        if rank >= children.count - most { tell(key, node) }
        return
      }
      guard rank >= children.count + 1 - most else { return }
      tell(key, .null)
      if children.count >= most {
        let next = children.entry(at: children.count - most)
        tell(next.key, next.value)
      }
    }
  }

  private mutating func push(
    _ replaced: [Replaced], _ journey: UInt32, into wishes: inout [Wish]
  ) {
    for place in replaced {
      let children = root[place.location].children
      for group in place.groups {
        let entries = Self.difference(from: place.children, to: children, group.query) {
          $1.fingerprint != $2.fingerprint
        }
        send(entries, to: group.members, journey, into: &wishes)
      }
    }
  }

  /// The entries that lead from one window to the other: first null for what left it, then content for
  /// what came or for what `differs`.
  ///
  /// A receiver drops what does not fit at the far end of its window. Were a child that comes told
  /// before one that leaves, the receiver would drop a third that belongs to both windows.
  static func difference(
    from old: SortedMap<Key, Node>, to new: SortedMap<Key, Node>, _ query: Query,
    _ differs: (Key, Node, Node) -> Bool
  ) -> [Message.Entry] {
    var entries: [Message.Entry] = []
    var come: [Message.Entry] = []
    let oldRanks = query.ranks(of: old.count)
    let newRanks = query.ranks(of: new.count)
    var (i, j) = (oldRanks.lowerBound, newRanks.lowerBound)
    while i < oldRanks.upperBound || j < newRanks.upperBound {
      let a = i < oldRanks.upperBound ? old.entry(at: i) : nil
      let b = j < newRanks.upperBound ? new.entry(at: j) : nil
      if let a, b == nil || b.map({ a.key < $0.key }) == true {
        entries.append(.init(a.key, .null))
        i += 1
      } else if let b, a == nil || a.map({ b.key < $0.key }) == true {
        come.append(.init(b.key, b.value))
        j += 1
      } else if let a, let b {
        if differs(a.key, a.value, b.value) { come.append(.init(b.key, b.value)) }
        i += 1
        j += 1
      }
    }
    return entries + come
  }

  private mutating func send(
    _ entries: [Message.Entry], to members: [Listeners.Member], _ journey: UInt32,
    into wishes: inout [Wish]
  ) {
    guard let first = entries.first else { return }
    for member in members {
      let sequence = nextSequence(of: member.client)
      let body: Message.Body =
        entries.count == 1
        ? .change(tag: member.tag, sequence: sequence, first.key, first.node)
        : .changes(tag: member.tag, sequence: sequence, entries)
      wishes.append(.send(to: member.client, journey: journey, body))
    }
  }
}
