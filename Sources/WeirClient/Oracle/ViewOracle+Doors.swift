public import WeirTree

extension ViewOracle {
  /// The server says what stands at a path; under no tag or a default one it concerns all views.
  @discardableResult
  public mutating func serverOverwrite(
    tag: UInt32?, at path: Path, _ node: Node, into wishes: inout [Wish]
  ) -> Bool {
    serverParts(tag: tag, [.init(path, node)], isMerge: false, into: &wishes)
  }

  /// The server says what stands at some places below a path.
  @discardableResult
  public mutating func serverMerge(
    tag: UInt32?, at path: Path, _ parts: [Write.Part], into wishes: inout [Wish]
  ) -> Bool {
    let parts = parts.map { Write.Part(path.appending($0.path), $0.node) }
    return serverParts(tag: tag, parts, isMerge: true, into: &wishes)
  }

  /// The server says what one child of a listen is now.
  @discardableResult
  public mutating func serverChange(
    tag: UInt32, _ key: Key, _ node: Node, into wishes: inout [Wish]
  ) -> Bool {
    serverChanges(tag: tag, [.init(key, node)], into: &wishes)
  }

  /// The server says what some children of a listen are now, all at one instant.
  @discardableResult
  public mutating func serverChanges(
    tag: UInt32, _ changes: [Message.Entry], into wishes: inout [Wish]
  ) -> Bool {
    guard let wire = wireListens.first(where: { $0.tag == tag }) else { return false }
    let parts = changes.map { Write.Part(wire.path.appending($0.key), $0.node) }
    return serverParts(tag: tag, parts, isMerge: false, into: &wishes)
  }

  /// The writes that wait for their answer, by rising id.
  public var pendingIDs: [UInt32] { writes.map(\.id) }

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
      belief.lay(write.parts)
    }
    return belief.whole
  }

  /// The fingerprint of what the server said under a tag, 0 unless that is complete.
  public func fingerprint(ofServerDataOf tag: UInt32) -> UInt64 {
    guard let wire = wireListens.first(where: { $0.tag == tag }) else { return 0 }
    let view = views.first { $0.isAnswered(by: wire) && $0.isComplete }
    return view?.whole?.fingerprint ?? 0
  }

  /// The views at a path or above it, deepest first, those of one location as they were made.
  func viewsAbove(_ path: Path) -> [View] {
    (0...path.keys.count).reversed().flatMap { depth in
      views.filter { $0.path.keys == Array(path.keys.prefix(depth)) }
    }
  }

  /// The things in the order in which they hear: children before parents, siblings by key.
  static func visited<Thing>(_ things: [Thing], at path: (Thing) -> Path) -> [Thing] {
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

extension Write {
  /// What is put where, in order, seen from the root.
  var absoluteParts: [Part] {
    switch self {
    case .set(let path, let node): [Part(path, node)]
    case .merge(let path, let parts): parts.map { Part(path.appending($0.path), $0.node) }
    }
  }
}
