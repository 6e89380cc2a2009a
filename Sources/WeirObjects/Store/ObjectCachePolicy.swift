// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

/// The rule by which a store keeps what it has heard of objects, to show it when they are listened to again.
///
///     var store = ObjectStore(.memory(places: 500))
public enum ObjectCachePolicy: Hashable, Sendable {
  /// It keeps nothing: an object shows nothing until it is heard.
  case none
  /// It keeps those that were heard or listened to last, so many of them at most, until the app ends.
  case memory(places: Int)
  /// The app keeps all of them where they outlive it, such as in a database: see ``ObjectWish/keep(_:_:)`` and
  /// ``ObjectWish/recall(tag:_:)``.
  case persistent
}

/// The nodes that a store keeps, by place, and when each was asked for last.
struct ObjectMemory: Sendable {
  let policy: ObjectCachePolicy
  private var nodes = SortedMap<Path, Kept>()
  /// The places by the turns at which they were asked for last.
  private var turns = SortedMap<UInt64, Path>()
  private var lastTurn: UInt64 = 0

  private struct Kept: Sendable {
    var node: Node
    var turn: UInt64
  }

  init(_ policy: ObjectCachePolicy) { self.policy = policy }

  /// Returns what is kept of a place, which is the last one to go then.
  mutating func node(at place: Path) -> Node? {
    guard let kept = nodes[place] else { return nil }
    keep(kept.node, at: place)
    return kept.node
  }

  /// Keeps a node in place of what was kept, if it is one that is there.
  mutating func keep(_ node: Node, at place: Path) {
    guard case .memory(let most) = policy else { return }
    forget(place)
    if node.isNull { return }
    lastTurn += 1
    nodes.set(Kept(node: node, turn: lastTurn), for: place)
    turns.set(place, for: lastTurn)
    if turns.count > most, let first = turns.first { forget(first.value) }
  }

  /// Forgets a place.
  private mutating func forget(_ place: Path) {
    if let kept = nodes.remove(place) { turns.remove(kept.turn) }
  }
}
