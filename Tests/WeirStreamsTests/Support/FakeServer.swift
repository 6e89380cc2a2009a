// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTree

/// A server of one location that answers listens as a real one does, by making every answer anew.
///
/// Each write is told to every listen whose view it changes, as one batch: removed, added, moved, changed, value.
struct FakeServer {
  struct Listen {
    var tag: UInt32
    var query: Query
    var view: [(key: Key, node: Node)]
  }
  typealias Batch = (tag: UInt32, events: [DataEvent])

  private(set) var children: [(key: Key, node: Node)] = []
  private(set) var listens: [Listen] = []

  init(_ children: [(Key, Node)] = []) { for (key, node) in children { set(node, at: key) } }

  subscript(key: Key) -> Node { children.first { $0.key == key }?.node ?? .null }

  /// All children in the order of an index.
  func sorted(by index: Query.Index) -> [(key: Key, node: Node)] {
    children.sorted {
      Rank(index.sortValue(of: $0.node), $0.key) < Rank(index.sortValue(of: $1.node), $1.key)
    }
  }

  /// Returns the children that a query shows.
  func show(_ query: Query) -> [(key: Key, node: Node)] {
    let inside = sorted(by: query.index).filter {
      let rank = query.rank(of: $0.key, $0.node)
      if let start = query.startRank, rank < start { return false }
      if let end = query.endRank, !(rank < end) { return false }
      return true
    }
    return Array(inside[query.ranks(of: inside.count)])
  }

  /// Writes several children at once; null removes one.
  mutating func write(_ writes: [(key: Key, node: Node)]) -> [Batch] {
    for (key, node) in writes { set(node, at: key) }
    var batches: [Batch] = []
    for place in listens.indices {
      let new = show(listens[place].query)
      let events = Self.events(from: listens[place].view, to: new, by: listens[place].query.index)
      listens[place].view = new
      if !events.isEmpty { batches.append((listens[place].tag, events + [.value])) }
    }
    return batches
  }

  /// Answers a new listen with all that it shows.
  mutating func listen(_ tag: UInt32, _ query: Query) -> Batch {
    let view = show(query)
    listens.append(Listen(tag: tag, query: query, view: view))
    return (tag, Self.events(from: [], to: view, by: query.index) + [.value])
  }

  mutating func unlisten(_ tag: UInt32) { listens.removeAll { $0.tag == tag } }

  private mutating func set(_ node: Node, at key: Key) {
    let place = children.firstIndex { $0.key == key }
    if node.isNull {
      if let place { children.remove(at: place) }
    } else if let place {
      children[place].node = node
    } else {
      children.append((key, node))
    }
  }

  /// The events that lead from one view to another.
  private static func events(
    from old: [(key: Key, node: Node)], to new: [(key: Key, node: Node)], by index: Query.Index
  ) -> [DataEvent] {
    var events: [DataEvent] = []
    for row in old where !new.contains(where: { $0.key == row.key }) {
      events.append(DataEvent(.removed, row.key, row.node))
    }
    var (added, moved, changed): ([DataEvent], [DataEvent], [DataEvent]) = ([], [], [])
    for (place, row) in new.enumerated() {
      let previous = place > 0 ? new[place - 1].key : nil
      guard let before = old.first(where: { $0.key == row.key }) else {
        added.append(DataEvent(.added, row.key, row.node, after: previous))
        continue
      }
      if before.node == row.node { continue }
      if index.sortValue(of: before.node) != index.sortValue(of: row.node) {
        moved.append(DataEvent(.moved, row.key, row.node, after: previous))
      }
      changed.append(DataEvent(.changed, row.key, row.node, after: previous))
    }
    return events + added + moved + changed
  }
}
