// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
import WeirTrace
package import WeirTree

/// A list of the server in one order, so that what a query selects of it is a range of places.
///
/// It is made anew from the rows, when nothing moves any more; nobody keeps it up to date. A list in the order of its keys is
/// in that order already and needs no memory of its own.
package struct ServerOrder: Sendable {
  /// The rows with their ranks, in rising order.
  package struct Rows: Sendable, RandomAccessCollection {
    fileprivate let children: SortedMap<Key, Node>
    /// The rows in another order than that of their keys.
    fileprivate let sorted: [(rank: Rank, node: Node)]?

    package var startIndex: Int { 0 }
    package var endIndex: Int { children.count }

    package subscript(place: Int) -> (rank: Rank, node: Node) {
      if let sorted { return sorted[place] }
      let (key, node) = children.entry(at: place)
      return (Rank(Query.Index.key.sortValue(of: node), key), node)
    }
  }

  /// The rows with their ranks, in rising order.
  package let rows: Rows

  package init(_ children: SortedMap<Key, Node>, by index: Query.Index) {
    guard index != .key else {
      rows = Rows(children: children, sorted: nil)
      return
    }
    var sorted: [(rank: Rank, node: Node)] = []
    sorted.reserveCapacity(children.count)
    for (key, node) in children { sorted.append((Rank(index.sortValue(of: node), key), node)) }
    sorted.sort { $0.rank < $1.rank }
    rows = Rows(children: children, sorted: sorted)
  }

  /// The places that a query selects.
  package func places(of query: Query) -> Range<Int> {
    let start = query.startRank.map { place(of: $0) } ?? 0
    let end = query.endRank.map { place(of: $0) } ?? rows.count
    return query.ranks(of: start..<max(start, end))
  }

  /// The place of the first row that does not stand before a rank.
  private func place(of rank: Rank) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].rank < rank { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Every list of the server in every order that somebody shows it in.
struct ServerOrders: Sendable {
  private struct Name: Hashable {
    var list: UInt32
    var index: Query.Index
  }

  private var orders: [Name: ServerOrder] = [:]

  /// No orders.
  init() {}

  /// The orders of lists as somebody shows them.
  init(of lists: ShadowLists) {
    for shown in lists.shown where shown.list != Step.nowhere {
      for (number, source) in shown.opened.screen.sources.enumerated() {
        let name = Name(list: shown.opened.lists[number], index: source.index)
        if orders[name] == nil {
          orders[name] = ServerOrder(lists.server[Int(name.list)], by: name.index)
        }
      }
    }
  }

  /// A list in an order in which somebody shows it.
  func order(of list: UInt32, by index: Query.Index) -> ServerOrder {
    guard let order = orders[Name(list: list, index: index)] else {
      invariantBroken("nobody shows list \(list) in this order")
    }
    return order
  }
}
