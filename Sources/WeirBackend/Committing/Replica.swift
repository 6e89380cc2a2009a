// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTree

/// One copy of the tree with those who listen to it.
///
/// A write goes in, and out comes for each query what its listeners have to be told: once for all of
/// them, however many there are.
///
/// - Complexity: a write to a child costs O(log *n*) for each query that is listened to on the way to
///   it; a write at or above a listened location costs O(*n*).
struct Replica: Sendable {
  /// The change of what a query shows.
  enum Change: Sendable {
    case child(Message.Entry)
    case children([Message.Entry])
    case everything(Node)
  }

  /// The news for the listeners of one group.
  struct Push: Sendable {
    var group: Int
    var change: Change
  }

  /// The number of differing children up to which they are sent, and not the whole window instead.
  static let fewChildren = 8

  private(set) var root: Node
  var listeners: Listeners

  // The nodes before the write at the places that it concerns; kept to be used again.
  var visits: [Visit] = []
  var marks: [Mark] = []
  var ranks: [Rank?] = []

  /// A listened location that the write concerns, deeper ones before shallower ones.
  struct Visit: Sendable {
    var place: Int
    /// The fingerprint of the priority that the location itself carried.
    var priority: UInt64
    /// The indices of those ``marks`` that are about its children.
    var marks: Range<Int>
    /// The place in ``ranks`` of the first marked child in the first order; its other orders follow.
    var ranks: Int
    /// The node that was there as a whole, if the write replaces the whole.
    var replaced: Replaced?
  }

  /// A location that is replaced as a whole.
  struct Replaced: Sendable {
    var node: Node
    var orders: [Order]
  }

  /// A child that the write concerns.
  struct Mark: Sendable {
    var key: Key
    /// Its fingerprint before the write.
    var fingerprint: UInt64
    /// The node after the write.
    var node = Node.null
  }

  init(root: Node, clients: Int) {
    self.root = root
    listeners = Listeners(clients: clients)
  }

  /// Carries a write out; `pushes` gets what changed for whom, deeper locations before shallower ones,
  /// queries of one location in the order in which they came.
  mutating func apply(_ write: Write, _ footprint: Footprint, into pushes: inout [Push]) {
    let paths = footprint.paths
    if !paths.isEmpty { visit(0, depth: 0, paths[...]) }
    write.apply(to: &root)
    for index in visits.indices {
      if let replaced = visits[index].replaced {
        settle(visits[index].place, replaced: replaced, into: &pushes)
      } else {
        settle(visits[index], into: &pushes)
      }
    }
    forget()
  }

  private mutating func forget() {
    visits.removeAll(keepingCapacity: true)
    marks.removeAll(keepingCapacity: true)
    ranks.removeAll(keepingCapacity: true)
  }
}

// MARK: Before the write

extension Replica {
  /// Notes the node at a place and below it where the paths lead; they all share `depth` keys.
  private mutating func visit(_ place: Int, depth: Int, _ paths: ArraySlice<Path>) {
    if paths[paths.startIndex].keys.count == depth { return replace(place) }
    if !listeners.places[place].below.isEmpty {
      forEachKey(of: paths, depth) { replica, key, paths in
        if let below = replica.listeners.places[place].below[key] {
          replica.visit(below, depth: depth + 1, paths)
        }
      }
    }
    guard !listeners.places[place].groups.isEmpty else { return }
    let node = listeners.node(at: place, below: root)
    let first = marks.count
    let firstRank = ranks.count
    forEachKey(of: paths, depth) { replica, key, _ in
      let child = node[key]
      replica.marks.append(Mark(key: key, fingerprint: child.fingerprint))
      for order in replica.listeners.places[place].orders {
        replica.ranks.append(order.rank(of: key, child))
      }
    }
    visits.append(
      Visit(
        place: place, priority: node.priority.node.fingerprint, marks: first..<marks.count,
        ranks: firstRank))
  }

  private mutating func forEachKey(
    of paths: ArraySlice<Path>, _ depth: Int,
    _ body: (inout Replica, Key, ArraySlice<Path>) -> Void
  ) {
    var start = paths.startIndex
    while start < paths.endIndex {
      let key = paths[start].keys[depth]
      var end = start + 1
      while end < paths.endIndex, paths[end].keys[depth] == key { end += 1 }
      body(&self, key, paths[start..<end])
      start = end
    }
  }

  /// Notes the listened locations at a place and below it, which the write replaces as a whole.
  private mutating func replace(_ place: Int) {
    let below = listeners.places[place].below
    for (_, next) in below { replace(next) }
    guard !listeners.places[place].groups.isEmpty else { return }
    let node = listeners.node(at: place, below: root)
    visits.append(
      Visit(
        place: place, priority: 0, marks: 0..<0, ranks: 0,
        replaced: Replaced(node: node, orders: listeners.places[place].orders)))
  }
}
