internal import WeirCore
public import WeirTree

/// What listeners hear, worked out the slow and obvious way: the definition of the view engine.
///
///     var oracle = ViewOracle()
///     oracle.listen(to: Path("a"), Query(), into: &wishes)                // listen under tag 1
///     oracle.serverOverwrite(tag: 1, at: Path("a"), node, into: &wishes)  // added …, then value
///
/// Each operation changes what is believed; then every view is worked out anew and compared with what
/// it showed before. Nothing is kept that could be worked out, and all is found by walking.
public struct ViewOracle: Sendable {
  private(set) var views: [View] = []  // in the order in which they were made
  private(set) var writes: [PendingWrite] = []  // by rising id
  private var registrations: UInt32 = 0
  private var tags: UInt32 = 0
  private var lastWrite: UInt32?
  /// The queries that the server is asked, by rising tag.
  public private(set) var wireListens: [WireListen] = []

  /// An oracle without listeners.
  public init() {}

  /// A registration more, which alone hears what is shown already.
  @discardableResult
  public mutating func listen(to path: Path, _ query: Query, into wishes: inout [Wish]) -> UInt32 {
    let registration = registrations
    registrations += 1
    let place = views.firstIndex { $0.path == path && $0.query == query } ?? views.count
    if place == views.count { views.append(firstKnowledge(at: path, query)) }
    views[place].registrations.append(registration)
    let events = shown(by: views[place]).events(since: View(path: path, query: query))
    wishes += events.map { .heard(registration: registration, $0) }
    rewire(into: &wishes)
    return registration
  }

  /// A registration less; the last one takes its view with it.
  @discardableResult
  public mutating func unlisten(_ registration: UInt32, into wishes: inout [Wish]) -> Bool {
    let isKnown = views.contains { $0.registrations.contains(registration) }
    for place in views.indices { views[place].registrations.removeAll { $0 == registration } }
    views.removeAll { $0.registrations.isEmpty }
    rewire(into: &wishes)
    return isKnown
  }

  /// The server ends a listen: its view goes, or for a default listen all views of its location.
  @discardableResult
  public mutating func cancel(tag: UInt32, into wishes: inout [Wish]) -> Bool {
    guard let wire = wireListens.first(where: { $0.tag == tag }) else { return false }
    let isOver = { (view: View) in
      view.path == wire.path && (wire.query.showsEverything || view.query == wire.query)
    }
    let deaf = views.filter(isOver).flatMap(\.registrations)
    views.removeAll(where: isOver)
    wireListens.removeAll { $0.tag == tag }
    wishes += deaf.map { .cancelled(registration: $0) }
    rewire(into: &wishes)
    return true
  }

  /// A new view, with what complete views above it know, or else those of its children.
  private func firstKnowledge(at path: Path, _ query: Query) -> View {
    var new = View(path: path, query: query)
    let above = viewsAbove(path).filter(\.isComplete)
    let source =
      above.first { $0.query.showsEverything }
      ?? above.first { !$0.query.showsEverything && $0.holdsChild(towards: path) }
    if let source {
      (new.whole, new.isComplete) = (source.node(at: path), true)
      return new
    }
    let below = views.filter { $0.path.keys.count == path.keys.count + 1 && $0.isComplete }
    for view in below.reversed() where view.query.showsEverything {  // so that the first one stays
      new.lay(view.node, at: view.path)
    }
    return new
  }

  /// Asks the server for what is needed now and was not, then drops what is not needed any more.
  private mutating func rewire(into wishes: inout [Wish]) {
    var wanted: [(path: Path, query: Query)] = []
    let everything = views.filter(\.query.showsEverything).map(\.path)
    for view in Self.visited(views, at: \.path) {
      let query = view.query.showsEverything ? Query() : view.query
      let isCovered = everything.contains {
        view.path.leads(below: $0) && !(view.query.showsEverything && view.path == $0)
      }
      let isWanted = wanted.contains { $0.path == view.path && $0.query == query }
      if !isCovered && !isWanted { wanted.append((view.path, query)) }
    }
    for (path, query) in wanted
    where !wireListens.contains(where: { $0.path == path && $0.query == query }) {
      tags += 1
      wireListens.append((tags, path, query))
      wishes.append(.listen(tag: tags, path, query))
    }
    for wire in Self.visited(wireListens, at: \.path)
    where !wanted.contains(where: { $0.path == wire.path && $0.query == wire.query }) {
      wireListens.removeAll { $0.tag == wire.tag }
      wishes.append(.unlisten(tag: wire.tag))
    }
  }

  /// The server says what stands at the paths; under no tag or a default one that concerns all views.
  mutating func serverParts(
    tag: UInt32?, _ parts: [Write.Part], isMerge: Bool, into wishes: inout [Wish]
  ) -> Bool {
    let wire = wireListens.first { $0.tag == tag }
    if tag != nil && wire == nil { return false }
    let filtered = wire.flatMap { $0.query.showsEverything ? nil : $0 }
    raise(into: &wishes) { view in
      if let filtered, !view.isAnswered(by: filtered) { return }
      view.learn(parts, isMerge: isMerge, isTagged: filtered != nil)
    }
    return true
  }

  /// The server says that a listen shows what is known already.
  @discardableResult
  public mutating func listenComplete(tag: UInt32, into wishes: inout [Wish]) -> Bool {
    guard let wire = wireListens.first(where: { $0.tag == tag }) else { return false }
    raise(into: &wishes) { view in
      guard view.isAnswered(by: wire) else { return }
      view.whole = view.whole ?? Node(view.some.map { ($0.key, $0.node) })
      view.isComplete = true
    }
    return true
  }

  /// The user writes; an invisible write is remembered and not shown.
  public mutating func write(
    _ id: UInt32, _ write: Write, isVisible: Bool, into wishes: inout [Wish]
  ) {
    if let lastWrite { invariant(id > lastWrite, "write \(id) after write \(lastWrite)") }
    lastWrite = id
    raise(into: &wishes, writes: writes + [(id, write.absoluteParts, isVisible)])
  }

  /// The server has carried the write out: where it has not said better, the write stays.
  @discardableResult
  public mutating func acknowledge(_ id: UInt32, into wishes: inout [Wish]) -> Bool {
    guard let write = writes.first(where: { $0.id == id }) else { return false }
    raise(into: &wishes, writes: writes.filter { $0.id != id }) { view in
      if write.isVisible && !view.isComplete { view.lay(write.parts) }
    }
    return true
  }

  /// The server has refused the write: it was never there.
  @discardableResult
  public mutating func revert(_ id: UInt32, into wishes: inout [Wish]) -> Bool {
    let isKnown = writes.contains { $0.id == id }
    raise(into: &wishes, writes: writes.filter { $0.id != id })
    return isKnown
  }

  /// Changes what is believed; then all hear how what they are shown differs from before, depth first.
  private mutating func raise(
    into wishes: inout [Wish], writes later: [PendingWrite]? = nil,
    _ change: (inout View) -> Void = { _ in }
  ) {
    let before = views.map { shown(by: $0) }
    for place in views.indices { change(&views[place]) }
    writes = later ?? writes
    for place in Self.visited(Array(views.indices), at: { views[$0].path }) {
      for event in shown(by: views[place]).events(since: before[place]) {
        wishes += views[place].registrations.map { .heard(registration: $0, event) }
      }
    }
  }

  /// What a view shows: what the server is known to hold, and the visible writes over it.
  func shown(by view: View) -> View {
    var shown = view
    for write in writes where write.isVisible { shown.lay(write.parts) }
    return shown
  }

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

    mutating func lay(_ parts: [Write.Part]) { for part in parts { lay(part.node, at: part.path) } }

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
        } else if isFiltered, let key = rest.first, rest.count > 1, whole?[key].isNull == true {
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
        let (x, y) = (sortValue(of: a.node), sortValue(of: b.node))
        return x == y ? a.key < b.key : x < y
      }
      switch query.limit {
      case .none: return range
      case .first(let most): return Array(range.prefix(max(most, 0)))
      case .last(let most): return Array(range.suffix(max(most, 0)))
      }
    }

    private func sortValue(of node: Node) -> SortValue { query.index.sortValue(of: node) }

    private func isInRange(_ row: (key: Key, node: Node)) -> Bool {
      let value = sortValue(of: row.node)
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
      let gone = old.filter { row in !new.contains { $0.key == row.key } }
      var batch = gone.map { DataEvent(.removed, $0.key, $0.node) }
      let was = new.map { row in old.first { $0.key == row.key }?.node ?? .null }
      let added = new.indices.filter { was[$0].isNull }
      let changed = new.indices.filter { !was[$0].isNull && was[$0] != new[$0].node }
      let moved = changed.filter { sortValue(of: was[$0]) != sortValue(of: new[$0].node) }
      for (kind, places) in [(DataEvent.Kind.added, added), (.moved, moved), (.changed, changed)] {
        for place in places {
          let previous = new[..<place].last?.key
          batch.append(DataEvent(kind, new[place].key, new[place].node, after: previous))
        }
      }
      let isNews = before.whole == nil || !batch.isEmpty || before.node != node
      return whole != nil && isNews ? batch + [.value] : batch
    }
  }
}
