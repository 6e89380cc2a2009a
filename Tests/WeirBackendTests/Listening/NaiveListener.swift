// SPDX-License-Identifier: GPL-3.0-or-later
import WeirBackend
import WeirCore
import WeirTree

/// A client that believes every push, cuts to its query after each, and remembers nothing else.
struct NaiveListener {
  let path: Path
  let query: Query
  var known = Node.null

  mutating func hear(_ body: Message.Body) {
    switch body {
    case .snapshot(_, _, let node), .overwrite(_, _, let node): known = node
    case .change(_, _, let key, let node): known.set(node, at: key)
    case .changes(_, _, let entries): for entry in entries { known.set(entry.node, at: entry.key) }
    default: break
    }
    if !query.showsEverything { known = Self.cut(known, query) }
  }

  /// Returns what the query shows of the tree, from scratch.
  func truth(_ root: Node) -> Node {
    let node = root[path]
    return query.showsEverything ? node : Self.cut(node, query)
  }

  /// The slow way: look at every child, sort, and take the ends off.
  static func cut(_ node: Node, _ query: Query) -> Node {
    var shown = node.children.map { (key: $0.key, node: $0.value) }
    if let start = query.start { shown.removeAll { isBefore($0, start, query.index) } }
    if let end = query.end { shown.removeAll { isAfter($0, end, query.index) } }
    shown.sort {
      let order = query.index.sortValue(of: $0.node).compared(
        to: query.index.sortValue(of: $1.node))
      return order == 0 ? $0.key < $1.key : order < 0
    }
    switch query.limit {
    case .none: break
    case .first(let most): shown = Array(shown.prefix(most))
    case .last(let most): shown = Array(shown.suffix(most))
    }
    return Node(shown.map { ($0.key, $0.node) })
  }

  private static func isBefore(
    _ child: (key: Key, node: Node), _ start: Query.Bound, _ index: Query.Index
  ) -> Bool {
    let order = index == .key ? 0 : index.sortValue(of: child.node).compared(to: start.value)
    if order != 0 { return order < 0 }
    if let key = start.key { return start.isExclusive ? child.key <= key : child.key < key }
    return index != .key && start.isExclusive
  }

  private static func isAfter(
    _ child: (key: Key, node: Node), _ end: Query.Bound, _ index: Query.Index
  ) -> Bool {
    let order = index == .key ? 0 : index.sortValue(of: child.node).compared(to: end.value)
    if order != 0 { return order > 0 }
    if let key = end.key { return end.isExclusive ? key <= child.key : key < child.key }
    return index != .key && end.isExclusive
  }
}

/// Trees, queries and writes of a small world, in which everything meets everything.
enum SmallWorld {
  static func key(_ chance: inout RandomStream) -> Key { Key("k\(chance.below(6))") }

  static func leaf(_ chance: inout RandomStream) -> Node {
    switch chance.below(6) {
    case 0: .bool(chance.below(2) == 0)
    case 1: .number(Double(chance.below(4)) / 2)
    case 2: .text("t\(chance.below(3))")
    default: .integer(Int64(chance.below(4)))
    }
  }

  static func priority(_ chance: inout RandomStream) -> Priority {
    switch chance.below(8) {
    case 0: .text("p\(chance.below(2))")
    case 1, 2: .number(Double(chance.below(3)))
    default: .none
    }
  }

  static func node(_ chance: inout RandomStream, depth: Int) -> Node {
    let priority = priority(&chance)
    if depth == 0 || chance.below(4) == 0 { return leaf(&chance).with(priority) }
    let count = chance.below(5)
    return Node((0..<count).map { _ in (key(&chance), node(&chance, depth: depth - 1)) })
      .with(priority)
  }

  static func content(_ chance: inout RandomStream) -> Node {
    chance.below(3) == 0 ? .null : node(&chance, depth: chance.index(below: 4))
  }

  static func path(_ chance: inout RandomStream, upTo length: UInt64) -> Path {
    let count = chance.below(length + 1)
    return Path((0..<count).map { _ in Key("k\(chance.below(3))") })
  }

  static func bound(_ chance: inout RandomStream, _ index: Query.Index) -> Query.Bound? {
    if chance.below(2) == 0 { return nil }
    let key = chance.below(2) == 0 ? key(&chance) : nil
    let value = index == .key ? SortValue.none : SortValue(leaf(&chance))
    return Query.Bound(value, key: key, isExclusive: chance.below(3) == 0)
  }

  static func query(_ chance: inout RandomStream) -> Query {
    let indexes: [Query.Index] = [
      .key, .value, .priority, .child(Path("k0")), .child(Path("k1/k0")),
    ]
    let index = indexes[chance.index(below: indexes.count)]
    let limits: [Query.Limit] = [
      .none, .none, .first(0), .first(1), .first(2), .last(1), .last(2), .last(3),
    ]
    if chance.below(4) == 0 { return Query(index) }
    return Query(
      index, from: bound(&chance, index), to: bound(&chance, index),
      limit: limits[chance.index(below: limits.count)])
  }

  /// A place to write to, sometimes a priority.
  static func place(_ chance: inout RandomStream) -> Path {
    let path = path(&chance, upTo: 4)
    return chance.below(6) == 0 ? path.appending(.priority) : path
  }

  static func content(_ chance: inout RandomStream, for path: Path) -> Node {
    path.keys.last == .priority ? priority(&chance).node : content(&chance)
  }

  static func write(_ chance: inout RandomStream) -> Write {
    if chance.below(2) == 0 {
      let path = place(&chance)
      if path.keys.isEmpty, chance.below(4) > 0 { return .set(Path("k1"), content(&chance)) }
      return .set(path, content(&chance, for: path))
    }
    let count = chance.below(5)
    return .merge(
      path(&chance, upTo: 2),
      (0..<count).map { _ in
        let path = chance.below(2) == 0 ? Path([key(&chance)]) : place(&chance)
        return Write.Part(path, content(&chance, for: path))
      })
  }
}
