// SPDX-License-Identifier: Apache-2.0
public import WeirCore

/// The memory that comparing lists needs, kept from one comparison to the next.
///
///     var workspace = DiffWorkspace()
///     diff(from: shown, to: wanted, into: &changes, workspace: &workspace)
///
/// It carries nothing else from one comparison to the next: a new one gives the same results. Once it has
/// seen lists of a size, comparing lists of that size allocates nothing, unless the rows that moved are in much
/// better order; see ``growths``.
public struct DiffWorkspace: Sendable {
  /// Stretches of rows that follow one another in both lists, as far as the walk has found them.
  @usableFromInline var runs: [Block] = []
  /// Old rows, in order, that the walk has found no partner for.
  @usableFromInline var loneOld = LoneRows()
  /// New rows, in order, that the walk has found no partner for.
  @usableFromInline var loneNew = LoneRows()
  /// For each lone old row, which lone new row is the same, or −1; before that, the links of queues.
  @usableFromInline var partners: [Int32] = []
  /// For each lone new row, which lone old row is the same and whether it looks different, or −1; later the
  /// block that it is in.
  @usableFromInline var origins: [Int32] = []
  /// The index of the lone old rows by hash.
  @usableFromInline var table = RowTable()
  /// The selection of the blocks that keep their order.
  @usableFromInline var order = BlockOrder()
  /// Updates of rows that the walk had not found.
  @usableFromInline var lateUpdates: [ChangeSet.Update] = []
  /// The results of the walk, while a comparison without it is tried.
  @usableFromInline var walk = Walk()
  @usableFromInline var growthCount = 0
  @usableFromInline var hashCount = 0
  @usableFromInline var knownBytes = 0

  /// Empty memory.
  @inlinable
  public init() {}

  /// Forgets the last comparison.
  @inlinable
  mutating func begin(oldCount: Int, newCount: Int) {
    invariant(
      oldCount < 1 << 30 && newCount < 1 << 30,
      "lists of \(oldCount) and \(newCount) rows are too long to compare")
    runs.removeAll(keepingCapacity: true)
    loneOld.removeAll()
    loneNew.removeAll()
    // Even lists in any order may agree in a few places.
    runs.reserveCapacity(64)
    loneOld.listed.reserveCapacity(64)
    loneNew.listed.reserveCapacity(64)
  }

  /// Marks all rows of two ranges, which reach to the ends of the lists, as lone.
  @inlinable
  mutating func leaveAlone(old: Range<Int>, new: Range<Int>) {
    loneOld.rest = old
    loneNew.rest = new
  }

  /// Puts what the walk has found aside, or takes it back.
  @inlinable
  mutating func exchangeWalk() {
    swap(&runs, &walk.runs)
    swap(&loneOld, &walk.loneOld)
    swap(&loneNew, &walk.loneNew)
  }

  /// The number of comparisons that have had to take more memory than they found here.
  public var growths: Int { growthCount }

  /// The number of rows that all comparisons so far have hashed.
  public var hashedRows: Int { hashCount }

  /// Counts a comparison that has taken more memory.
  @usableFromInline
  mutating func noteGrowth() {
    if byteCount <= knownBytes { return }
    knownBytes = byteCount
    growthCount += 1
  }

  /// The number of bytes that are kept.
  public var byteCount: Int {
    let numbers =
      loneOld.listed.capacity + loneNew.listed.capacity + partners.capacity + origins.capacity
    let blocks = runs.capacity + order.blocks.capacity
    return 4 * numbers + 12 * blocks + 16 * lateUpdates.capacity + table.byteCount + order.byteCount
  }
}

/// The results of a walk down both lists.
@usableFromInline
struct Walk: Sendable {
  @usableFromInline var runs: [Block] = []
  @usableFromInline var loneOld = LoneRows()
  @usableFromInline var loneNew = LoneRows()

  @inlinable
  init() {}
}

/// Rows that follow one another in the old list and in the new one.
@frozen
@usableFromInline
struct Block: Sendable {
  /// The place of the first one in the old list.
  @usableFromInline var old: Int32
  /// The place of the first one in the new list.
  @usableFromInline var new: Int32
  /// The number of rows in it.
  @usableFromInline var count: Int32

  @inlinable
  init(old: Int, new: Int, count: Int) {
    self.old = Int32(truncatingIfNeeded: old)
    self.new = Int32(truncatingIfNeeded: new)
    self.count = Int32(truncatingIfNeeded: count)
  }

  /// `true` if the rows at two places follow the last ones.
  @inlinable @inline(__always)
  func isFollowed(by old: Int, _ new: Int) -> Bool {
    Int(self.old &+ count) == old && Int(self.new &+ count) == new
  }
}

extension Array {
  /// Makes the array at least `count` long; what it holds then is anything.
  @inlinable
  mutating func makeRoom(_ count: Int, of filler: Element) {
    if self.count >= count { return }
    self = []
    // A little more, for the next list is seldom of the very same length.
    self = Array(repeating: filler, count: count + count / 8 + 16)
  }

  /// Makes the array at least `count` long, keeps what it holds, and takes memory for `room` elements.
  @inlinable
  mutating func grow(to count: Int, room: Int, with filler: Element) {
    if self.count >= count { return }
    reserveCapacity(room)
    append(contentsOf: repeatElement(filler, count: count - self.count))
  }

  /// Appends `count` elements that `body` puts into memory.
  @inlinable @inline(__always)
  mutating func append(_ count: Int, _ body: (UnsafeMutablePointer<Element>) -> Void) {
    if count == 0 { return }
    append(addingCapacity: count) { span in
      unsafe span.withUnsafeMutableBufferPointer { buffer, filled in
        guard let start = buffer.baseAddress else { return }
        unsafe body(start)
        filled = count
      }
    }
  }
}
