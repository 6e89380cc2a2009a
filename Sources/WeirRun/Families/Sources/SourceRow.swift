// SPDX-License-Identifier: GPL-3.0-or-later
import WeirDiff
import WeirSources
import WeirTree

/// A row of a source: a child of the list, and what it shows.
struct SourceRow: ListRow, Sendable {
  let key: Key
  let node: Node
  let stamp: UInt64

  init(_ key: Key, _ node: Node) {
    (self.key, self.node) = (key, node)
    stamp = node.fingerprint
  }

  var rowID: Key { key }
  func showsTheSame(as other: SourceRow) -> Bool { stamp == other.stamp }

  /// The row as everybody sees it.
  var row: Row { Row(key: key, stamp: stamp) }
}

/// The content of a source that a list shows.
protocol ShownContent: SourceContent {
  /// All rows, section by section, as everybody sees them.
  var shownRows: [[Row]] { get }
  /// All rows one after the other.
  var allRows: [SourceRow] { get }
}

extension SharedList: ShownContent where Row == SourceRow {
  var shownRows: [[WeirTree.Row]] { [rows.map(\.row)] }
  var allRows: [SourceRow] { rows }
}

extension SectionedRows: ShownContent where Element == SourceRow {
  var shownRows: [[Row]] { rows.map { $0.map(\.row) } }
  var allRows: [SourceRow] { Array(rows.joined()) }
}
