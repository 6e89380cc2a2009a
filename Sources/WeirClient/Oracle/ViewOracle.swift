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
  private var views: [View] = []  // in the order in which they were made
  private var writes: [(id: UInt32, parts: [Write.Part], isVisible: Bool)] = []  // by rising id
  private var registrations: UInt32 = 0
  private var tags: UInt32 = 0
  private var lastWrite: UInt32?
  /// The queries that the server is asked, by rising tag.
  public internal(set) var wireListens: [WireListen] = []
  /// The writes that wait for their answer, by rising id.
  public var pendingIDs: [UInt32] { writes.map(\.id) }

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
    for view in views where view.query.showsEverything && view.isComplete {
      let rest = view.path.keys.dropFirst(path.keys.count)
      guard view.path.leads(below: path), let key = rest.first, rest.count == 1 else { continue }
      if !new.some.contains(where: { $0.key == key }) { new.lay(view.node, at: view.path) }
    }
    return new
  }

  /// The views at a path or above it, deepest first, those of one location as they were made.
  private func viewsAbove(_ path: Path) -> [View] {
    (0...path.keys.count).reversed().flatMap { depth in
      views.filter { $0.path.keys == Array(path.keys.prefix(depth)) }
    }
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
      if isCovered || wanted.contains(where: { $0.path == view.path && $0.query == query }) {
        continue
      }
      wanted.append((view.path, query))
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
    let isTagged = wire.map { !$0.query.showsEverything } ?? false
    raise(into: &wishes) { oracle in
      for place in oracle.views.indices {
        let view = oracle.views[place]
        if isTagged, let wire, view.path != wire.path || view.query != wire.query { continue }
        oracle.views[place].learn(parts, isMerge: isMerge, isTagged: isTagged)
      }
    }
    return true
  }

  /// The server says that a listen shows what is known already.
  @discardableResult
  public mutating func listenComplete(tag: UInt32, into wishes: inout [Wish]) -> Bool {
    guard let wire = wireListens.first(where: { $0.tag == tag }) else { return false }
    raise(into: &wishes) { oracle in
      for place in oracle.views.indices where oracle.views[place].isAnswered(by: wire) {
        let view = oracle.views[place]
        oracle.views[place].whole = view.whole ?? Node(view.some.map { ($0.key, $0.node) })
        oracle.views[place].isComplete = true
      }
    }
    return true
  }

  /// The user writes; an invisible write is remembered and not shown.
  public mutating func write(
    _ id: UInt32, _ write: Write, isVisible: Bool, into wishes: inout [Wish]
  ) {
    if let lastWrite { invariant(id > lastWrite, "write \(id) after write \(lastWrite)") }
    lastWrite = id
    var parts = [Write.Part(write.path, .null)]
    switch write {
    case .set(let path, let node): parts = [.init(path, node)]
    case .merge(let path, let below):
      parts = below.map { Write.Part(path.appending($0.path), $0.node) }
    }
    raise(into: &wishes) { $0.writes.append((id, parts, isVisible)) }
  }

  /// The server has carried the write out: where nothing better is known, it stays.
  @discardableResult
  public mutating func acknowledge(_ id: UInt32, into wishes: inout [Wish]) -> Bool {
    guard let write = writes.first(where: { $0.id == id }) else { return false }
    raise(into: &wishes) { oracle in
      oracle.writes.removeAll { $0.id == id }
      for place in oracle.views.indices where write.isVisible && !oracle.views[place].isComplete {
        for part in write.parts { oracle.views[place].lay(part.node, at: part.path) }
      }
    }
    return true
  }

  /// The server has refused the write: it was never there.
  @discardableResult
  public mutating func revert(_ id: UInt32, into wishes: inout [Wish]) -> Bool {
    guard writes.contains(where: { $0.id == id }) else { return false }
    raise(into: &wishes) { oracle in oracle.writes.removeAll { $0.id == id } }
    return true
  }

  /// Carries out `change`; then all hear how what they are shown differs from before, depth first.
  private mutating func raise(into wishes: inout [Wish], _ change: (inout ViewOracle) -> Void) {
    let before = views.map { shown(by: $0) }
    change(&self)
    for place in Self.visited(Array(views.indices), at: { views[$0].path }) {
      for event in shown(by: views[place]).events(since: before[place]) {
        wishes += views[place].registrations.map { .heard(registration: $0, event) }
      }
    }
  }

  /// What a view shows: what the server is known to hold, and the visible writes over it.
  private func shown(by view: View) -> View {
    var shown = view
    for write in writes where write.isVisible {
      for part in write.parts { shown.lay(part.node, at: part.path) }
    }
    return shown
  }

  /// What a registration sees.
  public func snapshot(of registration: UInt32) -> Snapshot? {
    let view = views.first { $0.registrations.contains(registration) }
    guard let shown = view.map({ shown(by: $0) }) else { return nil }
    return Snapshot(
      node: shown.node, keys: shown.rows.map(\.key), isComplete: shown.whole != nil)
  }

  /// What is believed to stand at a path, nil where that is not known.
  public func known(at path: Path, includingHidden: Bool, excluding: [UInt32] = []) -> Node? {
    var belief = View(path: path, query: Query())
    let source = viewsAbove(path).first {
      $0.whole != nil && (!$0.isFiltered || $0.holdsChild(towards: path))
    }
    belief.whole = source?.node(at: path)
    for write in writes where (write.isVisible || includingHidden) && !excluding.contains(write.id)
    {
      for part in write.parts { belief.lay(part.node, at: part.path) }
    }
    return belief.whole
  }

  /// The fingerprint of what the server said under a tag, 0 unless that is complete.
  public func fingerprint(ofServerDataOf tag: UInt32) -> UInt64 {
    guard let wire = wireListens.first(where: { $0.tag == tag }) else { return 0 }
    let view = views.first { $0.isAnswered(by: wire) && $0.isComplete }
    return view?.whole?.fingerprint ?? 0
  }

  /// The things in the order in which they hear: children before parents, siblings by key.
  private static func visited<Thing>(_ things: [Thing], at path: (Thing) -> Path) -> [Thing] {
    var order: [Thing] = []
    for thing in things {
      let next = order.firstIndex { isVisited(path(thing).keys, before: path($0).keys) }
      order.insert(thing, at: next ?? order.count)
    }
    return order
  }

  private static func isVisited(_ a: [Key], before b: [Key]) -> Bool {
    for (x, y) in zip(a, b) where x != y { return x < y }
    return a.count > b.count
  }
}
