// SPDX-License-Identifier: Apache-2.0
import WeirCore
public import WeirTree

// Questions about the engine's state.
extension ViewEngine {
  /// All that a registration sees.
  public struct Snapshot: Sendable {
    /// The children in the window, as a node; of a query that shows everything also its priority or
    /// leaf.
    public var node: Node
    /// The children in the query's order.
    public var keys: [Key]
    /// `true` if nothing is missing.
    public var isComplete: Bool
  }

  /// Returns all that a registration sees; nil for an unknown one.
  ///
  /// - Complexity: O(*n*) for the keys; the node of a query that shows everything is shared.
  public func snapshot(of registration: UInt32) -> Snapshot? {
    guard let view = holders[registration].map({ views[$0] }) else { return nil }
    var node = view.isWindow ? Node.null : view.seen.node
    var keys: [Key] = []
    view.forEachShown { key, child in
      keys.append(key)
      if view.isWindow { node.set(child, at: key) }
    }
    return Snapshot(node: node, keys: keys, isComplete: view.standing.isWhole)
  }

  /// Returns a child as a registration sees it, null where it does not.
  ///
  /// - Complexity: O(log *n*).
  public func child(_ key: Key, of registration: UInt32) -> Node {
    holders[registration].map { views[$0].shown(key) } ?? .null
  }

  /// Returns the number of children that a registration sees.
  ///
  /// - Complexity: O(log *n*).
  public func count(of registration: UInt32) -> Int {
    holders[registration].map { views[$0].slice.count } ?? 0
  }

  /// Returns the believed data at a location, nil if it is not known.
  ///
  /// It is what the server is known to hold, by the lowest view at or above the location, with the pending
  /// writes over it: hidden ones too if asked, and without those excluded.
  public func known(
    at path: Path, includingHidden: Bool, excluding: [UInt32] = []
  ) -> Node? {
    var partial = knownByServer(at: path)
    for pending in writes where pending.isVisible || includingHidden {
      if excluding.contains(pending.id) { continue }
      let data = IncomingData(pending.write)
      for part in 0..<data.count {
        if let fragment = data.fragment(part, seenFrom: path) { partial.apply(fragment) }
      }
    }
    return partial.isWhole ? partial.node : nil
  }

  private func knownByServer(at path: Path) -> PartialNode {
    var (place, level) = places.lowestPlace(to: path)
    while true {
      for view in places.views(at: place) where views[view].isComplete {
        let rest = path.keys[level...]
        if !views[view].isFiltered { return PartialNode(whole: views[view].serverNode(at: rest)) }
        guard let child = rest.first.flatMap({ views[view].knownChild($0) }), !child.isNull
        else { continue }
        return PartialNode(whole: child[rest.dropFirst()])
      }
      guard let parent = places.parent(of: place) else { return PartialNode() }
      (place, level) = (parent, level - 1)
    }
  }

  /// Returns the fingerprint of what the server is known to hold under a tag, by which it can say
  /// that nothing has changed; 0 where that is not completely known.
  public func fingerprint(ofServerDataOf tag: UInt32) -> UInt64 {
    guard let wire = wires[tag] else { return 0 }
    let candidates = wire.view.map { [$0] } ?? places.views(at: wire.place)
    let view = candidates.first {
      views[$0].isComplete && (wire.view != nil || !views[$0].isWindow)
    }
    guard let view else { return 0 }
    return views[view].serverPartial.node.fingerprint
  }

  /// Returns the location that a tag listens to, or did until a default listen took the place of
  /// its own.
  public func path(of tag: UInt32) -> Path? { wire(of: tag).map { path(of: $0) } }

  /// The listens that the server is asked for, by rising tags.
  public var wireListens: [(tag: UInt32, path: Path, query: Query)] {
    wires.map { tag, wire in
      (tag, path(of: wire), wire.view.map { views[$0].query } ?? Query())
    }
  }
}
