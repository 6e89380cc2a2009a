// SPDX-License-Identifier: GPL-3.0-or-later
import WeirClient
import WeirStreams
import WeirTree

/// The naive twin of a list: it works out the rows from all that was heard, each time: gather,
/// sort, hold back, filter, cut.
struct NaiveList {
  private struct Heard {
    var tag: UInt32
    var key: Key
    var node: Node
  }

  private let builder: QueryBuilder
  private var filter: Filter
  private var displayLimit: Int?
  private var locals: [(key: Key, node: Node)] = []
  /// Listens that count, the one at the far end last.
  private var active: [(tag: UInt32, query: Query)] = []
  /// Listens of a page that does not count yet.
  private var pending: [(tag: UInt32, query: Query)] = []
  /// The words of the listens, the latest at the end.
  private var heard: [Heard] = []

  init(_ builder: QueryBuilder, filter: Filter, displayLimit: Int?) {
    self.builder = builder
    self.filter = filter
    self.displayLimit = displayLimit
  }

  mutating func perform(_ command: StackCommand) {
    switch command {
    case .show(let filter): self.filter = filter
    case .showAtMost(let limit): displayLimit = limit
    case .loadPage, .addOwn, .removeOwn, .act: break
    }
  }

  mutating func setLocal(_ local: Node, of key: Key) {
    guard counted.contains(where: { $0.key == key }) else { return }
    locals.removeAll { $0.key == key }
    locals.append((key, local))
  }

  mutating func listen(_ tag: UInt32, _ query: Query) {
    if active.isEmpty { active.append((tag, query)) } else { pending.append((tag, query)) }
  }

  /// The window ends when a page takes over; a page's own listens end when it fails or starts
  /// again.
  mutating func unlisten(_ tag: UInt32) {
    heard.removeAll { $0.tag == tag }
    if let place = pending.firstIndex(where: { $0.tag == tag }) {
      pending.remove(at: place)
    } else if tag == active.last?.tag {
      active.removeLast()
      active += pending
      // Only what the page brought counts as heard now, and it may have come without a part of what was loaded before.
      let new = pending
      pending = []
      for listen in new {
        let said = heard.filter { $0.tag == listen.tag }
        heard.removeAll { $0.tag == listen.tag }
        heard += said.sorted { $0.key < $1.key }
      }
    }
    forgetLocals()
  }

  /// Forgets the local state of rows that have left the list, also where a page that does not count yet shows them.
  private mutating func forgetLocals() {
    let counted = counted
    locals.removeAll { local in !counted.contains { $0.key == local.key } }
  }

  /// The words of the listens that count, the latest at the end.
  private var counted: [Heard] { heard.filter { said in active.contains { $0.tag == said.tag } } }

  /// Another life begins: nothing of the last one counts.
  mutating func begin() {
    active = []
    pending = []
    heard = []
    locals = []
  }

  mutating func lose(_ tag: UInt32) {
    guard let place = pending.firstIndex(where: { $0.tag == tag }) else { return }
    pending.remove(at: place)
    heard.removeAll { $0.tag == tag }
  }

  mutating func receive(_ event: DataEvent, from tag: UInt32) {
    let known = heard.firstIndex { $0.tag == tag && $0.key == event.key }
    switch event.kind {
    case .value: return
    case .removed: if let known { heard.remove(at: known) }
    case .changed, .moved, .added:
      if known == nil, event.kind != .added { return }
      if let known { heard.remove(at: known) }
      heard.append(Heard(tag: tag, key: event.key, node: event.node))
    }
    forgetLocals()
  }

  var rows: [Row] {
    let counted = counted
    var loaded: [(key: Key, node: Node, rank: Rank)] = []
    for said in counted {
      loaded.removeAll { $0.key == said.key }
      loaded.append(
        (said.key, said.node, Rank(builder.index.sortValue(of: said.node), said.key)))
    }
    loaded.sort { builder.precedes($0.rank, $1.rank) }
    if let window = active.last, window.query.limit != .none {
      let shown = counted.count { $0.tag == window.tag }
      if shown >= window.query.limit.count, !loaded.isEmpty { loaded.removeLast() }
    }
    let items = loaded.map { row in
      let local = locals.first { $0.key == row.key }?.node ?? .null
      return StreamItem(key: row.key, node: row.node, local: local, rank: row.rank)
    }
    let admitted = items.filter { filter.admits($0.key, $0.content) }
    return admitted.prefix(displayLimit.map { max(0, $0) } ?? .max).map(\.row)
  }
}
