// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirDiff
import WeirTree

/// A row as the phone keeps it: with all that it shows.
struct KeptRow: ListRow, Sendable {
  /// The row as it is shown.
  var row: Row { Row(key: entry.key, stamp: entry.node.fingerprint) }
  var entry: Message.Entry

  var rowID: Key { entry.key }
  func showsTheSame(as other: KeptRow) -> Bool { row.stamp == other.row.stamp }
}

/// The part of a list that an app keeps on its phone: rows in their order, and the place at which the network goes on.
///
/// It stands in the store under one key, so that it is saved whole or not at all. Rows and place belong to one pass.
struct KeptList: Sendable {
  /// The place of the network's next page.
  enum Next: Sendable {
    /// There is none.
    case end
    /// Behind so many rows.
    case offset(Int)
    /// Behind a row, as it was then.
    case row(Message.Entry)
  }

  /// The key under which it stands in the store.
  static let key = Key("list")

  var rows: [KeptRow] = []
  var next = Next.end

  /// Takes in a page: in the place of all rows, or behind them.
  mutating func take(_ page: [KeptRow], isFirst: Bool, _ next: Next, latest: Bool) {
    if isFirst { rows = [] }
    self.next = next
    // Only looked up in.
    var places: [Key: Int] = [:]
    for (place, row) in rows.enumerated() { places[row.rowID] = place }
    for row in page {
      if let place = places[row.rowID] {
        if latest { rows[place] = row }
      } else {
        places[row.rowID] = rows.count
        rows.append(row)
      }
    }
  }
}

// The list as a node.
extension KeptList {
  private static let shape = Key("shape")
  private static let rows = Key("rows")
  private static let next = Key("next")
  private static let offset = Key("offset")
  private static let name = Key("key")
  private static let content = Key("content")

  /// Returns the shape that a kept list has; nil: nothing is kept.
  static func shape(of node: Node) -> Int64? {
    if case .integer(let shape) = node[shape] { shape } else { nil }
  }

  /// Reads a kept list; nil: it is not there, or not to be read by an app that knows this shape alone.
  init?(_ node: Node, shape: Int64) {
    guard Self.shape(of: node) == shape else { return nil }
    for (_, child) in node[Self.rows].children {
      guard let entry = Self.entry(child) else { return nil }
      rows.append(KeptRow(entry: entry))
    }
    let next = node[Self.next]
    if case .integer(let offset) = next[Self.offset] {
      self.next = .offset(Int(offset))
    } else if !next.isNull {
      guard let entry = Self.entry(next) else { return nil }
      self.next = .row(entry)
    }
  }

  /// Returns the node that is kept.
  func node(shape: Int64) -> Node {
    var children: [(Key, Node)] = []
    // Keys of one length are in the order of their numbers.
    let first = 1_000_000_000
    for (place, row) in rows.enumerated() {
      children.append((Key("\(first + place)"), Self.node(row.entry)))
    }
    let next: Node =
      switch self.next {
      case .end: .null
      case .offset(let offset): Node([(Self.offset, .integer(Int64(offset)))])
      case .row(let entry): Self.node(entry)
      }
    return Node([(Self.shape, .integer(shape)), (Self.rows, Node(children)), (Self.next, next)])
  }

  private static func node(_ entry: Message.Entry) -> Node {
    Node([(name, .text("\(entry.key)")), (content, entry.node)])
  }

  private static func entry(_ node: Node) -> Message.Entry? {
    guard case .text(let name) = node[name], !node[content].isNull else { return nil }
    return Message.Entry(Key(name), node[content])
  }
}
