// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTree

/// The part that a query takes of the list of a location's children.
///
/// Its range is kept as places in the query's order, so that nothing has to be made for each write;
/// all that need it share one.
final class QuerySlice: Sendable {
  let query: Query
  /// The first place of the range; nil: it has no start.
  let start: Rank?
  /// The place behind the range; nil: it has no end.
  let end: Rank?

  /// The far end of a window: what is beyond it is not shown.
  enum Edge: Sendable {
    /// Nothing is shown at all.
    case shut
    /// The window has room, so that everything in range is shown.
    case open
    /// The window is full, and its outermost child is here.
    case at(Rank)
  }

  init(_ query: Query) {
    self.query = query
    start = Self.place(query.startRank, in: query.index)
    end = Self.place(query.endRank, in: query.index)
  }

  /// Returns the rank of a bound.
  ///
  /// In key order the value of a bound is meaningless, and one without a key binds nothing.
  private static func place(_ rank: Rank?, in index: Query.Index) -> Rank? {
    guard index == .key, let rank else { return rank }
    let isAtKey = rank.edge == .key || rank.edge == .justAfterKey
    return isAtKey ? Rank(.none, rank.key, rank.edge) : nil
  }

  /// `true` if a child at `rank` is shown while the window ends at `edge`.
  func shows(_ rank: Rank, upTo edge: Edge) -> Bool {
    if let start, rank < start { return false }
    if let end, !(rank < end) { return false }
    switch edge {
    case .shut: return false
    case .open: return true
    case .at(let outermost): return !isBeyond(rank, outermost)
    }
  }

  /// `true` if the limit leaves out what is at `rank` when `outermost` is the last that fits.
  func isBeyond(_ rank: Rank, _ outermost: Rank) -> Bool {
    if case .last = query.limit { rank < outermost } else { outermost < rank }
  }
}

/// The children of a location in an order other than by key; shared by all queries of that order there.
///
/// - Complexity: O(log *n*) for each child that is written, O(*n* log *n*) to make.
struct Order: Sendable {
  /// A value that takes no memory.
  struct Nothing: Sendable {}

  private(set) var index: Query.Index
  private(set) var ranks = SortedMap<Rank, Nothing>()
  /// The number of queries that need the order.
  var uses = 1

  init(by index: Query.Index, of node: Node) {
    self.index = index
    rebuild(node)
  }

  /// Forgets the children, because the order is no longer needed.
  mutating func clear() { ranks.removeAll() }

  /// Begins to order by something else.
  mutating func rebuild(_ node: Node, by index: Query.Index) {
    self.index = index
    uses = 1
    rebuild(node)
  }

  /// Orders the children of a node that has come in place of another.
  mutating func rebuild(_ node: Node) {
    ranks.removeAll()
    for (key, child) in node.children {
      ranks.set(Nothing(), for: Rank(index.sortValue(of: child), key))
    }
  }

  /// Returns the place of a child; nil if there is no such child, or if the order is not in use.
  func rank(of key: Key, _ child: Node) -> Rank? {
    child.isNull || uses == 0 ? nil : Rank(index.sortValue(of: child), key)
  }

  /// Moves a child from its old place to its new one.
  mutating func move(_ key: Key, from old: Rank?, to child: Node) {
    let new = rank(of: key, child)
    if old == new { return }
    if let old { ranks.remove(old) }
    if let new { ranks.set(Nothing(), for: new) }
  }
}

/// The children of one location as one query shows them.
struct Window {
  let slice: QuerySlice
  let children: SortedMap<Key, Node>
  /// The order; nil: by key.
  let ranks: SortedMap<Rank, Order.Nothing>?
  /// The places of those that are shown.
  let shown: Range<Int>
  private let isShut: Bool

  init(_ slice: QuerySlice, of node: Node, in ranks: SortedMap<Rank, Order.Nothing>?) {
    self.slice = slice
    let children = node.children
    self.children = children
    self.ranks = ranks
    let low = slice.start.map { Self.position(of: $0, children, ranks) } ?? 0
    let end = slice.end.map { Self.position(of: $0, children, ranks) } ?? children.count
    let high = max(low, end)
    let count = min(slice.query.limit.count, high - low)
    isShut = slice.query.limit.count == 0
    if case .last = slice.query.limit {
      shown = high - count..<high
    } else {
      shown = low..<low + count
    }
  }

  static func position(
    of place: Rank, _ children: SortedMap<Key, Node>, _ ranks: SortedMap<Rank, Order.Nothing>?
  ) -> Int {
    if let ranks { return ranks.rank(of: place) }
    let before = children.rank(of: place.key)
    return place.edge == .justAfterKey && children[place.key] != nil ? before + 1 : before
  }

  /// Returns the place in the query's order of the child at `position`.
  func rank(at position: Int) -> Rank {
    if let ranks { return ranks.entry(at: position).key }
    return Rank(.none, children.entry(at: position).key)
  }

  /// The end of the window.
  var edge: QuerySlice.Edge {
    if isShut { return .shut }
    if shown.count < slice.query.limit.count { return .open }
    if case .last = slice.query.limit { return .at(rank(at: shown.lowerBound)) }
    return .at(rank(at: shown.upperBound - 1))
  }

  /// Calls `visit` with each child that is shown, in the query's order.
  func forEach(_ visit: (Key, Node) -> Void) {
    guard let ranks else { return children.forEach(in: shown, visit) }
    ranks.forEach(in: shown) { rank, _ in
      if let node = children[rank.key] { visit(rank.key, node) }
    }
  }

  /// The shown children as a node of their own.
  var node: Node {
    var node = Node.null
    forEach { node.set($1, at: $0) }
    return node
  }

  /// Calls `visit` with the children that are shown but are beyond where the window ended before.
  func forEach(beyond outermost: Rank, _ visit: (Key, Node) -> Void) {
    let isLast = if case .last = slice.query.limit { true } else { false }
    for step in 0..<shown.count {
      let rank = rank(at: isLast ? shown.lowerBound + step : shown.upperBound - 1 - step)
      guard slice.isBeyond(rank, outermost) else { return }
      visit(rank.key, children[rank.key] ?? .null)
    }
  }
}
