// SPDX-License-Identifier: Apache-2.0

/// A node of the tree over the leaves of a ``SortedMap``: either leaves or nodes hang below it, side by side.
///
/// Maps share nodes. Only a map that owns a node alone may change it; a map that descends to write
/// therefore makes each node its own before it enters it. A writer has exclusive access to its map
/// and so to the map's nodes; checking every access again took a seventh of the time of a write.
@usableFromInline
final class SortedMapNode<Key: Comparable, Value> {
  /// The number of entries that a leaf, or children a node, has at most.
  @inlinable
  static var capacity: Int { 64 }
  /// The least number of children of any node except the root.
  ///
  /// It lies far enough below half that the write after a split or a merge does not undo it.
  @inlinable
  static var leastWidth: Int { 24 }

  /// No key below child *i* is smaller than separator *i* − 1, and all are smaller than separator *i*.
  @safe @exclusivity(unchecked) @usableFromInline var separators: ContiguousArray<Key>
  /// The number of entries that lie below each child.
  @safe @exclusivity(unchecked) @usableFromInline var counts: ContiguousArray<Int>
  /// The children of a lowest node; empty in the others.
  @safe @exclusivity(unchecked) @usableFromInline var leaves:
    ContiguousArray<SortedMapLeaf<Key, Value>>
  /// The children of the other nodes; empty in a lowest one.
  @safe @exclusivity(unchecked) @usableFromInline var children: ContiguousArray<SortedMapNode>
  /// The number of entries that lie below the node.
  @safe @exclusivity(unchecked) @usableFromInline var total: Int

  @inlinable
  init(
    separators: ContiguousArray<Key>, counts: ContiguousArray<Int>,
    leaves: ContiguousArray<SortedMapLeaf<Key, Value>>, children: ContiguousArray<SortedMapNode>,
    total: Int
  ) {
    self.separators = separators
    self.counts = counts
    self.leaves = leaves
    self.children = children
    self.total = total
  }

  /// A node over two leaves, the second of which is not empty.
  @inlinable
  convenience init(_ left: SortedMapLeaf<Key, Value>, _ right: SortedMapLeaf<Key, Value>) {
    self.init(
      separators: [right.entries[0].key], counts: [left.count, right.count],
      leaves: [left, right], children: [], total: left.count + right.count)
  }

  /// A node over the two halves of `full`, which its only owner gives away.
  @inlinable
  convenience init(splitting full: SortedMapNode) {
    let (separator, right) = full.splitOff()
    self.init(
      separators: [separator], counts: [full.total, right.total],
      leaves: [], children: [full, right], total: full.total + right.total)
  }

  /// Returns a node with the same children that has no owner yet.
  @inlinable
  func copy() -> SortedMapNode {
    SortedMapNode(
      separators: separators, counts: counts, leaves: leaves, children: children, total: total)
  }

  /// The number of children there are.
  @inlinable
  var width: Int { counts.count }

  /// `true` if the children are leaves.
  @inlinable
  var isLowest: Bool { children.isEmpty }
}

// MARK: Asking

extension SortedMapNode {
  /// Returns the index of the child that `key` belongs below.
  @inlinable
  func slot(of key: Key) -> Int {
    MapWork.enter()
    var low = 0
    var high = separators.count
    // A new key is mostly larger than all that are there.
    if high > 1 {
      MapWork.compare()
      if !(key < separators[high &- 1]) { return high }
      high &-= 1
    }
    while low < high {
      MapWork.compare()
      let middle = (low &+ high) &>> 1
      if key < separators[middle] { high = middle } else { low = middle &+ 1 }
    }
    return low
  }

  /// Returns the leaf that has `key` if any has.
  @inlinable
  func leaf(for key: Key) -> SortedMapLeaf<Key, Value> {
    var node = self
    while !node.isLowest { node = node.children[node.slot(of: key)] }
    return node.leaves[node.slot(of: key)]
  }

  @inlinable
  func value(of key: Key) -> Value? {
    let slot = slot(of: key)
    return isLowest ? leaves[slot].value(of: key) : children[slot].value(of: key)
  }

  @inlinable
  func entry(at rank: Int) -> (key: Key, value: Value) {
    var rest = rank
    let slot = slot(at: &rest)
    return isLowest ? leaves[slot].entries[rest] : children[slot].entry(at: rest)
  }

  /// Returns the leaf of the entry at `rank`, and the entry's place in it.
  @inlinable
  func leaf(at rank: Int) -> (leaf: SortedMapLeaf<Key, Value>, place: Int) {
    var node = self
    var rest = rank
    while true {
      let slot = node.slot(at: &rest)
      if node.isLowest { return (node.leaves[slot], rest) }
      node = node.children[slot]
    }
  }

  /// Returns the index of the child that holds the entry at `rank`; `rank` becomes its rank there.
  @inlinable
  func slot(at rank: inout Int) -> Int {
    MapWork.enter()
    var slot = 0
    while rank >= counts[slot] {
      rank &-= counts[slot]
      slot &+= 1
    }
    return slot
  }

  /// Returns the number of keys below the node that are smaller than `key`.
  @inlinable
  func rank(of key: Key) -> Int {
    let slot = slot(of: key)
    var rank = isLowest ? leaves[slot].place(of: key) : children[slot].rank(of: key)
    for before in 0..<slot { rank &+= counts[before] }
    return rank
  }
}

// MARK: Changing

extension SortedMapNode {
  @inlinable
  func set(_ value: Value, for key: Key) -> Value? {
    let slot = slot(of: key)
    if isLowest {
      let old = leaves[slot].set(value, for: key)
      if old == nil {
        noteInsertion(at: slot)
        if leaves[slot].count > Self.capacity {
          splitLeaf(at: slot, atEnd: leaves[slot].ends(with: key))
        }
      }
      return old
    }
    let old = ownedChild(at: slot).set(value, for: key)
    if old == nil {
      noteInsertion(at: slot)
      if children[slot].width > Self.capacity { splitChild(at: slot) }
    }
    return old
  }

  @inlinable
  func remove(_ key: Key) -> Value? {
    let slot = slot(of: key)
    let old = isLowest ? leaves[slot].remove(key) : ownedChild(at: slot).remove(key)
    if old != nil { noteRemoval(at: slot) }
    return old
  }

  @inlinable
  func removeEntry(at rank: Int) -> (key: Key, value: Value) {
    var rest = rank
    let slot = slot(at: &rest)
    let entry =
      isLowest
      ? leaves[slot].entries.remove(at: rest) : ownedChild(at: slot).removeEntry(at: rest)
    noteRemoval(at: slot)
    return entry
  }

  @inlinable
  func update<Result>(
    _ key: Key, _ change: (inout Value) throws -> Result
  ) rethrows -> Result? {
    let slot = slot(of: key)
    if isLowest { return try leaves[slot].update(key, change) }
    return try ownedChild(at: slot).update(key, change)
  }

  /// Returns the child at `slot`, copied first if another node shares it.
  @inlinable
  func ownedChild(at slot: Int) -> SortedMapNode {
    if !isKnownUniquelyReferenced(&children[slot]) { children[slot] = children[slot].copy() }
    return children[slot]
  }

  @inlinable
  func noteInsertion(at slot: Int) {
    counts[slot] &+= 1
    total &+= 1
  }

  @inlinable
  func noteRemoval(at slot: Int) {
    counts[slot] &-= 1
    total &-= 1
    if isLowest {
      if leaves[slot].count < Self.leastWidth { mendLeaf(at: slot) }
    } else {
      if children[slot].width < Self.leastWidth { mendChild(at: slot) }
    }
  }

  @inlinable
  @inline(never)
  func splitLeaf(at slot: Int, atEnd isAtEnd: Bool) {
    let right = isAtEnd ? leaves[slot].splitOffEnd() : leaves[slot].splitOff()
    separators.insert(right.entries[0].key, at: slot)
    counts[slot] = leaves[slot].count
    counts.insert(right.count, at: slot + 1)
    leaves.insert(right, at: slot + 1)
  }

  @inlinable
  @inline(never)
  func splitChild(at slot: Int) {
    let left = ownedChild(at: slot)
    let (separator, right) = left.splitOff()
    separators.insert(separator, at: slot)
    counts[slot] = left.total
    counts.insert(right.total, at: slot + 1)
    children.insert(right, at: slot + 1)
  }

  /// Keeps the smaller half of the children; returns the larger one and the key between the two.
  @inlinable
  func splitOff() -> (separator: Key, right: SortedMapNode) {
    let half = width / 2
    let separator = separators[half - 1]
    let right = SortedMapNode(
      separators: ContiguousArray(separators[half...]), counts: ContiguousArray(counts[half...]),
      leaves: isLowest ? ContiguousArray(leaves[half...]) : [],
      children: isLowest ? [] : ContiguousArray(children[half...]), total: 0)
    for count in right.counts { right.total += count }
    separators.removeSubrange((half - 1)...)
    counts.removeSubrange(half...)
    if isLowest { leaves.removeSubrange(half...) } else { children.removeSubrange(half...) }
    total -= right.total
    return (separator, right)
  }

  /// Joins a leaf that has become too short with its neighbour, and splits the result if that is
  /// too long.
  @inlinable
  @inline(never)
  func mendLeaf(at slot: Int) {
    guard width > 1 else { return }
    let left = min(slot, width - 2)
    let right = leaves.remove(at: left + 1)
    leaves[left].entries.append(contentsOf: right.entries)
    separators.remove(at: left)
    counts[left] += counts.remove(at: left + 1)
    if leaves[left].count > Self.capacity { splitLeaf(at: left, atEnd: false) }
  }

  /// Joins a child that has become too narrow with its neighbour, and splits the result if that is
  /// too wide.
  @inlinable
  @inline(never)
  func mendChild(at slot: Int) {
    guard width > 1 else { return }
    let place = min(slot, width - 2)
    let right = children.remove(at: place + 1)
    let left = ownedChild(at: place)
    left.separators.append(separators.remove(at: place))
    left.separators.append(contentsOf: right.separators)
    left.counts.append(contentsOf: right.counts)
    left.leaves.append(contentsOf: right.leaves)
    left.children.append(contentsOf: right.children)
    left.total += right.total
    counts[place] += counts.remove(at: place + 1)
    if left.width > Self.capacity { splitChild(at: place) }
  }
}

// MARK: Checking

extension SortedMapNode {
  /// Checks everything below the node, whose keys lie in `low..<high`; returns its height.
  @discardableResult
  func checkInvariants(above low: Key?, below high: Key?) -> Int {
    invariant(width <= Self.capacity, "a node of \(width) children")
    invariant(separators.count == width - 1, "\(separators.count) keys between \(width) children")
    invariant(leaves.count + children.count == width, "\(width) counts of other children")
    invariant(counts.reduce(0, +) == total, "counts \(counts) do not make \(total)")
    var heights: [Int] = []
    for slot in 0..<width {
      let low = slot == 0 ? low : separators[slot - 1]
      let high = slot == width - 1 ? high : separators[slot]
      let size = isLowest ? leaves[slot].count : children[slot].width
      let count = isLowest ? leaves[slot].count : children[slot].total
      invariant(size >= Self.leastWidth, "a child of \(size)")
      invariant(size <= Self.capacity, "a child of \(size)")
      invariant(count == counts[slot], "\(count) entries counted as \(counts[slot])")
      if isLowest { leaves[slot].checkInvariants(above: low, below: high) }
      heights.append(
        isLowest ? 0 : children[slot].checkInvariants(above: low, below: high))
    }
    invariant(heights.allSatisfy { $0 == heights[0] }, "leaves at heights \(heights)")
    return heights[0] + 1
  }
}

/// A node that two maps share is never written again.
extension SortedMapNode: @unchecked Sendable where Key: Sendable, Value: Sendable {}
