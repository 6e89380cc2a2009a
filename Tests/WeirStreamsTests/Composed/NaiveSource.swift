// SPDX-License-Identifier: GPL-3.0-or-later
import WeirStreams
import WeirTree

/// A stream of items as one would write it first: sorted, filtered and cut again each time it is
/// looked at.
struct NaiveSource {
  var order: StreamOrder
  var filter = Filter.everything
  var limit: Int?
  var items: [(key: Key, node: Node)] = []

  mutating func put(_ key: Key, _ node: Node) {
    items.removeAll { $0.key == key }
    items.append((key, node))
  }

  var shown: [(key: Key, node: Node)] {
    let sorted = items.filter { filter.admits($0.key, $0.node) }
      .sorted { order.precedes(order.rank(of: $0.key, $0.node), order.rank(of: $1.key, $1.node)) }
    return Array(sorted.prefix(limit ?? .max))
  }

  var rows: [Row] { shown.map { Row(key: $0.key, stamp: $0.node.fingerprint) } }

  /// The union of sources: the first one that shows a key wins, in the order of the first.
  static func union(_ sources: [NaiveSource]) -> NaiveSource {
    var union = NaiveSource(order: sources[0].order)
    for source in sources {
      for (key, node) in source.shown where !union.items.contains(where: { $0.key == key }) {
        union.items.append((key, node))
      }
    }
    return union
  }

  /// The sections of the source.
  func parts(by grouping: Grouping) -> [Part] {
    var ids: [Grouping.SectionID] = []
    if case .fixed(let filters) = grouping { ids = filters.indices.map { .number($0) } }
    for (key, node) in shown {
      let id = grouping.section(of: key, node)
      if !ids.contains(id) { ids.append(id) }
    }
    let parts = ids.map { id in
      Part(
        sectionID: Self.value(id),
        rows: shown.filter { grouping.section(of: $0.key, $0.node) == id }
          .map { Row(key: $0.key, stamp: $0.node.fingerprint) })
    }
    return parts.sorted { $0.sectionID < $1.sectionID }
  }

  private static func value(_ id: Grouping.SectionID) -> SortValue {
    switch id {
    case .number(let number): .integer(Int64(number))
    case .value(let value): value
    }
  }
}
