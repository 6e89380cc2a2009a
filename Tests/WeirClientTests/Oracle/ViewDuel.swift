// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirTree

/// The engine and its oracle, given the same random operations, and the first difference between them.
struct ViewDuel {
  private let quirks: ViewQuirks
  /// `true` if all happens in a few small windows at one place, so that what they keep is passed by often.
  private let isNarrow: Bool
  private var engine: ViewEngine
  private var oracle: ViewOracle
  private var chance: RandomStream
  private var live: [UInt32] = []
  private var nextWrite: UInt32 = 1
  private var history: [Operation] = []
  private var heard: [ViewEngine.Wish] = []
  private var expected: [ViewOracle.Wish] = []
  /// The number of wishes there were so far.
  private(set) var wishCount = 0

  init(seed: UInt64, quirks: ViewQuirks, isNarrow: Bool = false) {
    self.quirks = quirks
    self.isNarrow = isNarrow
    engine = ViewEngine(quirks: quirks)
    oracle = ViewOracle(quirks: quirks)
    chance = RandomStream(seed: seed, "duel")
  }

  /// One operation more; what differs, and the fewest operations that lead there, if something does.
  mutating func step() -> String? {
    let operation = isNarrow ? drawInWindow() : draw()
    history.append(operation)
    guard let words = play(operation) ?? answers() else { return nil }
    var fewest = history
    shrink(&fewest)
    return "\(words)\nafter, if the answers alone do not tell,\n"
      + fewest.map { "  \($0)" }.joined(separator: "\n")
  }

  /// Plays a history from the start; what differs, if something does.
  private func difference(after history: [Operation]) -> String? {
    var duel = ViewDuel(seed: 0, quirks: quirks, isNarrow: isNarrow)
    for operation in history {
      if let words = duel.play(operation) { return words }
    }
    return nil
  }

  /// Leaves out what is not needed for a difference.
  private func shrink(_ history: inout [Operation]) {
    var width = history.count / 2
    while width > 0 {
      var place = history.count - width
      while place >= 0 {
        var rest = history
        rest.removeSubrange(place..<min(place + width, rest.count))
        if difference(after: rest) != nil { history = rest }
        place -= width
      }
      width /= 2
    }
  }

  /// Carries an operation out in both; what differs then, but for the answers to questions.
  private mutating func play(_ operation: Operation) -> String? {
    heard.removeAll()
    expected.removeAll()
    let agrees = carryOut(operation)
    wishCount += heard.count
    engine.checkInvariants()
    let (a, b) = (heard.map(Self.plain), expected)
    if !agrees { return "another return value" }
    if a != b { return "\(a.map(Self.words)) instead of \(b.map(Self.words))" }
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
    }
    return engine.pendingIDs == oracle.pendingIDs ? nil : "other writes are pending"
  }

  /// Asks both a few questions more; which answer differs, if one does.
  private mutating func answers() -> String? {
    for registration in live {
      guard let shown = oracle.snapshot(of: registration) else { continue }
      let key = key()
      let child = shown.keys.contains(key) ? shown.node[key] : .null
      if engine.child(key, of: registration) != child { return "another child \(key)" }
    }
    let path = path()
    let isHidden = chance.below(2) == 0
    let left = engine.pendingIDs.filter { _ in chance.below(3) == 0 }
    let a = engine.known(at: path, includingHidden: isHidden, excluding: left)
    let b = oracle.known(at: path, includingHidden: isHidden, excluding: left)
    return a == b ? nil : "\(path) is known as \(a as Any) instead of \(b as Any)"
  }

  // MARK: Operations

  /// The operations that both carry out.
  enum Operation: CustomStringConvertible {
    case listen(Path, Query)
    case unlisten(UInt32)
    case cancel(UInt32)
    case complete(UInt32)
    case overwrite(UInt32?, Path, Node)
    case merge(UInt32?, Path, [Write.Part])
    case change(UInt32, Key, Node)
    case changes(UInt32, [Message.Entry])
    case write(UInt32, Write, isVisible: Bool)
    case acknowledge(UInt32)
    case revert(UInt32)

    var description: String {
      switch self {
      case .listen(let path, let query): "listen \(path) \(query)"
      case .unlisten(let registration): "unlisten \(registration)"
      case .cancel(let tag): "cancel \(tag)"
      case .complete(let tag): "complete \(tag)"
      case .overwrite(let tag, let path, let node):
        "overwrite \(tag as Any) \(path) \(ViewDuel.words(node))"
      case .merge(let tag, let path, let parts):
        "merge \(tag as Any) \(path) \(ViewDuel.words(parts))"
      case .change(let tag, let key, let node): "change \(tag) \(key) \(ViewDuel.words(node))"
      case .changes(let tag, let entries):
        "changes \(tag) \(entries.map { "\($0.key): \(ViewDuel.words($0.node))" })"
      case .write(let id, let write, let isVisible):
        "write \(id) \(isVisible ? "" : "unseen ")\(write.path) \(ViewDuel.words(write))"
      case .acknowledge(let id): "acknowledge \(id)"
      case .revert(let id): "revert \(id)"
      }
    }
  }

  /// Tells both; whether both answer the same.
  private mutating func carryOut(_ operation: Operation) -> Bool {
    switch operation {
    case .listen(let path, let query):
      let a = engine.listen(to: path, query, into: &heard)
      live.append(a)
      return a == oracle.listen(to: path, query, into: &expected)
    case .unlisten(let registration):
      live.removeAll { $0 == registration }
      return engine.unlisten(registration, into: &heard)
        == oracle.unlisten(registration, into: &expected)
    case .cancel(let tag):
      let a = engine.cancel(tag: tag, into: &heard)
      for case .cancelled(let registration) in heard { live.removeAll { $0 == registration } }
      return a == oracle.cancel(tag: tag, into: &expected)
    case .complete(let tag):
      return engine.listenComplete(tag: tag, into: &heard)
        == oracle.listenComplete(tag: tag, into: &expected)
    case .overwrite(let tag, let path, let node):
      return engine.serverOverwrite(tag: tag, at: path, node, into: &heard)
        == oracle.serverOverwrite(tag: tag, at: path, node, into: &expected)
    case .merge(let tag, let path, let parts):
      return engine.serverMerge(tag: tag, at: path, parts, into: &heard)
        == oracle.serverMerge(tag: tag, at: path, parts, into: &expected)
    case .change(let tag, let key, let node):
      return engine.serverChange(tag: tag, key, node, into: &heard)
        == oracle.serverChange(tag: tag, key, node, into: &expected)
    case .changes(let tag, let entries):
      return engine.serverChanges(tag: tag, entries, into: &heard)
        == oracle.serverChanges(tag: tag, entries, into: &expected)
    case .write(let id, let write, let isVisible):
      engine.write(id, write, isVisible: isVisible, into: &heard)
      oracle.write(id, write, isVisible: isVisible, into: &expected)
      return true
    case .acknowledge(let id):
      return engine.acknowledge(id, into: &heard) == oracle.acknowledge(id, into: &expected)
    case .revert(let id):
      return engine.revert(id, into: &heard) == oracle.revert(id, into: &expected)
    }
  }

  private mutating func draw() -> Operation {
    switch chance.below(100) {
    case 0..<9: return .listen(path(), query())
    case 9..<13: return .unlisten(listener())
    case 13..<14: return .cancel(tag())
    case 14..<17: return .complete(tag())
    case 17..<35:
      let (tag, path) = target()
      let isPriority = chance.below(4) == 0
      return isPriority
        ? .overwrite(tag, path.appending(.priority), priority()) : .overwrite(tag, path, node(3))
    case 35..<45:
      let (tag, path) = target()
      return .merge(tag, path, parts())
    case 45..<54: return .change(tag(), key(), node(2))
    case 54..<60:
      return .changes(tag(), (0..<1 + chance.below(4)).map { _ in Message.Entry(key(), node(2)) })
    case 60..<82: return drawWrite()
    case 82..<93: return .acknowledge(pendingID())
    default: return .revert(pendingID())
    }
  }

  /// Draws an operation about the children of one place that small windows show.
  private mutating func drawInWindow() -> Operation {
    let place = Path("a")
    let count = oracle.wireListens.count
    if count == 0 || count < 3 && chance.below(30) == 0 {
      let index: Query.Index = [.key, .value, .child(Path("b"))][chance.index(below: 3)]
      let limit: Query.Limit = [.first(1), .first(2), .first(3), .last(2), .last(3)][
        chance.index(below: 5)]
      let start = index == .key && chance.below(3) == 0 ? Query.Bound(Key("a")) : nil
      return .listen(place, Query(index, from: start, limit: limit))
    }
    switch chance.below(100) {
    case 0..<4:
      return .overwrite(tag(), place, Node((0..<4).map { _ in (narrowKey(), narrowNode()) }))
    case 4..<45:
      return .changes(
        tag(), (0..<1 + chance.below(4)).map { _ in Message.Entry(narrowKey(), narrowNode()) })
    case 45..<75:
      nextWrite += 1
      let child = place.appending(narrowKey())
      let write: Write =
        switch chance.below(12) {
        case 0, 3, 4: .set(child.appending(Key("b")), .integer(Int64(chance.below(7))))
        case 1:
          .merge(
            place, [.init(Path([narrowKey()]), narrowNode()), .init(Path([narrowKey()]), .null)])
        case 2: .set(place, Node((0..<3).map { _ in (narrowKey(), narrowNode()) }))
        default: .set(child, narrowNode())
        }
      return .write(nextWrite, write, isVisible: true)
    case 75..<92: return .acknowledge(oracle.pendingIDs.first ?? 0)
    case 92..<95: return .acknowledge(pendingID())
    default: return .revert(pendingID())
    }
  }

  private mutating func narrowKey() -> Key { Self.keys[chance.index(below: 7)] }

  private mutating func narrowNode() -> Node {
    let value = Node.integer(Int64(chance.below(7)))
    switch chance.below(5) {
    case 0, 1: return .null
    case 2: return Node([(Key("b"), value)])
    default: return value
    }
  }

  private mutating func listener() -> UInt32 {
    live.isEmpty || chance.below(9) == 0 ? 9999 : live[chance.index(below: live.count)]
  }

  private mutating func drawWrite() -> Operation {
    let path = path()
    let isVisible = chance.below(8) > 0
    let write: Write
    switch chance.below(6) {
    case 0: write = .set(path.appending(.priority), priority())
    case 1, 2: write = .merge(path, parts())
    default: write = .set(path, node(3))
    }
    nextWrite += 1 + UInt32(chance.below(2))
    return .write(nextWrite, write, isVisible: isVisible)
  }

  private mutating func pendingID() -> UInt32 {
    let ids = oracle.pendingIDs
    let isOdd = ids.isEmpty || chance.below(20) == 0
    return isOdd ? 0 : ids[chance.below(3) > 0 ? 0 : chance.index(below: ids.count)]
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
