// SPDX-License-Identifier: Apache-2.0
public import WeirCore

/// A list as a value whose versions share what they have in common.
///
///     var list = SharedList(rows)
///     let shown = list
///     list.replace(at: 70_000, with: changed)
///     list.changes(since: shown)  // updates [70000 → 70000], found without looking at the other rows
///
/// A version with one change costs a leaf of at most 128 rows and the nodes above it, whatever the length;
/// copies cost nothing, and no version ever sees another one's changes.
///
/// - Complexity: look-ups and changes are O(log *n*); ``changes(since:)`` is O(log *n*) for each leaf that differs.
public struct SharedList<Row: ListRow & Sendable>: Sendable {
  @usableFromInline var root: SharedNode<Row>?

  /// An empty list.
  @inlinable
  public init() {}

  /// A list of `rows`.
  @inlinable
  public init(_ rows: [Row]) {
    var parts = SharedNode.leaves(rows)
    while parts.count > 1 { parts = SharedNode.nodes(parts) }
    root = parts.first
  }

  /// The number of rows there are.
  @inlinable
  public var count: Int { root?.count ?? 0 }

  /// The row at `place`.
  @inlinable
  public subscript(place: Int) -> Row {
    guard var node = root, place >= 0, place < node.count else {
      invariantBroken("there is no row \(place) in a list of \(count)")
    }
    var place = place
    while node.height > 0 {
      let step = node.child(at: place)
      node = node.children[step.index]
      place = step.place
    }
    return node.rows[place]
  }

  /// Shows something else at `place`.
  @inlinable
  public mutating func replace(at place: Int, with row: Row) {
    invariant(place >= 0 && place < count, "no row \(place) to replace in a list of \(count)")
    replace(place..<(place + 1), with: row)
  }

  /// Puts a row before the one at `place`, or at the end.
  @inlinable
  public mutating func insert(_ row: Row, at place: Int) {
    invariant(place >= 0 && place <= count, "no place \(place) to insert at in a list of \(count)")
    replace(place..<place, with: row)
  }

  /// Takes the row at `place` away.
  @inlinable
  public mutating func remove(at place: Int) {
    invariant(place >= 0 && place < count, "no row \(place) to remove from a list of \(count)")
    replace(place..<(place + 1), with: nil)
  }

  @inlinable
  mutating func replace(_ range: Range<Int>, with row: Row?) {
    guard let old = root else {
      root = row.map { SharedNode(rows: [$0]) }
      return
    }
    let parts = old.replacing(range, with: row)
    root = parts.count > 1 ? SharedNode(children: parts) : parts.first
    while let node = root, node.height > 0, node.children.count == 1 { root = node.children[0] }
  }

  /// All rows.
  @inlinable
  public var rows: [Row] {
    var rows: [Row] = []
    rows.reserveCapacity(count)
    if let root { Self.collect(root, &rows) }
    return rows
  }

  @inlinable
  static func collect(_ node: SharedNode<Row>, _ rows: inout [Row]) {
    rows += node.rows
    for child in node.children { collect(child, &rows) }
  }

  /// The first way in which the parts of the list break their promise, or `nil`: all but a root are at least half full.
  package var breach: String? { root?.breach(isRoot: true) }
}
