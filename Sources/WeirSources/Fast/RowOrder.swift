// SPDX-License-Identifier: Apache-2.0
import WeirCore

/// An order of rows that knows the index of every row, and how many rows of a kind come before it.
///
///     var order = RowOrder(count: 3)   // rows 0, 1, 2
///     order.remove(0)
///     order.insert(0, at: 2)           // rows 1, 2, 0
///     order.index(of: 0)               // 2
///
/// Rows are small numbers that their owner gives out. Each has a weight of 0 or 1.
///
/// It is a treap: a search tree by index that is a heap by priority, which is scrambled from the row's number, so that
/// its shape does not depend on chance. Twin in the tests: an array.
///
/// - Complexity: everything is O(log *n*), expected; making one of *n* rows is O(*n*).
package struct RowOrder {
  private struct Node {
    var parent: Int32 = -1
    var left: Int32 = -1
    var right: Int32 = -1
    var count: Int32 = 0
    var total: Int32 = 0
    var weight: Int32 = 0
  }

  private var nodes: [Node] = []
  private var root: Int32 = -1

  /// An order of the rows 0, 1, …, each of the given weight.
  package init(count: Int = 0, weight: (Int) -> Bool = { _ in true }) {
    nodes = Array(repeating: Node(), count: count)
    // The right edge of the tree so far, the root first: what a later row of higher priority takes as its left part.
    var edge: [Int32] = []
    for row in 0..<Int32(count) {
      nodes[Int(row)].weight = weight(Int(row)) ? 1 : 0
      var last: Int32 = -1
      while let top = edge.last, Self.priority(top) < Self.priority(row) {
        last = top
        pull(top)
        edge.removeLast()
      }
      link(last, asLeftOf: row)
      if let top = edge.last { link(row, asRightOf: top) } else { root = row }
      edge.append(row)
    }
    while let top = edge.popLast() { pull(top) }
  }

  /// The number of rows.
  package var count: Int { root < 0 ? 0 : Int(nodes[Int(root)].count) }

  /// The number of rows of weight 1.
  package var weight: Int { root < 0 ? 0 : Int(nodes[Int(root)].total) }

  /// Returns the number of rows before a row.
  package func index(of row: Int) -> Int {
    var node = Int32(row)
    var index = countOf(nodes[row].left)
    while nodes[Int(node)].parent >= 0 {
      let parent = nodes[Int(node)].parent
      if nodes[Int(parent)].right == node { index += countOf(nodes[Int(parent)].left) + 1 }
      node = parent
    }
    return Int(index)
  }

  /// Returns the number of rows of weight 1 before a row.
  package func weight(before row: Int) -> Int {
    var node = Int32(row)
    var total = totalOf(nodes[row].left)
    while nodes[Int(node)].parent >= 0 {
      let parent = nodes[Int(node)].parent
      if nodes[Int(parent)].right == node {
        total += totalOf(nodes[Int(parent)].left) + nodes[Int(parent)].weight
      }
      node = parent
    }
    return Int(total)
  }

  /// `true` if the weight of a row is 1.
  package func isWeighted(_ row: Int) -> Bool { nodes[row].weight == 1 }

  /// Returns the row that has `index` rows before it.
  package func row(at index: Int) -> Int {
    invariant(index >= 0 && index < count, "no row \(index) in an order of \(count)")
    var (node, rest) = (root, Int32(index))
    while true {
      let left = countOf(nodes[Int(node)].left)
      if rest == left { return Int(node) }
      if rest < left {
        node = nodes[Int(node)].left
      } else {
        rest -= left + 1
        node = nodes[Int(node)].right
      }
    }
  }

  /// Returns the row of weight 1 that has `weight` such rows before it.
  package func row(atWeight weight: Int) -> Int {
    invariant(weight >= 0 && weight < self.weight, "no row \(weight) of \(self.weight)")
    var (node, rest) = (root, Int32(weight))
    while true {
      let left = totalOf(nodes[Int(node)].left)
      if rest == left, nodes[Int(node)].weight == 1 { return Int(node) }
      if rest < left {
        node = nodes[Int(node)].left
      } else {
        rest -= left + nodes[Int(node)].weight
        node = nodes[Int(node)].right
      }
    }
  }

  /// Returns the index of the first row for which `isBehind` is `true`, which must then be `true`
  /// for all rows after it.
  package func firstIndex(where isBehind: (Int) -> Bool) -> Int {
    var (node, before) = (root, Int32(0))
    while node >= 0 {
      if isBehind(Int(node)) {
        node = nodes[Int(node)].left
      } else {
        before += countOf(nodes[Int(node)].left) + 1
        node = nodes[Int(node)].right
      }
    }
    return Int(before)
  }

  /// All rows, in order.
  package var rows: [Int] {
    var rows: [Int] = []
    rows.reserveCapacity(count)
    var path: [Int32] = []
    var node = root
    while node >= 0 || !path.isEmpty {
      while node >= 0 {
        path.append(node)
        node = nodes[Int(node)].left
      }
      guard let top = path.popLast() else { break }
      rows.append(Int(top))
      node = nodes[Int(top)].right
    }
    return rows
  }

  /// Gives a row another weight.
  package mutating func setWeight(_ isWeighted: Bool, of row: Int) {
    let difference = (isWeighted ? 1 : 0) - nodes[row].weight
    if difference == 0 { return }
    nodes[row].weight += difference
    var node = Int32(row)
    while node >= 0 {
      nodes[Int(node)].total += difference
      node = nodes[Int(node)].parent
    }
  }

  /// Puts a row that is not in the order before the one at `index`, or at the end.
  package mutating func insert(_ row: Int, at index: Int, isWeighted: Bool = true) {
    invariant(index >= 0 && index <= count, "no index \(index) in an order of \(count)")
    while nodes.count <= row { nodes.append(Node()) }
    let new = Int32(row)
    nodes[row] = Node(count: 1, total: isWeighted ? 1 : 0, weight: isWeighted ? 1 : 0)
    guard root >= 0 else {
      root = new
      return
    }
    var (node, rest) = (root, Int32(index))
    while true {
      nodes[Int(node)].count += 1
      nodes[Int(node)].total += nodes[row].weight
      let left = countOf(nodes[Int(node)].left)
      let next = rest <= left ? nodes[Int(node)].left : nodes[Int(node)].right
      if next < 0 {
        if rest <= left { link(new, asLeftOf: node) } else { link(new, asRightOf: node) }
        break
      }
      if rest > left { rest -= left + 1 }
      node = next
    }
    while nodes[row].parent >= 0, Self.priority(nodes[row].parent) < Self.priority(new) {
      rotateUp(new)
    }
  }

  /// Takes a row out; its number may be inserted again.
  package mutating func remove(_ row: Int) {
    let old = Int32(row)
    while true {
      let (left, right) = (nodes[row].left, nodes[row].right)
      if left < 0, right < 0 { break }
      let isLeft = right < 0 || (left >= 0 && Self.priority(left) > Self.priority(right))
      rotateUp(isLeft ? left : right)
    }
    let parent = nodes[row].parent
    if parent < 0 {
      root = -1
    } else if nodes[Int(parent)].left == old {
      nodes[Int(parent)].left = -1
    } else {
      nodes[Int(parent)].right = -1
    }
    var node = parent
    while node >= 0 {
      nodes[Int(node)].count -= 1
      nodes[Int(node)].total -= nodes[row].weight
      node = nodes[Int(node)].parent
    }
    nodes[row] = Node()
  }

  private static func priority(_ row: Int32) -> UInt64 { scrambled(UInt64(row) &+ 1) }

  private func countOf(_ node: Int32) -> Int32 { node < 0 ? 0 : nodes[Int(node)].count }

  private func totalOf(_ node: Int32) -> Int32 { node < 0 ? 0 : nodes[Int(node)].total }

  private mutating func link(_ child: Int32, asLeftOf parent: Int32) {
    nodes[Int(parent)].left = child
    if child >= 0 { nodes[Int(child)].parent = parent }
  }

  private mutating func link(_ child: Int32, asRightOf parent: Int32) {
    nodes[Int(parent)].right = child
    if child >= 0 { nodes[Int(child)].parent = parent }
  }

  /// Sums a node up again from its children.
  private mutating func pull(_ node: Int32) {
    let (left, right) = (nodes[Int(node)].left, nodes[Int(node)].right)
    nodes[Int(node)].count = countOf(left) + countOf(right) + 1
    nodes[Int(node)].total = totalOf(left) + totalOf(right) + nodes[Int(node)].weight
  }

  /// Puts a node in the place of its parent.
  private mutating func rotateUp(_ node: Int32) {
    let parent = nodes[Int(node)].parent
    let grandparent = nodes[Int(parent)].parent
    if nodes[Int(parent)].left == node {
      link(nodes[Int(node)].right, asLeftOf: parent)
      link(parent, asRightOf: node)
    } else {
      link(nodes[Int(node)].left, asRightOf: parent)
      link(parent, asLeftOf: node)
    }
    nodes[Int(node)].parent = grandparent
    if grandparent < 0 {
      root = node
    } else if nodes[Int(grandparent)].left == parent {
      nodes[Int(grandparent)].left = node
    } else {
      nodes[Int(grandparent)].right = node
    }
    pull(parent)
    pull(node)
  }
}
