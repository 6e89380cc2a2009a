// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

/// The known data of a location: all of it, what a window shows of it, or some of its children.
///
///     var partial = PartialNode()           // nothing is known
///     partial.set(.null, at: Key("a"))      // "a" is known to be nothing
///     partial.child(Key("a"))               // .null
///     partial.child(Key("b"))               // nil: who knows?
struct PartialNode: Sendable {
  /// The node; where it is not known whole, or as a window alone, the children known that are not nothing.
  var node = Node.null
  /// `true` if everything is known, or everything that a window shows.
  var isWhole = false
  /// `true` if it is known whole as a window: a child that is not there may exist.
  var isWindow = false
  /// The children that are known to be nothing, where not everything is known.
  var absent = SortedMap<Key, Void>()

  /// Knows nothing.
  init() {}

  /// Knows everything.
  init(whole node: Node, isWindow: Bool = false) {
    self.node = node
    isWhole = true
    self.isWindow = isWindow
  }

  /// `true` if what is not there is known to be nothing.
  var holdsEverything: Bool { isWhole && !isWindow }

  /// `true` if not one child is known to be something or nothing.
  var isBlank: Bool { !isWhole && absent.isEmpty && node.children.isEmpty }

  /// Returns the child, null if it is known to be nothing, nil if it is not known.
  func child(_ key: Key) -> Node? {
    let node = node[key]
    if node.isNull, !holdsEverything, absent[key] == nil { return nil }
    return node
  }

  /// Puts a child, or forgets it; returns what stood there before.
  @discardableResult
  mutating func set(_ child: Node?, at key: Key) -> Node {
    if !holdsEverything {
      if let child, child.isNull {
        absent.set((), for: key)
      } else if !absent.isEmpty {
        absent.remove(key)
      }
    }
    return node.set(child ?? .null, at: key)
  }

  /// Lays a fragment over what is known; what lies below an unknown child stays unknown.
  mutating func apply(_ fragment: WriteFragment) {
    switch fragment.reach {
    case .covers: self = PartialNode(whole: fragment.node)
    case .child: set(fragment.node, at: fragment.key)
    case .deeper:
      guard var child = child(fragment.key) else { return }
      child.set(fragment.node, at: Path(fragment.rest))
      set(child, at: fragment.key)
    case .priority:
      if holdsEverything { node.set(fragment.node, at: .priority) }
    }
  }

  /// `true` if the children say everything: no leaf, no priority.
  var isPlain: Bool {
    switch node {
    case .null: true
    case .branch(let branch): branch.priority.isNone
    default: false
    }
  }

  /// The node without its children: a leaf, or the priority.
  var own: Node { if case .branch(let branch) = node { branch.priority.node } else { node } }
}
