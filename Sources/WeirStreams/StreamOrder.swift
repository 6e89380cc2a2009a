// SPDX-License-Identifier: Apache-2.0
public import WeirTree

/// The order in which a stream shows its items.
///
///     let order = StreamOrder(.child(Path("score")), isAscending: false)
///     order.precedes(order.rank(of: ann, annsNode), order.rank(of: bob, bobsNode))  // ann has scored more
///
/// Items of one value are ordered by key; a descending stream shows the exact reverse of an ascending one,
/// ties included.
public struct StreamOrder: Hashable, Sendable {
  /// The value that items are ordered by.
  public var index: Query.Index
  /// `true` if the stream runs in the order of the index, rather than against it.
  public var isAscending: Bool

  /// Makes an order; without words it is by rising keys.
  public init(_ index: Query.Index = .key, isAscending: Bool = true) {
    self.index = index
    self.isAscending = isAscending
  }

  /// Returns the position of an item.
  public func rank(of key: Key, _ node: Node) -> Rank { Rank(index.sortValue(of: node), key) }

  /// `true` if one item comes before another one in the stream.
  public func precedes(_ a: Rank, _ b: Rank) -> Bool { isAscending ? a < b : b < a }
}
