// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

/// The children that a view shows at one moment.
///
/// It stays the same when the view changes, and a copy of it is small.
struct Sight: Sendable {
  let node: Node
  let order: SortedMap<Rank, Void>
  let slice: Range<Int>
  let isKeyOrdered: Bool
  let isWindow: Bool

  var isEmpty: Bool { slice.isEmpty }

  /// Returns the shown node of a child of a view with this query, null if it is not shown.
  func shown(_ key: Key, _ query: Query) -> Node {
    let node = node[key]
    if node.isNull || !isWindow { return node }
    let place =
      isKeyOrdered
      ? self.node.children.rank(of: key) : order.rank(of: query.rank(of: key, node))
    return slice.contains(place) ? node : .null
  }

  /// Calls `body` with the children shown, in the query's order.
  func forEach(_ body: (Key, Node) -> Void) {
    if isKeyOrdered {
      node.children.forEach(in: slice, body)
    } else {
      order.forEach(in: slice) { rank, _ in body(rank.key, node[rank.key]) }
    }
  }
}

// The children seen that are shown.
//
// What a change asks is inlined: a call would be given a copy of the whole view.
extension View {
  /// The children seen, by key.
  @inline(__always)
  var children: SortedMap<Key, Node> { seen.node.children }

  /// The number of children that are seen.
  @inline(__always)
  var count: Int { isKeyOrdered ? children.count : order.count }

  /// The places of the children that lie in the query's range.
  private var range: Range<Int> {
    if isKeyOrdered {
      let children = children
      let lower = query.start.flatMap { place(of: $0, behind: $0.isExclusive, children) }
      let upper = query.end.flatMap { place(of: $0, behind: !$0.isExclusive, children) }
      return (lower ?? 0)..<max(lower ?? 0, upper ?? children.count)
    }
    let lower = query.startRank.map { order.rank(of: $0) } ?? 0
    let upper = query.endRank.map { order.rank(of: $0) } ?? order.count
    return lower..<max(lower, upper)
  }

  /// Returns the place before or behind the child at an end of a range in key order; nil for an end
  /// without a key.
  private func place(
    of bound: Query.Bound, behind isBehind: Bool, _ children: SortedMap<Key, Node>
  ) -> Int? {
    guard let key = bound.key else { return nil }
    return children.rank(of: key) + (isBehind && children[key] != nil ? 1 : 0)
  }

  /// The places of the children that are shown.
  @inline(__always)
  var slice: Range<Int> {
    let range = isUnbounded ? 0..<count : range
    switch query.limit {
    case .none: return range
    case .first(let most):
      return range.lowerBound..<range.lowerBound + min(range.count, max(0, most))
    case .last(let most):
      return range.upperBound - min(range.count, max(0, most))..<range.upperBound
    }
  }

  /// `true` if a child lies in the query's range.
  func ranges(over key: Key, _ node: Node) -> Bool {
    if isKeyOrdered {
      if let start = query.start, let first = start.key {
        if start.isExclusive ? key <= first : key < first { return false }
      }
      if let end = query.end, let last = end.key {
        if end.isExclusive ? last <= key : last < key { return false }
      }
      return true
    }
    if isUnbounded { return true }
    let rank = query.rank(of: key, node)
    if let start = query.startRank, rank < start { return false }
    if let end = query.endRank, !(rank < end) { return false }
    return true
  }

  /// Returns the child at a place of the query's order.
  @inline(__always)
  func entry(at place: Int) -> (key: Key, node: Node) {
    if isKeyOrdered {
      let entry = children.entry(at: place)
      return (entry.key, entry.value)
    }
    let key = order.entry(at: place).key.key
    return (key, seen.node[key])
  }

  /// Returns the key of the child at a place of the query's order.
  @inline(__always)
  func key(at place: Int) -> Key {
    isKeyOrdered ? children.key(at: place) : order.key(at: place).key
  }

  /// Returns the place of a child seen in the query's order.
  @inline(__always)
  func place(of key: Key, _ node: Node) -> Int {
    isKeyOrdered ? children.rank(of: key) : order.rank(of: query.rank(of: key, node))
  }

  /// Returns the shown node of a child, null if it is not shown.
  func shown(_ key: Key) -> Node {
    let node = seen.node[key]
    if node.isNull || !isWindow { return node }
    return slice.contains(place(of: key, node)) ? node : .null
  }

  /// Calls `body` with the children shown, in the query's order.
  func forEachShown(_ body: (Key, Node) -> Void) { sight.forEach(body) }

  /// The children that are shown now.
  @inline(__always)
  var sight: Sight {
    Sight(
      node: seen.node, order: order, slice: slice, isKeyOrdered: isKeyOrdered, isWindow: isWindow)
  }

  /// Returns the child shown before one that is shown, nil for the first.
  @inline(__always)
  func keyShown(before key: Key, _ node: Node) -> Key? {
    if !isWindow, isKeyOrdered { return children.entry(before: key)?.key }
    if !isWindow { return order.entry(before: query.rank(of: key, node))?.key.key }
    let place = place(of: key, node)
    return place > slice.lowerBound ? self.key(at: place - 1) : nil
  }
}
