// SPDX-License-Identifier: Apache-2.0
import WeirCore

/// Slots of a table in an order, each with its index.
///
///     var order = SlotList()
///     order.insert(7, at: 0)
///     order.insert(3, at: order.firstIndex { !table[$0].precedes(table[3]) })
///     order[0]  // 3
///
/// Up to ``leafCapacity`` slots lie in one array, more of them in an array of such arrays. What order it is, only the caller
/// knows: it looks into its table.
///
/// - Complexity: O(log *n*) for everything; once in ``leafCapacity`` / 4 changes O(*n* / ``leafCapacity``).
package struct SlotList: Hashable, Sendable {
  /// The number of slots that one array holds at most.
  package static let leafCapacity = 256

  /// The number of slots there are.
  package private(set) var count = 0
  /// All slots, while they fit into one array.
  private var only: [Int32] = []
  /// The arrays beyond that, none of them empty.
  private var leaves: [[Int32]] = []
  /// The last slot of each of them, side by side in memory.
  private var lasts: [Int32] = []
  /// A tree of sums over the numbers of slots in them: entry *i* is the sum of those up to array *i* − 1, of which there
  /// are as many as the lowest bit of *i* says.
  private var sums: [Int32] = []

  /// Makes a list of nothing.
  package init() {}

  /// `true` if there are none.
  package var isEmpty: Bool { count == 0 }

  /// The slot at an index.
  package subscript(index: Int) -> Int {
    if leaves.isEmpty { return Int(only[index]) }
    let (leaf, offset) = split(index)
    return Int(leaves[leaf][offset])
  }

  /// The last slot.
  package var last: Int? {
    if leaves.isEmpty { return only.last.map { Int($0) } }
    return lasts.last.map { Int($0) }
  }

  /// Returns the first index at which `belongs` is true, or the count; it must be true from there on.
  @inline(__always)
  package func firstIndex(where belongs: (Int) -> Bool) -> Int {
    if leaves.isEmpty { return Self.firstIndex(in: only, where: belongs) }
    var (low, high) = (0, leaves.count - 1)
    // Mostly it is an end: to look there first spares a walk through rows that nobody has looked at for long.
    if !belongs(Int(lasts[high])) { return count }
    if belongs(Int(leaves[0][0])) { return 0 }
    while low < high {
      let middle = (low + high) / 2
      if belongs(Int(lasts[middle])) { high = middle } else { low = middle + 1 }
    }
    return sum(before: low) + Self.firstIndex(in: leaves[low], where: belongs)
  }

  @inline(__always)
  private static func firstIndex(in leaf: [Int32], where belongs: (Int) -> Bool) -> Int {
    var (low, high) = (0, leaf.count)
    // A new key is mostly larger than all that are there, or in a list that falls smaller.
    if let last = leaf.last, !belongs(Int(last)) { return high }
    if let first = leaf.first, belongs(Int(first)) { return low }
    while low < high {
      let middle = (low + high) / 2
      if belongs(Int(leaf[middle])) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Returns the index of a slot that stands at an end, or is one of few; nil says nothing.
  ///
  /// To compare numbers one after the other is quicker then than to look into a table.
  package func quickIndex(of slot: Int) -> Int? {
    let number = Int32(slot)
    // What comes mostly stands at the end; what goes is mostly the first.
    guard leaves.isEmpty else {
      if lasts[lasts.count - 1] == number { return count - 1 }
      return leaves[0][0] == number ? 0 : nil
    }
    if only.last == number { return only.count - 1 }
    if only.count <= 64 { return only.firstIndex(of: number) }
    return only[0] == number ? 0 : nil
  }

  /// Calls `body` with all slots in order.
  @inline(__always)
  package func forEach(_ body: (Int) -> Void) {
    for slot in only { body(Int(slot)) }
    for leaf in leaves { for slot in leaf { body(Int(slot)) } }
  }
}

// MARK: Changing

extension SlotList {
  /// Puts a slot in, so that it lies at `index`.
  package mutating func insert(_ slot: Int, at index: Int) {
    count += 1
    if leaves.isEmpty {
      Self.insert(Int32(slot), at: index, in: &only)
      if only.count > Self.leafCapacity { grow() }
      return
    }
    var (leaf, offset) = (leaves.count - 1, 0)
    if index == count - 1 { offset = leaves[leaf].count } else { (leaf, offset) = split(index) }
    Self.insert(Int32(slot), at: offset, in: &leaves[leaf])
    add(1, to: leaf)
    if leaves[leaf].count > Self.leafCapacity { splitLeaf(leaf) }
  }

  /// Takes out the slot at `index`.
  package mutating func remove(at index: Int) {
    count -= 1
    if leaves.isEmpty {
      Self.remove(at: index, from: &only)
      return
    }
    let (leaf, offset) = split(index)
    Self.remove(at: offset, from: &leaves[leaf])
    add(-1, to: leaf)
    if leaves[leaf].count < Self.leafCapacity / 4 { join(leaf) }
  }

  /// Takes all slots out, and keeps the memory of a short list.
  package mutating func removeAll() {
    count = 0
    only.removeAll(keepingCapacity: true)
    leaves = []
    recount()
  }

  /// Becomes the first `count` slots of another list, if both are short; returns whether they are.
  package mutating func become(first count: Int, of other: SlotList) -> Bool {
    guard leaves.isEmpty, other.leaves.isEmpty else { return false }
    // As many as both have are written over; the few beyond go or come one by one.
    while only.count > count { only.removeLast() }
    let shared = only.count
    unsafe only.withUnsafeMutableBufferPointer { slots in
      unsafe other.only.withUnsafeBufferPointer { others in
        guard let start = slots.baseAddress, let source = others.baseAddress else { return }
        unsafe start.update(from: source, count: shared)
      }
    }
    for index in shared..<count { only.append(other.only[index]) }
    self.count = count
    return true
  }

  /// Inserts a number, as an array does that has to be asked what else it could hold.
  @inline(__always)
  private static func insert(_ slot: Int32, at index: Int, in leaf: inout [Int32]) {
    let count = leaf.count
    invariant(index >= 0 && index <= count, "no place \(index) among \(count) slots")
    leaf.append(slot)
    if index == count { return }
    unsafe leaf.withUnsafeMutableBufferPointer { slots in
      guard let start = slots.baseAddress else { return }
      unsafe (start + index + 1).update(from: start + index, count: count - index)
      unsafe slots[index] = slot
    }
  }

  @inline(__always)
  private static func remove(at index: Int, from leaf: inout [Int32]) {
    let count = leaf.count
    invariant(index >= 0 && index < count, "no place \(index) among \(count) slots")
    unsafe leaf.withUnsafeMutableBufferPointer { slots in
      guard let start = slots.baseAddress else { return }
      unsafe (start + index).update(from: start + index + 1, count: count - index - 1)
    }
    leaf.removeLast()
  }

  @inline(never)
  private mutating func grow() {
    leaves = [only]
    only = []
    splitLeaf(0)
  }

  @inline(never)
  private mutating func splitLeaf(_ leaf: Int) {
    // A list that is filled from the front to the end leaves arrays behind that are nearly full.
    let isLast = leaf == leaves.count - 1
    let kept = isLast ? leaves[leaf].count * 3 / 4 : leaves[leaf].count / 2
    let right = Array(leaves[leaf][kept...])
    leaves[leaf].removeSubrange(kept...)
    leaves.insert(right, at: leaf + 1)
    recount()
  }

  /// Joins an array that has become short with a neighbour.
  @inline(never)
  private mutating func join(_ leaf: Int) {
    let left = min(leaf, leaves.count - 2)
    leaves[left].append(contentsOf: leaves.remove(at: left + 1))
    if leaves[left].count > Self.leafCapacity { return splitLeaf(left) }
    if leaves.count == 1 {
      only = leaves[0]
      leaves = []
    }
    recount()
  }

  /// Looks at all arrays again.
  private mutating func recount() {
    lasts = leaves.map { $0[$0.count - 1] }
    sums = [0] + leaves.map { Int32($0.count) }
    for index in sums.indices.dropFirst() {
      let above = index + (index & -index)
      if above < sums.count { sums[above] += sums[index] }
    }
  }

  /// Counts a slot more or less in an array, whose last one may be another now.
  private mutating func add(_ change: Int32, to leaf: Int) {
    lasts[leaf] = leaves[leaf][leaves[leaf].count - 1]
    var index = leaf + 1
    while index < sums.count {
      sums[index] += change
      index += index & -index
    }
  }

  /// Returns the array of an index, and the index in it.
  private func split(_ index: Int) -> (leaf: Int, offset: Int) {
    var rest = Int32(index)
    var leaf = 0
    var step = 1 << (Int.bitWidth - 1 - leaves.count.leadingZeroBitCount)
    while step > 0 {
      let next = leaf + step
      if next < sums.count, sums[next] <= rest {
        rest -= sums[next]
        leaf = next
      }
      step >>= 1
    }
    return (leaf, Int(rest))
  }

  private func sum(before leaf: Int) -> Int {
    var sum: Int32 = 0
    var index = leaf
    while index > 0 {
      sum += sums[index]
      index &= index - 1
    }
    return Int(sum)
  }
}

// MARK: Checking

extension SlotList {
  /// Checks that the arrays are as long as they may be, and counted.
  package func checkInvariants() {
    invariant(leaves.isEmpty || only.isEmpty, "slots in two places")
    invariant(leaves.isEmpty || leaves.count > 1, "one array that is not the only one")
    invariant(only.count <= Self.leafCapacity, "\(only.count) slots in one array")
    invariant(leaves.map { $0.last } == lasts, "another slot is the last of its array")
    for leaf in leaves.indices {
      let before = leaves[0..<leaf].reduce(0) { $0 + $1.count }
      invariant(sum(before: leaf) == before, "\(sum(before: leaf)) slots, but there are \(before)")
    }
    for leaf in leaves {
      let isFine = leaf.count >= Self.leafCapacity / 4 && leaf.count <= Self.leafCapacity
      invariant(isFine, "an array of \(leaf.count) slots")
    }
    let sum = only.count + leaves.reduce(0) { $0 + $1.count }
    invariant(sum == count, "\(sum) slots are counted as \(count)")
  }
}
