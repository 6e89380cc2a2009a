// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirTree

/// A child as a plain stack holds it.
package struct PlainItem: Sendable {
  /// The key of the child.
  package var key: Key
  /// The data of the child.
  package var node: Node
  /// The rank of the child in the order of its source.
  package var rank: Rank
  /// The number of the event that told it last; of two stories of one child the later one is true.
  package var heard: Int

  /// Makes an item.
  package init(_ key: Key, _ node: Node, rank: Rank, heard: Int) {
    self.key = key
    self.node = node
    self.rank = rank
    self.heard = heard
  }

  /// The row that shows it.
  package var row: Row { Row(key: key, stamp: node.fingerprint) }
}

/// One listen of a plain stack, and what it has shown so far.
package struct PlainListen: Sendable {
  /// Under which tag its events come.
  package var tag: UInt32
  /// The query that it asked for.
  package var query: Query
  /// The children that it shows, in the order in which they were heard of.
  package var held: [PlainItem] = []
  /// `true` if its first `value` event has come.
  package var isHeard = false
  /// `true` if it still hears anything.
  package var isOpen = true

  /// A listen that has heard nothing.
  package init(tag: UInt32, _ query: Query) {
    self.tag = tag
    self.query = query
  }

  /// `true` if it shows as much as it may, so that there may be more behind it.
  package var isFull: Bool { held.count >= query.limit.count }
}

/// A page that is under way.
package struct PlainPage: Sendable {
  /// The number by which the app knows it; nil: the list fills itself up to its limit.
  package var call: UInt32?
  /// The number of rows that it was asked for.
  package var rows: Int
  /// The listen that keeps what the window shows, where there is something to keep.
  package var anchored: PlainListen?
  /// The listen that shows what lies beyond.
  package var beyond: PlainListen
}
