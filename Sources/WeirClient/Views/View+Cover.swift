// SPDX-License-Identifier: Apache-2.0
import WeirCore
import WeirTree

// The places about which the server has said everything.
extension View {
  /// The places at which a child would be held if there were one.
  enum Cover: Equatable {
    /// There are none.
    case nothing
    /// All that lie in the query's range.
    case all
    /// Those of them that lie no further out than the outermost child of a full window.
    case upTo(Rank)
  }

  /// The places that the server's window covers; there are none before it is answered.
  ///
  /// - Complexity: O(1), but for the children that layers concern; where they concern more, O(*n*).
  var cover: Cover {
    guard isFiltered, isComplete else { return .nothing }
    let count = mode == .whole ? known.node.children.count : knownCount
    if count < query.limit.count { return .all }
    return count > 0 ? .upTo(outermostRank) : .nothing
  }

  /// The rank of the child that the server is known to hold at the window's open end, of which there is one.
  private var outermostRank: Rank {
    if mode != .whole { return outermostKnown() }
    var outermost: Rank?
    for (key, node) in known.node.children {
      let rank = query.rank(of: key, node)
      if outermost.map({ isBeyond(rank, $0) }) ?? true { outermost = rank }
    }
    guard let outermost else { invariantBroken("a full window holds nothing") }
    return outermost
  }

  /// `true` if a window that has no room for what is further out than `outermost` has none for a rank.
  private func isBeyond(_ rank: Rank, _ outermost: Rank) -> Bool {
    if case .last = query.limit { rank < outermost } else { outermost < rank }
  }

  private func isCovered(_ key: Key, _ node: Node, by cover: Cover) -> Bool {
    guard ranges(over: key, node) else { return false }
    switch cover {
    case .nothing: return false
    case .all: return true
    case .upTo(let outermost): return !isBeyond(query.rank(of: key, node), outermost)
    }
  }

  /// Forgets what is kept of children over which an operation of the server has moved the end of its window without
  /// saying them: they are gone, and the server has no other reason to speak of them.
  ///
  /// A child whose place was covered before stays: its data is still on the way from a server that answers first.
  mutating func forgetPassed(since before: Cover, into changes: inout [Change]) {
    if before == .nothing || !layers.contains(where: \.isKept) { return }
    let now = cover
    if now == before { return }
    var passed: [Key] = []
    for layer in layers where layer.isKept && layer.fragment.reach != .priority {
      let key = layer.fragment.key
      guard let node = keptChild(key), !node.isNull, isCovered(key, node, by: now),
        !isCovered(key, node, by: before)
      else { continue }
      if !passed.contains(key) { passed.append(key) }
    }
    if passed.isEmpty { return }
    layers.removeAll { $0.isKept && passed.contains($0.fragment.key) }
    refresh(passed, into: &changes)
  }

  /// Returns what is kept of a child; nil if that is nothing, or lies deeper in something that is not kept.
  private func keptChild(_ key: Key) -> Node? {
    var node: Node?
    for layer in layers where layer.isKept && layer.fragment.key == key {
      node = Self.laid(layer.fragment, over: node) ?? node
    }
    return node
  }
}
