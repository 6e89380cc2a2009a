// SPDX-License-Identifier: Apache-2.0
public import WeirCore

/// A node of the tree: nothing, a leaf, or children; the last two may carry a priority.
///
///     Node.text("hello").fingerprint  // the same in every process
///
/// A node is a value: a holder of one never sees it change. Children are shared between versions,
/// so holding an old version of a large list costs nothing until the new one is written to.
public enum Node: Sendable {
  /// Nothing: the same as a place that was never written.
  case null
  /// True or false.
  case bool(Bool)
  /// A number without a fraction.
  case integer(Int64)
  /// Any number.
  case number(Double)
  /// A text.
  case text(String)
  /// At least one child.
  case branch(Branch)
  /// A leaf that carries a priority.
  case ranked(RankedLeaf)
  /// A leaf that the server will fill in; it is never in the server's tree.
  case deferred(ServerValue)

  /// A branch with `children`; those that are nothing are left out, and with none left it is ``null``.
  public init(_ children: [(Key, Node)]) {
    var node = Node.null
    for (key, child) in children { node.set(child, at: key) }
    self = node
  }

  /// `true` if there is nothing.
  @inlinable
  public var isNull: Bool { if case .null = self { true } else { false } }

  /// The children in key order; empty for a leaf.
  @inlinable
  public var children: SortedMap<Key, Node> {
    if case .branch(let branch) = self { branch.children } else { SortedMap() }
  }

  /// The child called `key`, or ``null``.
  @inlinable
  public subscript(key: Key) -> Node {
    if case .branch(let branch) = self { branch.children[key] ?? .null } else { .null }
  }

  /// The node at `path` below this one, or ``null``; a path that ends with ``Key/priority`` leads to the
  /// priority.
  public subscript(path: Path) -> Node { self[path.keys[...]] }

  /// The node that the keys lead to, or ``null``.
  public subscript(keys: ArraySlice<Key>) -> Node {
    var node = self
    for key in keys { node = key == .priority ? node.priority.node : node[key] }
    return node
  }

  /// A number that stands for the content.
  ///
  /// Equal nodes have equal ones, and different nodes differ but for one chance in 2⁶³. Nothing has 0.
  @inlinable
  public var fingerprint: UInt64 {
    if case .branch(let branch) = self { return branch.fingerprint }
    return leafFingerprint
  }

  @usableFromInline
  var leafFingerprint: UInt64 {
    switch self {
    case .null: 0
    case .bool(let flag): scrambled(flag ? 0xB001 : 0xB000)
    case .integer(let value): Self.numberFingerprint(Double(value), exact: value)
    case .number(let value): Self.numberFingerprint(value, exact: nil)
    case .text(let text): nameHash(text) | 1
    case .branch(let branch): branch.fingerprint
    case .ranked(let ranked): ranked.content.fingerprint(with: ranked.priority)
    case .deferred(.timestamp): scrambled(0x71AE) | 1
    case .deferred(.increment(let step)): scrambled(UInt64(bitPattern: step) ^ 0x1AC0) | 1
    case .deferred(.incrementBy(let step)): scrambled(step.bitPattern ^ 0x1AC1) | 1
    }
  }

  func fingerprint(with priority: Priority) -> UInt64 {
    scrambled(fingerprint ^ rotatedLeft(priority.node.fingerprint, 17)) | 1
  }

  /// Returns the fingerprint of a number.
  ///
  /// An integer and a number of the same value are the same leaf, so they share a fingerprint;
  /// integers that no `Double` can hold exactly have their own.
  private static func numberFingerprint(_ value: Double, exact: Int64?) -> UInt64 {
    if let exact, Int64(exactly: value) != exact {
      return scrambled(UInt64(bitPattern: exact) ^ 0x1E67) | 1
    }
    let canonical = value == 0 ? 0.0 : value
    return scrambled(canonical.bitPattern ^ 0xF10A7) | 1
  }
}

extension Node: Hashable {
  /// `true` if both have the same content; an integer equals a number of the same value.
  public static func == (a: Node, b: Node) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let x), .bool(let y)): x == y
    case (.text(let x), .text(let y)): x.utf8.elementsEqual(y.utf8)
    case (.integer(let x), .integer(let y)): x == y
    case (.number(let x), .number(let y)): x == y
    case (.integer(let x), .number(let y)), (.number(let y), .integer(let x)):
      Int64(exactly: y) == x
    case (.ranked(let x), .ranked(let y)): x.priority == y.priority && x.content == y.content
    case (.deferred(let x), .deferred(let y)): x == y
    case (.branch(let x), .branch(let y)):
      x === y
        || x.fingerprint == y.fingerprint && x.priority == y.priority
          && x.children.count == y.children.count
          && (0..<x.children.count).allSatisfy {
            x.children.entry(at: $0) == y.children.entry(at: $0)
          }
    default: false
    }
  }

  /// Feeds the fingerprint, which is the same for equal nodes.
  public func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}
