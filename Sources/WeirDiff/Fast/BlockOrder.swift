// SPDX-License-Identifier: Apache-2.0

/// Finds the most rows that need not move: the heaviest chain of blocks that rises in both lists.
///
/// There may be several as heavy. Read from the end, the one chosen keeps at every step the block that comes
/// first in the old list among those that still allow a heaviest one. Since rows of a block follow one another
/// in both lists, no chain could do better by taking only some of them.
@usableFromInline
struct BlockOrder: Sendable {
  /// The blocks, in the order of the new list, as far as they are counted.
  @usableFromInline var blocks: [Block] = []
  /// The number of blocks there are.
  @usableFromInline var count = 0
  /// For each block, the one before it in its best chain, or −1; `kept` in the end where it stays.
  @usableFromInline var previous: [Int32] = []
  /// For each length, two places on, the smallest old place that a chain of so many rows can end at.
  @usableFromInline var ends: [Int32] = []
  /// For each length, two places on, the block of that place; or for each block, its rank in the old list.
  @usableFromInline var tails: [Int32] = []
  /// For each rank in the old list, the block.
  @usableFromInline var blockOfRank: [Int32] = []
  /// Chains that are heavier the further they lead; see ``HeavyChains``.
  @usableFromInline var rising: [UInt64] = []
  /// A Fenwick tree of the heaviest among all other chains.
  @usableFromInline var heaviest: [UInt64] = []

  @inlinable
  init() {}

  /// The value in ``previous`` for a block that stays.
  @inlinable static var kept: Int32 { Int32.min }

  /// The number of bytes that are kept beside the blocks.
  @usableFromInline var byteCount: Int {
    4 * (previous.capacity + ends.capacity + tails.capacity + blockOfRank.capacity)
      + 8 * (heaviest.capacity + rising.capacity)
  }

  /// `true` if the block does not move.
  @inlinable @inline(__always)
  func stays(_ block: Int) -> Bool { previous[block] == Self.kept }

  /// Marks a chain, from its last block.
  @inlinable
  mutating func mark(from last: Int32) {
    var block = last
    while block >= 0 {
      let before = previous[Int(block)]
      previous[Int(block)] = Self.kept
      block = before
    }
  }
}
