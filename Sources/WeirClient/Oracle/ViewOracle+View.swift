internal import WeirCore
internal import WeirTree

extension ViewOracle {
  /// A query at a location, with what the server is known to hold there, or what is shown of that.
  struct View: Sendable {
    let path: Path
    let query: Query
    /// Who hears it, in order.
    var registrations: [UInt32] = []
    /// All that stands there; nil while only some children are known.
    var whole: Node?
    /// The children that are known while not all are; null says that there is none.
    var some: [(key: Key, node: Node)] = []
    /// Whether the server said that this is all; else a write may have.
    var isComplete = false
    /// Whether the whole is only what the query shows.
    var isFiltered = false

    /// Whether the server's answer to a listen is about this view.
    func isAnswered(by wire: WireListen) -> Bool {
      path == wire.path
        && (wire.query.showsEverything ? query.showsEverything : query == wire.query)
    }

    /// What stands at a path below.
    func node(at other: Path) -> Node? { whole?[other.dropping(path.keys.count)] }

    /// Whether the child is there by which the path goes down from here.
    func holdsChild(towards other: Path) -> Bool {
      other.keys.count > path.keys.count && whole?[other.keys[path.keys.count]].isNull == false
    }

    /// Puts a node at a path, if enough is known to say what that makes of the location (W2).
    mutating func lay(_ node: Node, at place: Path) {
      let rest = place.dropping(path.keys.count)
      if path.leads(below: place) {
        whole = node[path.dropping(place.keys.count)]
      } else if !place.leads(below: path) {
        return
      } else if whole != nil {
        whole?.set(node, at: rest)
      } else if let child = some.firstIndex(where: { $0.key == rest.keys[0] }) {
        some[child].node.set(node, at: rest.dropping(1))
      } else if rest.keys.count == 1, rest.keys[0] != .priority {
        some.append((rest.keys[0], node))
      }
    }

    /// Takes what the server says; what a filtered view then has too much is forgotten (W9, W10).
    mutating func learn(_ parts: [Write.Part], isMerge: Bool, isTagged: Bool) {
      for part in parts {
        let rest = part.path.keys.dropFirst(path.keys.count)
        if path.leads(below: part.path) {
          lay(part.node, at: part.path)
          (isComplete, isFiltered) = (true, isTagged)
        } else if let whole, isFiltered, let key = rest.first, rest.count > 1, whole[key].isNull {
          continue
        } else if whole != nil || !isMerge {
          lay(part.node, at: part.path)
        }
      }
      if isFiltered { whole = Node(rows.map { ($0.key, $0.node) }) }
    }

    /// The children that the query shows, in its order: in the range, then within the limit.
    var rows: [(key: Key, node: Node)] {
      let known = whole.map { $0.children.map { ($0.key, $0.value) } } ?? some
      let range = known.filter { !$0.node.isNull && isInRange($0) }.sorted { a, b in
        let (x, y) = (query.index.sortValue(of: a.node), query.index.sortValue(of: b.node))
        return x == y ? a.key < b.key : x < y
      }
      switch query.limit {
      case .none: return range
      case .first(let most): return Array(range.prefix(max(most, 0)))
      case .last(let most): return Array(range.suffix(max(most, 0)))
      }
    }

    private func isInRange(_ row: (key: Key, node: Node)) -> Bool {
      let value = query.index.sortValue(of: row.node)
      if let start = query.start, value <= start.value {
        guard value == start.value, query.index == .key || !start.isExclusive else { return false }
        if let key = start.key, row.key < key { return false }
      }
      if let end = query.end, value >= end.value {
        guard value == end.value, query.index == .key || !end.isExclusive else { return false }
        if let key = end.key, row.key > key { return false }
      }
      return true
    }

    /// What the query shows, as a node; a leaf and the own priority only show where everything does (Q3).
    var node: Node {
      if query.showsEverything, let whole { return whole }
      return Node(rows.map { ($0.key, $0.node) })
    }

    /// How this differs from what was shown before (E2–E5).
    func events(since before: View) -> [DataEvent] {
      let (new, old) = (rows, before.rows)
      var batch: [DataEvent] = []
      for row in old where !new.contains(where: { $0.key == row.key }) {
        batch.append(DataEvent(.removed, row.key, row.node))
      }
      for kind in [DataEvent.Kind.added, .moved, .changed] {
        for (place, row) in new.enumerated() {
          let was = old.first { $0.key == row.key }?.node
          let previous = place == 0 ? nil : new[place - 1].key
          guard news(of: row.node, since: was).contains(kind) else { continue }
          batch.append(DataEvent(kind, row.key, row.node, after: previous))
        }
      }
      let isNews = before.whole == nil || !batch.isEmpty || before.node != node
      return whole != nil && isNews ? batch + [.value] : batch
    }

    private func news(of node: Node, since old: Node?) -> [DataEvent.Kind] {
      guard let old else { return [.added] }
      if old == node { return [] }
      let stays = query.index.sortValue(of: old) == query.index.sortValue(of: node)
      return stays ? [.changed] : [.moved, .changed]
    }
  }
}
