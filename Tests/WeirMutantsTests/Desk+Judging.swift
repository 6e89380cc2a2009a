// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirCore
import WeirDiff
import WeirTree

// What the list promises, worked out from the server's data and the open listens.
extension Desk {
  /// What a query shows of the children.
  func visible(_ query: Query, _ children: [Key: Node]) -> [(key: Key, node: Node)] {
    let all = children.map { (key: $0.key, node: $0.value) }
      .sorted { query.rank(of: $0.key, $0.node) < query.rank(of: $1.key, $1.node) }
    let range = all.filter {
      let rank = query.rank(of: $0.key, $0.node)
      return query.startRank.map { $0 <= rank } ?? true && query.endRank.map { rank < $0 } ?? true
    }
    return Array(range[query.ranks(of: range.count)])
  }

  /// What the open listens of a source show together, in the order of the list, with the row that is held back.
  func loaded(_ builder: QueryBuilder) -> (rows: [(key: Key, node: Node)], behind: Key?) {
    let own = listens.filter { $0.path == builder.path && $0.isAnswered }
    var rows: [Key: Node] = [:]
    for listen in own {
      let shown = listen.isLost ? listen.shown : visible(listen.query, data[listen.path] ?? [:])
      for (key, node) in shown { rows[key] = node }
    }
    let precedes = { (a: (key: Key, node: Node), b: (key: Key, node: Node)) in
      let (x, y) = (builder.query.rank(of: a.key, a.node), builder.query.rank(of: b.key, b.node))
      return builder.isAscending ? x < y : y < x
    }
    let behind = own.filter { $0.shown.count >= $0.query.limit.count }
      .compactMap { $0.shown.max(by: precedes) }.max(by: precedes)
    return (rows.map { (key: $0.key, node: $0.value) }.sorted(by: precedes), behind?.key)
  }

  /// What the list should show.
  func wantedSections() -> [[Row]] {
    let lists = screen.sources.map { builder in
      let (rows, behind) = loaded(builder)
      let admitted = rows.filter { $0.key != behind && screen.filter.admits($0.key, $0.node) }
      return Array(admitted.prefix(screen.displayLimit ?? .max))
    }
    var merged: [(key: Key, node: Node)] = []
    for item in lists.joined() where !merged.contains(where: { $0.key == item.key }) {
      merged.append(item)
    }
    let order = screen.sources[0]
    if lists.count > 1 {
      merged.sort { a, b in
        let x = order.query.rank(of: a.key, a.node)
        let y = order.query.rank(of: b.key, b.node)
        return order.isAscending ? x < y : y < x
      }
    }
    let row = { (item: (key: Key, node: Node)) in
      Row(key: item.key, stamp: item.node.fingerprint)
    }
    switch screen.grouping {
    case nil: return [merged.map(row)]
    case .fixed(let filters)?:
      return filters.indices.map { number in
        merged.filter {
          screen.grouping?.section(of: $0.key, $0.node) == .number(number)
        }.map(row)
      }
    case .byValue(let path)?:
      var values: [SortValue] = []
      for item in merged where !values.contains(SortValue(item.node[path])) {
        values.append(SortValue(item.node[path]))
      }
      return values.sorted().map { value in
        merged.filter { SortValue($0.node[path]) == value }.map(row)
      }
    }
  }

  /// Looks at everything once nothing moves any more.
  mutating func rest() {
    pass(100_000)
    if !listens.contains(where: { !$0.isAnswered }), sections != wantedSections() {
      blame("converge", "\(names(sections)) is shown instead of \(names(wantedSections()))")
    }
    for builder in screen.sources { checkRun(of: builder) }
    let loads = newsOfLife.filter { if case .loaded = $0 { true } else { false } }
    if loads.count != 1 { blame("initial-load", "\(loads.count) times loaded") }
    let losses = newsOfLife.count { if case .lost = $0 { true } else { false } }
    if losses > 1 { blame("initial-load", "\(losses) times lost") }
    if wasLost, losses == 0, loads == [.loaded(nil)] { blame("initial-load", "a loss is not told") }
    for call in calls {
      let ends = news.count { one in
        switch one {
        case .paged(let number, _, _), .pageFailed(let number, _): number == call
        case .loaded, .lost: false
        }
      }
      if ends != 1 { blame("pages", "call \(call) ended \(ends) times") }
    }
  }

  /// The keys that are loaded are one run of the list's range, from its start on.
  private mutating func checkRun(of builder: QueryBuilder) {
    if listens.contains(where: { $0.path == builder.path && ($0.isLost || !$0.isAnswered) }) {
      return
    }
    var query = builder.query
    query.limit = .none
    let all = visible(query, data[builder.path] ?? [:])
    let run = (builder.isAscending ? all : all.reversed()).map(\.key)
    let keys = loaded(builder).rows.map(\.key)
    if keys != Array(run.prefix(keys.count)) {
      blame("contiguity", "\(keys) of \(run)")
    }
    if keys.count < min(run.count, builder.limit ?? .max) {
      blame("contiguity", "too few: \(keys)")
    }
  }

  private func names(_ sections: [[Row]]) -> String {
    "\(sections.map { $0.map { "\($0.key):\($0.stamp % 1000)" } })"
  }

  /// The first way in which an update is not what a list view may be told.
  func breach(_ update: StackUpdate, from old: [[Row]], to new: [[Row]]) -> String? {
    let changes = update.changes
    if let words = changes.checkShape(old: old.map(\.count), new: new.map(\.count)) { return words }
    if !changes.isOneBatch { return "not one batch" }
    for place in update.reloads {
      if changes.deletes.contains(place) { return "row \(place) is deleted and reloaded" }
      if changes.moves.contains(where: { $0.from == place }) {
        return "row \(place) is moved and reloaded"
      }
    }
    let shown = changes.applying(toSections: old, contents: new)
    // What is reloaded shows the new content wherever it lies; without reloads all must be told.
    let isRight =
      update.reloads.isEmpty
      ? shown == new : shown.map { $0.map(\.key) } == new.map { $0.map(\.key) }
    if !isRight {
      return "\(names(shown)) is shown instead of \(names(new))"
    }
    let gone = changes.deletes.map { old[Int($0.section)][Int($0.row)].key }
    for place in changes.inserts where gone.contains(new[Int(place.section)][Int(place.row)].key) {
      return "row \(place) goes and comes at once"
    }
    if old.count == 1, new.count == 1, changes.sections.isEmpty {
      let stay = longestRun(of: old[0].map(\.key), in: new[0].map(\.key))
      let common = Set(old[0].map(\.key)).intersection(new[0].map(\.key)).count
      if changes.moves.count > common - stay { return "\(changes.moves.count) rows move" }
    }
    return nil
  }

  /// The most keys that stand in both lists in one order.
  private func longestRun(of a: [Key], in b: [Key]) -> Int {
    var row = Array(repeating: 0, count: b.count + 1)
    for key in a {
      let above = row
      for (place, other) in b.enumerated() {
        row[place + 1] = key == other ? above[place] + 1 : max(above[place + 1], row[place])
      }
    }
    return row[b.count]
  }
}
