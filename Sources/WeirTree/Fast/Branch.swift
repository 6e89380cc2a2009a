// SPDX-License-Identifier: Apache-2.0
public import WeirCore

/// Children under their keys, shared between the versions of a tree.
///
/// It is written to only while it has a single owner. That is why it may call itself sendable, and
/// why its accesses need no checks.
public final class Branch: @unchecked Sendable {
  /// The children in key order, at least one.
  @safe @exclusivity(unchecked) public internal(set) var children: SortedMap<Key, Node>
  /// A sum over the children, so that changing one of a million costs the same as changing one of two.
  @safe @exclusivity(unchecked) @usableFromInline var sum: UInt64

  /// The priority of the children's parent, for the few that carry one.
  @usableFromInline let standing: Standing?

  init(children: SortedMap<Key, Node>, sum: UInt64, priority: Priority = .none) {
    self.children = children
    self.sum = sum
    standing = priority.isNone ? nil : Standing(priority)
  }

  private init(_ other: Branch) {
    (children, sum, standing) = (other.children, other.sum, other.standing)
  }

  /// The priority that the children's parent carries.
  @inlinable
  public var priority: Priority { standing?.priority ?? .none }

  /// A number that stands for the content.
  @inlinable
  public var fingerprint: UInt64 { scrambled(sum ^ (standing?.fingerprint ?? 0)) | 1 }

  /// Makes a copy unless the branch has a single owner; only then may it be written to.
  @inline(__always)
  static func makeOwn(_ branch: inout Branch) {
    if isKnownUniquelyReferenced(&branch) { return }
    branch = Branch(branch)
  }

  @inline(__always)
  static func share(_ key: Key, _ node: Node) -> UInt64 {
    scrambled(key.hash64 &+ node.fingerprint &* 0x9E37_79B9_7F4A_7C15)
  }
}

/// A priority that is not none, with its fingerprint.
@usableFromInline
final class Standing: Sendable {
  @usableFromInline let priority: Priority
  @usableFromInline let fingerprint: UInt64

  init(_ priority: Priority) {
    self.priority = priority
    fingerprint = priority.node.fingerprint
  }
}

extension Node {
  /// Puts `child` under `key`; ``null`` removes.
  ///
  /// A leaf becomes a branch and keeps its priority; a branch without children becomes ``null`` and
  /// loses it. Removing below a leaf changes nothing. Under ``Key/priority`` the priority itself is
  /// put; a node that cannot be a priority is ignored there, and ``null`` cannot carry one.
  /// - Returns: The node that was there before.
  @discardableResult
  public mutating func set(_ child: Node, at key: Key) -> Node {
    if key == .priority {
      let old = priority.node
      if let priority = Priority(child) { self = with(priority) }
      return old
    }
    guard case .branch(var branch) = self else {
      if child.isNull { return .null }
      var children = SortedMap<Key, Node>()
      children.set(child, for: key)
      let sum = Branch.share(key, child)
      self = .branch(Branch(children: children, sum: sum, priority: priority))
      return .null
    }
    self = .null  // so that `branch` is the only holder, unless it is held outside too
    Branch.makeOwn(&branch)
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
    if node.isNull, self[key].isNull { return }
    if key != .priority, change(key, { $0.set(node, at: keys.dropFirst()) }) { return }
    var child = Node.null
    child.set(node, at: keys.dropFirst())
    set(child, at: key)
  }

  /// Changes the child called `key` where it lies; false if there is none.
  private mutating func change(_ key: Key, _ change: (inout Node) -> Void) -> Bool {
    guard case .branch(var branch) = self, branch.children[key] != nil else { return false }
    self = .null  // so that `branch` is the only holder, unless it is held outside too
    Branch.makeOwn(&branch)
    var isGone = false
    let difference = branch.children.update(key) { child in
      let before = Branch.share(key, child)
      change(&child)
      isGone = child.isNull
      return (isGone ? 0 : Branch.share(key, child)) &- before
    }
    branch.sum &+= difference ?? 0
    if isGone { branch.children.remove(key) }
    if !branch.children.isEmpty { self = .branch(branch) }
    return true
  }
}
