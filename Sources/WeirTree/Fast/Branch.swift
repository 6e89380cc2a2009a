public import WeirCore

/// Children under their keys, shared between the versions of a tree.
///
/// It is written to only while nobody else holds it; that is why it may call itself sendable.
public final class Branch: @unchecked Sendable {
  /// The children in key order, at least one.
  public internal(set) var children: SortedMap<Key, Node>
  /// A sum over the children, so that changing one of a million costs the same as changing one of two.
  @usableFromInline var sum: UInt64

  init(children: SortedMap<Key, Node>, sum: UInt64) {
    self.children = children
    self.sum = sum
  }

  /// A number that stands for the content.
  @inlinable
  public var fingerprint: UInt64 { scrambled(sum) | 1 }

  @inline(__always)
  static func share(_ key: Key, _ node: Node) -> UInt64 {
    scrambled(key.hash64 &+ node.fingerprint &* 0x9E37_79B9_7F4A_7C15)
  }
}

extension Node {
  /// Puts `child` under `key`; ``null`` removes.
  ///
  /// A leaf becomes a branch, a branch without children nothing. Removing below a leaf changes nothing.
  /// - Returns: what stood there before.
  @discardableResult
  public mutating func set(_ child: Node, at key: Key) -> Node {
    guard case .branch(var branch) = self else {
      if child.isNull { return .null }
      var children = SortedMap<Key, Node>()
      children.set(child, for: key)
      self = .branch(Branch(children: children, sum: Branch.share(key, child)))
      return .null
    }
    self = .null  // so that `branch` is the only holder, if nobody outside holds it too
    if !isKnownUniquelyReferenced(&branch) {
      branch = Branch(children: branch.children, sum: branch.sum)
    }
    let old: Node
    if child.isNull {
      old = branch.children.remove(key) ?? .null
    } else {
      old = branch.children.set(child, for: key) ?? .null
      branch.sum &+= Branch.share(key, child)
    }
    if !old.isNull { branch.sum &-= Branch.share(key, old) }
    if !branch.children.isEmpty { self = .branch(branch) }
    return old
  }

  /// Puts `node` at `path` below this one, making and pruning branches on the way.
  public mutating func set(_ node: Node, at path: Path) { set(node, at: path.keys[...]) }

  private mutating func set(_ node: Node, at keys: ArraySlice<Key>) {
    guard let key = keys.first else {
      self = node
      return
    }
    if keys.count == 1 {
      set(node, at: key)
      return
    }
    // Take the child out while it is changed, so that it is not copied.
    var child = take(key)
    child.set(node, at: keys.dropFirst())
    set(child, at: key)
  }

  /// Takes the child `key` out and leaves nothing.
  private mutating func take(_ key: Key) -> Node { set(.null, at: key) }
}
