import Testing
import WeirClient
import WeirCore
import WeirTree

/// The engine and its oracle, given the same random operations, and the first difference between them.
struct ViewDuel {
  private var engine = ViewEngine()
  private var oracle = ViewOracle()
  private var chance: RandomStream
  private var live: [UInt32] = []
  private var nextWrite: UInt32 = 1
  private var journal: [String] = []
  private var heard: [ViewEngine.Wish] = []
  private var expected: [ViewOracle.Wish] = []
  /// How many wishes there were so far.
  private(set) var wishCount = 0

  init(seed: UInt64) { chance = RandomStream(seed: seed, "duel") }

  /// One operation more; what differs, and what led there, if something does.
  mutating func step() -> String? {
    heard.removeAll()
    expected.removeAll()
    let agrees = operate()
    wishCount += heard.count
    engine.checkInvariants()
    let (a, b) = (heard.map(Self.plain), expected)
    if !agrees { return report("another return value") }
    if a != b { return report("\(a.map(Self.words)) instead of \(b.map(Self.words))") }
    return difference().map(report)
  }

  private func report(_ words: String) -> String {
    "\(words)\nafter\n" + journal.suffix(60).joined(separator: "\n")
  }

  private mutating func note(_ words: String) { journal.append(words) }

  /// Whether what can be asked has the same answers.
  private mutating func difference() -> String? {
    let (wires, asked) = (engine.wireListens, oracle.wireListens)
    if !wires.elementsEqual(asked, by: ==) { return "asks \(wires) instead of \(asked)" }
    for wire in wires
    where engine.fingerprint(ofServerDataOf: wire.tag)
      != oracle.fingerprint(ofServerDataOf: wire.tag)
    { return "tag \(wire.tag) has another fingerprint" }
    for registration in live {
      guard let a = engine.snapshot(of: registration), let b = oracle.snapshot(of: registration)
      else { return "registration \(registration) is unknown" }
      if a.node != b.node || a.keys != b.keys || a.isComplete != b.isComplete {
        return "registration \(registration) sees \(a) instead of \(b)"
      }
      if engine.count(of: registration) != b.keys.count { return "another count" }
      let key = key()
      let child = b.keys.contains(key) ? b.node[key] : .null
      if engine.child(key, of: registration) != child { return "another child \(key)" }
    }
    let path = path()
    let isHidden = chance.below(2) == 0
    let ids = engine.pendingIDs
    if ids != oracle.pendingIDs { return "other writes are pending" }
    let left = ids.filter { _ in chance.below(3) == 0 }
    let a = engine.known(at: path, includingHidden: isHidden, excluding: left)
    let b = oracle.known(at: path, includingHidden: isHidden, excluding: left)
    return a == b ? nil : "\(path) is known as \(a as Any) instead of \(b as Any)"
  }

  // MARK: Operations

  private mutating func operate() -> Bool {
    switch chance.below(100) {
    case 0..<9: listen()
    case 9..<13: unlisten()
    case 13..<14: cancel()
    case 14..<17: complete()
    case 17..<35: overwrite()
    case 35..<45: merge()
    case 45..<54: change()
    case 54..<60: changeSeveral()
    case 60..<82: write()
    case 82..<93: settle(isKept: true)
    default: settle(isKept: false)
    }
  }

  private mutating func listen() -> Bool {
    let (path, query) = (path(), query())
    note("listen \(path) \(query)")
    let a = engine.listen(to: path, query, into: &heard)
    let b = oracle.listen(to: path, query, into: &expected)
    live.append(a)
    return a == b
  }

  private mutating func unlisten() -> Bool {
    let registration =
      live.isEmpty || chance.below(9) == 0 ? 9999 : live[chance.index(below: live.count)]
    live.removeAll { $0 == registration }
    note("unlisten \(registration)")
    return engine.unlisten(registration, into: &heard)
      == oracle.unlisten(registration, into: &expected)
  }

  private mutating func cancel() -> Bool {
    let tag = tag()
    note("cancel \(tag)")
    let a = engine.cancel(tag: tag, into: &heard)
    for case .cancelled(let registration) in heard { live.removeAll { $0 == registration } }
    return a == oracle.cancel(tag: tag, into: &expected)
  }

  private mutating func complete() -> Bool {
    let tag = tag()
    note("complete \(tag)")
    return engine.listenComplete(tag: tag, into: &heard)
      == oracle.listenComplete(tag: tag, into: &expected)
  }

  private mutating func overwrite() -> Bool {
    let (tag, path) = target()
    let place = chance.below(4) == 0 ? path.appending(.priority) : path
    let node = place == path ? node(3) : priority()
    note("overwrite \(tag as Any) \(place) \(Self.words(node))")
    return engine.serverOverwrite(tag: tag, at: place, node, into: &heard)
      == oracle.serverOverwrite(tag: tag, at: place, node, into: &expected)
  }

  private mutating func merge() -> Bool {
    let (tag, path) = target()
    let parts = parts()
    note("merge \(tag as Any) \(path) \(Self.words(parts))")
    return engine.serverMerge(tag: tag, at: path, parts, into: &heard)
      == oracle.serverMerge(tag: tag, at: path, parts, into: &expected)
  }

  private mutating func change() -> Bool {
    let (tag, key, node) = (tag(), key(), node(2))
    note("change \(tag) \(key) \(Self.words(node))")
    return engine.serverChange(tag: tag, key, node, into: &heard)
      == oracle.serverChange(tag: tag, key, node, into: &expected)
  }

  private mutating func changeSeveral() -> Bool {
    let tag = tag()
    let entries = (0..<1 + chance.below(4)).map { _ in Message.Entry(key(), node(2)) }
    note("changes \(tag) \(entries.map { "\($0.key): \(Self.words($0.node))" })")
    return engine.serverChanges(tag: tag, entries, into: &heard)
      == oracle.serverChanges(tag: tag, entries, into: &expected)
  }

  private mutating func write() -> Bool {
    let path = path()
    let isVisible = chance.below(8) > 0
    let write: Write
    switch chance.below(6) {
    case 0: write = .set(path.appending(.priority), priority())
    case 1, 2: write = .merge(path, parts())
    default: write = .set(path, node(3))
    }
    nextWrite += 1 + UInt32(chance.below(2))
    note("write \(nextWrite) \(isVisible) \(write.path) \(Self.words(write))")
    engine.write(nextWrite, write, isVisible: isVisible, into: &heard)
    oracle.write(nextWrite, write, isVisible: isVisible, into: &expected)
    return true
  }

  private mutating func settle(isKept: Bool) -> Bool {
    let ids = oracle.pendingIDs
    let isOdd = ids.isEmpty || chance.below(20) == 0
    let id = isOdd ? 0 : ids[chance.below(3) > 0 ? 0 : chance.index(below: ids.count)]
    note("\(isKept ? "acknowledge" : "revert") \(id)")
    return isKept
      ? engine.acknowledge(id, into: &heard) == oracle.acknowledge(id, into: &expected)
      : engine.revert(id, into: &heard) == oracle.revert(id, into: &expected)
  }

  // MARK: Draws

  private static let keys = [
    "a", "b", "c", "d", "1", "10", "2", "01", "é", "long key of more than 23 bytes",
  ].map { Key($0) }

  private mutating func key() -> Key { Self.keys[chance.index(below: Self.keys.count)] }

  /// A path of at most three keys, mostly on the same few ways.
  private mutating func path() -> Path {
    let depth = [0, 1, 1, 1, 2, 2, 3][chance.index(below: 7)]
    return Path(
      (0..<depth).map { $0 == 0 ? (chance.below(4) > 0 ? Key("a") : key()) : key() })
  }

  private mutating func tag() -> UInt32 {
    let wires = oracle.wireListens
    // Tags that are over, or late, or still to come.
    if wires.isEmpty || chance.below(20) == 0 { return 1 + UInt32(chance.below(30)) }
    return wires[chance.index(below: wires.count)].tag
  }

  /// A tag and a path that it is about, or no tag and any path.
  private mutating func target() -> (UInt32?, Path) {
    let wires = oracle.wireListens
    if wires.isEmpty || chance.below(3) == 0 { return (nil, path()) }
    if chance.below(20) == 0 { return (tag(), path()) }
    let wire = wires[chance.index(below: wires.count)]
    switch chance.below(8) {
    case 0: return (wire.tag, path())
    case 1..<4: return (wire.tag, wire.path)
    case 4..<7: return (wire.tag, wire.path.appending(key()))
    default: return (wire.tag, wire.path.appending(key()).appending(key()))
    }
  }

  private mutating func parts() -> [Write.Part] {
    (0..<1 + chance.below(3)).map { _ in
      var path = Path((0..<[0, 1, 1, 1, 2, 2, 3][chance.index(below: 7)]).map { _ in key() })
      if chance.below(6) == 0 {
        path = path.appending(.priority)
        return Write.Part(path, priority())
      }
      return Write.Part(path, node(2))
    }
  }

  private mutating func priority() -> Node {
    [.null, .integer(1), .integer(2), .text("p"), .bool(true)][chance.index(below: 5)]
  }

  private mutating func node(_ depth: Int) -> Node {
    let leaves: [Node] = [
      .null, .bool(true), .bool(false), .integer(1), .integer(2), .number(1), .number(1.5),
      .text(""), .text("z"), .text("é"),
    ]
    var node = leaves[chance.index(below: leaves.count)]
    if depth > 0, chance.below(4) > 0 {
      let count = 1 + chance.below(depth > 1 ? 9 : 3)
      node = Node((0..<count).map { _ in (key(), self.node(depth - 1)) })
    }
    if chance.below(5) == 0 { node.set(priority(), at: .priority) }
    return node
  }

  private mutating func query() -> Query {
    let index: Query.Index =
      [.key, .key, .value, .priority, .child(Path("a")), .child(Path("b/c"))][
        chance.index(below: 6)]
    if chance.below(4) == 0 { return Query(index) }
    let limit: Query.Limit =
      [.none, .first(1), .first(2), .first(3), .last(1), .last(2), .last(4), .last(-1)][
        chance.below(12) == 0 ? 7 : chance.index(below: 7)]
    return Query(
      index, from: chance.below(3) == 0 ? bound(index) : nil,
      to: chance.below(3) == 0 ? bound(index) : nil, limit: limit)
  }

  private mutating func bound(_ index: Query.Index) -> Query.Bound {
    if index == .key, chance.below(9) == 0 { return Query.Bound(.none) }
    if index == .key { return Query.Bound(key(), isExclusive: chance.below(3) == 0) }
    let value = SortValue(node(1))
    return Query.Bound(
      value, key: chance.below(2) == 0 ? key() : nil, isExclusive: chance.below(2) == 0)
  }

  // MARK: Words

  private static func plain(_ wish: ViewEngine.Wish) -> ViewOracle.Wish {
    switch wish {
    case .listen(let tag, let path, let query): .listen(tag: tag, path, query)
    case .unlisten(let tag): .unlisten(tag: tag)
    case .heard(let registration, let event): .heard(registration: registration, event)
    case .cancelled(let registration): .cancelled(registration: registration)
    }
  }

  private static func words(_ wish: ViewOracle.Wish) -> String {
    guard case .heard(let registration, let event) = wish else { return "\(wish)" }
    if event.kind == .value { return "\(registration) value" }
    let previous = event.previous.map { " after \($0)" } ?? ""
    return "\(registration) \(event.kind) \(event.key) \(words(event.node))\(previous)"
  }

  private static func words(_ write: Write) -> String {
    switch write {
    case .set(_, let node): words(node)
    case .merge(_, let parts): words(parts)
    }
  }

  private static func words(_ parts: [Write.Part]) -> String {
    parts.map { "\($0.path): \(words($0.node))" }.description
  }

  private static func words(_ node: Node) -> String {
    let priority = node.priority.isNone ? "" : "^\(words(node.priority.node))"
    switch node.content {
    case .branch(let branch):
      return "{" + branch.children.map { "\($0.key): \(words($0.value))" }.joined(separator: ", ")
        + "}" + priority
    case .null: return "null"
    case .bool(let flag): return "\(flag)" + priority
    case .integer(let value): return "\(value)" + priority
    case .number(let value): return "\(value)" + priority
    case .text(let text): return "'\(text)'" + priority
    default: return "?"
    }
  }
}
