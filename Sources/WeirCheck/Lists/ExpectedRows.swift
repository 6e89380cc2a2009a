// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTree

/// The rows that a screen has to show of the server's data, made from scratch: the loaded rows of each source in its
/// order, filtered and cut, joined, and parted into sections.
struct ExpectedRows {
  /// The rows, section by section.
  private(set) var sections: [[Row]] = []

  private struct Item {
    var rank: Rank
    var node: Node
  }

  init(_ shown: ShadowLists.Shown, _ orders: ServerOrders) {
    let screen = shown.opened.screen
    let filter = shown.isFiltered ? screen.filter : .everything
    var items: [Item] = []
    var taken: Set<Key> = []
    for (number, source) in screen.sources.enumerated() {
      let listens = shown.listens.filter { shown.opened.source(of: $0) == number }
      let order = orders.order(of: shown.opened.lists[number], by: source.index)
      let run =
        shown.opened.isOwn(number)
        ? LoadedRun(whole: order) : LoadedRun(listens, of: source, in: order)
      var left = screen.displayLimit ?? .max
      for place in run.places(of: source) where left > 0 {
        let row = order.rows[place]
        guard filter.admits(row.rank.key, row.node) else { continue }
        left -= 1
        if screen.sources.count > 1, !taken.insert(row.rank.key).inserted { continue }
        items.append(Item(rank: row.rank, node: row.node))
      }
    }
    if screen.sources.count > 1 { Self.sort(&items, as: screen.sources[0]) }
    part(items, by: screen.grouping)
  }

  /// Several sources stand in the order of the first.
  private static func sort(_ items: inout [Item], as source: QueryBuilder) {
    for place in items.indices {
      let value = source.index.sortValue(of: items[place].node)
      items[place].rank = Rank(value, items[place].rank.key)
    }
    items.sort { source.precedes($0.rank, $1.rank) }
  }

  private mutating func part(_ items: [Item], by grouping: Grouping?) {
    func row(_ item: Item) -> Row { Row(key: item.rank.key, stamp: item.node.fingerprint) }
    switch grouping {
    case nil: sections = [items.map(row)]
    case .fixed(let filters):
      sections = Array(repeating: [], count: filters.count)
      for item in items {
        let place = filters.firstIndex { $0.admits(item.rank.key, item.node) } ?? filters.count - 1
        sections[place].append(row(item))
      }
    case .byValue(let path):
      var values: [SortValue] = []
      for item in items {
        let value = SortValue(item.node[path])
        var place = 0
        while place < values.count, values[place] < value { place += 1 }
        if place == values.count || values[place] != value {
          values.insert(value, at: place)
          sections.insert([], at: place)
        }
        sections[place].append(row(item))
      }
    }
  }
}
