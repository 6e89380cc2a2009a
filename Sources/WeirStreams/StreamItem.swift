// SPDX-License-Identifier: Apache-2.0
import WeirCore
public import WeirTree

/// One item of a stream, as it was published: who it is, what is stored of it, and what only this app knows of it.
///
///     item.node[Path("text")]     // what the server and the app's own writes say
///     item.local[Path("isOpen")]  // local state that nobody stores
///     item.content                // both, the local state over what is stored
public struct StreamItem: Sendable {
  /// The child that the item is.
  public var key: Key
  /// The stored node: what the server and this client's own writes say.
  public var node: Node
  /// State of this app that is never stored; null unless it was set.
  public var local: Node
  /// The position of the item in its stream's order.
  public var rank: Rank

  /// Makes an item.
  public init(key: Key, node: Node, local: Node = .null, rank: Rank) {
    self.key = key
    self.node = node
    self.local = local
    self.rank = rank
  }

  /// The stored node with the children of the local state laid over it.
  public var content: Node { Self.content(of: node, under: local) }

  /// The item as list views know it: equal stamps mean that nothing looks different.
  public var row: Row { Row(key: key, stamp: Self.stamp(of: node, under: local)) }

  static func content(of node: Node, under local: Node) -> Node {
    if local.isNull { return node }
    var content = node
    for (key, child) in local.children { content.set(child, at: key) }
    return content
  }

  static func stamp(of node: Node, under local: Node) -> UInt64 {
    // Most items have no local state, and their stamp is the content's own.
    if local.isNull { return node.fingerprint }
    let turned = local.fingerprint << 29 | local.fingerprint >> 35
    return scrambled(node.fingerprint ^ turned)
  }
}
