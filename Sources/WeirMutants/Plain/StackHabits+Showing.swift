// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirClient
import WeirDiff
package import WeirTree

// The right habits of hearing and showing.
extension StackHabits {
  /// A child's place and content are always those of its last event; what is unknown is not removed.
  package static func take(
    _ event: DataEvent, of source: PlainSource, into held: inout [PlainItem]
  ) {
    let place = held.firstIndex { $0.key == event.key }
    switch event.kind {
    case .value: break
    case .removed: if let place { held.remove(at: place) }
    case .added, .moved, .changed:
      let item = PlainItem(event, of: source)
      if let place { held[place] = item } else { held.append(item) }
    }
  }

  /// Sorts them anew.
  package static func loaded(_ source: PlainSource) -> [PlainItem] {
    let behind = source.sentinel?.key
    return source.held.filter { $0.key != behind }
      .sorted { precedes($0, $1, in: source.builder) }
  }

  /// As the server orders them.
  package static func precedes(
    _ a: PlainItem, _ b: PlainItem, in builder: QueryBuilder
  ) -> Bool {
    builder.precedes(a.rank, b.rank)
  }

  /// Those that it admits now.
  package static func admitted(
    _ items: [PlainItem], by filter: Filter, _ notes: PlainNotes
  ) -> [PlainItem] {
    items.filter { filter.admits($0.key, $0.node) }
  }

  /// The first ones.
  package static func cut(
    _ items: [PlainItem], to limit: Int?, _ notes: PlainNotes
  ) -> [PlainItem] {
    limit.map { Array(items.prefix(max(0, $0))) } ?? items
  }

  /// The first source that has a key wins it.
  package static func merged(_ sources: [[PlainItem]], in order: QueryBuilder) -> [PlainItem] {
    guard sources.count > 1 else { return sources.first ?? [] }
    var taken: Set<Key> = []
    var items: [PlainItem] = []
    for item in sources.joined() where taken.insert(item.key).inserted {
      var ranked = item
      ranked.rank = Rank(order.index.sortValue(of: item.node), item.key)
      items.append(ranked)
    }
    return items.sorted { precedes($0, $1, in: order) }
  }

  /// Each row in its section, in the order of the list.
  package static func grouped(_ items: [PlainItem], by grouping: Grouping?) -> [PlainSection] {
    switch grouping {
    case nil: return [PlainSection(.number(0), items.map(\.row))]
    case .fixed(let filters)?:
      var sections = filters.indices.map { PlainSection(.number($0)) }
      for item in items {
        guard case .number(let number)? = grouping?.section(of: item.key, item.node),
          sections.indices.contains(number)
        else { continue }
        sections[number].rows.append(item.row)
      }
      return sections
    case .byValue(let path)?:
      let values = items.map { SortValue($0.node[path]) }
      return Set(values).sorted().map { value in
        let rows = zip(items, values).filter { $0.1 == value }.map(\.0.row)
        return PlainSection(.value(value), rows)
      }
    }
  }

  /// Returns what is wanted.
  package static func mapped(
    _ wanted: [PlainSection], from old: [PlainSection], _ notes: PlainNotes
  ) -> [PlainSection] {
    wanted
  }

  /// The smallest change set that a list view may be told at once.
  package static func report(
    from old: [PlainSection], to new: [PlainSection], _ notes: PlainNotes,
    into update: inout StackUpdate
  ) {
    update.changes = diff(sections: old, to: new).asOneBatch
  }
}

extension PlainItem {
  /// Makes the child that an event tells of.
  package init(_ event: DataEvent, of source: PlainSource) {
    self.init(
      event.key, event.node, rank: Rank(source.builder.index.sortValue(of: event.node), event.key),
      heard: source.events)
  }
}
