// SPDX-License-Identifier: Apache-2.0
import WeirCore

/// One place of a list at which a row comes, goes or becomes another one.
@usableFromInline
package struct SharedEdit<Row: Sendable> {
  /// The index in the list before all edits.
  @usableFromInline package var index: Int
  /// `true` if the row at the index goes.
  @usableFromInline package var removes: Bool
  /// The row that comes before it, or in its place.
  @usableFromInline package var row: Row?

  /// Makes an edit.
  @inlinable
  package init(index: Int, removes: Bool, row: Row?) {
    self.index = index
    self.removes = removes
    self.row = row
  }
}

extension SharedList {
  /// Makes many edits at once, so that each part that changes is made once.
  ///
  /// They are in the order of their indices; those that only insert come before the one that removes at the same index.
  ///
  /// - Complexity: O(*k* log *n*) for *k* edits, and never more than O(*n* + *k*).
  @inlinable
  package mutating func edit(_ edits: [SharedEdit<Row>]) {
    if edits.isEmpty { return }
    var parts = root?.editing(edits[...], from: 0) ?? SharedNode.leaves(edits.compactMap(\.row))
    while parts.count > 1 { parts = SharedNode.nodes(parts) }
    root = parts.first
    while let node = root, node.height > 0, node.children.count == 1 { root = node.children[0] }
  }

  /// Returns the number of rows at the beginning for which `isBefore` holds; it holds for no row behind them.
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  package func countOfRows(while isBefore: (Row) -> Bool) -> Int {
    guard let root else { return 0 }
    var passed = 0
    // Nodes are lent from one level to the next: to count references at each would take longer than to compare.
    return withExtendedLifetime(root) {
      var node = unsafe Unmanaged.passUnretained(root)
      while unsafe node._withUnsafeGuaranteedRef({ $0.height }) > 0 {
        unsafe node = node._withUnsafeGuaranteedRef { node in
          unsafe node.children.withUnsafeBufferPointer { parts in
            // The border lies in the last part that begins before it.
            let begun = Self.border(parts.count) { unsafe parts[$0].begins(isBefore) }
            let index = Swift.max(begun &- 1, 0)
            for part in 0..<index { unsafe passed &+= parts[part].count }
            return unsafe Unmanaged.passUnretained(parts[index])
          }
        }
      }
      return unsafe node._withUnsafeGuaranteedRef { leaf in
        unsafe leaf.rows.withUnsafeBufferPointer { rows in
          passed &+ Self.border(rows.count) { unsafe isBefore(rows[$0]) }
        }
      }
    }
  }

  /// Returns the first of so many indices for which `isBefore` does not hold, by halves.
  @inlinable
  @inline(__always)
  static func border(_ count: Int, _ isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low &+ high) / 2
      if isBefore(middle) { low = middle &+ 1 } else { high = middle }
    }
    return low
  }
}

extension SharedNode {
  /// Returns `true` if `isBefore` holds for the first row.
  @inlinable
  func begins(_ isBefore: (Row) -> Bool) -> Bool {
    var node = unsafe Unmanaged.passUnretained(self)
    while unsafe node._withUnsafeGuaranteedRef({ $0.height }) > 0 {
      unsafe node = node._withUnsafeGuaranteedRef { node in
        unsafe node.children.withUnsafeBufferPointer { unsafe Unmanaged.passUnretained($0[0]) }
      }
    }
    return unsafe node._withUnsafeGuaranteedRef { leaf in
      unsafe leaf.rows.withUnsafeBufferPointer { unsafe isBefore($0[0]) }
    }
  }

  /// Returns this part after edits, whose indices count from `start`: parts of the same height, of which a single one
  /// may be thin.
  @inlinable
  func editing(_ edits: ArraySlice<SharedEdit<Row>>, from start: Int) -> [SharedNode<Row>] {
    if height == 0 { return Self.leaves(editedRows(edits, from: start)) }
    var parts: [SharedNode<Row>] = []
    parts.reserveCapacity(children.count &+ 1)
    var isAnyThin = false
    var (first, place) = (edits.startIndex, start)
    for index in children.indices {
      let child = children[index]
      let end = place &+ child.count
      let isLast = index == children.count &- 1
      var last = first
      while last < edits.endIndex, isLast || edits[last].index < end { last &+= 1 }
      if last == first {
        parts.append(child)
      } else {
        for part in child.editing(edits[first..<last], from: place) {
          if part.isThin { isAnyThin = true }
          parts.append(part)
        }
      }
      (first, place) = (last, end)
    }
    return Self.nodes(isAnyThin ? Self.mended(parts) : parts)
  }

  /// Returns the rows of a leaf after edits.
  @inlinable
  func editedRows(_ edits: ArraySlice<SharedEdit<Row>>, from start: Int) -> [Row] {
    var size = rows.count
    for edit in edits { size = size &+ (edit.row == nil ? 0 : 1) &- (edit.removes ? 1 : 0) }
    var edited: [Row] = []
    edited.reserveCapacity(size)
    var next = 0
    for edit in edits {
      let index = edit.index &- start
      edited.append(contentsOf: rows[next..<index])
      if let row = edit.row { edited.append(row) }
      next = edit.removes ? index &+ 1 : index
    }
    edited.append(contentsOf: rows[next...])
    return edited
  }

  /// Returns the parts with the thin ones joined to their neighbours; a single one that is left may be thin.
  @inlinable
  static func mended(_ parts: [SharedNode<Row>]) -> [SharedNode<Row>] {
    var mended: [SharedNode<Row>] = []
    mended.reserveCapacity(parts.count)
    for part in parts {
      guard let last = mended.last, last.isThin || part.isThin else {
        mended.append(part)
        continue
      }
      mended.removeLast()
      mended += last.joined(part)
    }
    return mended
  }

  /// Returns this part and the one behind it as one, or as two that are not thin.
  @inlinable
  func joined(_ next: SharedNode<Row>) -> [SharedNode<Row>] {
    if height == 0 { return Self.leaves(rows + next.rows) }
    // A part over a single thin one finds its neighbour here.
    return Self.nodes(Self.mended(children + next.children))
  }
}
