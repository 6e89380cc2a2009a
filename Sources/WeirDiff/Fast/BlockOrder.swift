/// Finds the most rows that need not move: the heaviest chain of blocks that rises in both lists.
///
/// There may be several as heavy. Read from the end, the one chosen keeps at every step the block that comes
/// first in the old list among those that still allow a heaviest one. Since rows of a block follow one another
/// in both lists, no chain could do better by taking only some of them.
@usableFromInline
struct BlockOrder: Sendable {
  /// The blocks, in the order of the new list.
  @usableFromInline var blocks: [Block] = []
  /// For each block, the one before it in its best chain, or −1; `kept` in the end where it stays.
  @usableFromInline var previous: [Int32] = []
  /// For each length, the smallest old place that a chain of so many rows can end at.
  @usableFromInline var ends: [Int32] = []
  /// For each length, the block of that place; or for each block, its rank in the old list.
  @usableFromInline var tails: [Int32] = []
  /// For each rank in the old list, the block.
  @usableFromInline var blockOfRank: [Int32] = []
  /// A Fenwick tree of the heaviest chains: their weight above, how early they end in the old list below.
  @usableFromInline var heaviest: [UInt64] = []

  @inlinable
  init() {}

  /// What ``previous`` says of a block that stays.
  @inlinable static var kept: Int32 { Int32.min }

  /// How many bytes are kept beside the blocks.
  @usableFromInline var byteCount: Int {
    4 * (previous.capacity + ends.capacity + tails.capacity + blockOfRank.capacity)
      + 8 * heaviest.capacity
  }

  /// Whether the block does not move.
  @inlinable @inline(__always)
  func stays(_ block: Int) -> Bool { previous[block] == Self.kept }

  /// Marks the blocks that stay, by trying for each where it prolongs a chain; for light blocks.
  @inlinable
  mutating func findAmongRows(_ rows: Int) {
    previous.makeRoom(blocks.count, of: 0)
    ends.makeRoom(rows, of: 0)
    tails.makeRoom(rows, of: 0)
    var length = 0
    let blocks = blocks
    unsafe ends.withUnsafeMutableBufferPointer { ends in
      unsafe tails.withUnsafeMutableBufferPointer { tails in
        unsafe previous.withUnsafeMutableBufferPointer { previous in
          for block in 0..<blocks.count {
            let old = blocks[block].old
            let low = unsafe Self.place(of: old, ends, length)
            unsafe previous[block] = low > 0 ? tails[low &- 1] : -1
            let count = Int(blocks[block].count)
            for row in 0..<count {
              unsafe ends[low &+ row] = old &+ Int32(truncatingIfNeeded: row)
              unsafe tails[low &+ row] = Int32(truncatingIfNeeded: block)
            }
            length = max(length, low &+ count)
          }
        }
      }
    }
    if length > 0 { mark(from: tails[length - 1]) }
  }

  /// The first of `length` rising numbers that is not smaller than `number`.
  @inlinable @inline(__always)
  static func place(
    of number: Int32, _ ends: UnsafeMutableBufferPointer<Int32>, _ length: Int
  ) -> Int {
    if unsafe length == 0 || ends[length &- 1] < number { return length }
    var base = 0
    var size = length
    while size > 1 {
      let half = size &>> 1
      base = unsafe ends[base &+ half &- 1] < number ? base &+ half : base
      size &-= half
    }
    return base
  }

  /// Marks the blocks that stay, by asking a tree for the heaviest chain below each; for heavy blocks.
  ///
  /// ``tails`` holds each block's rank and ``blockOfRank`` the reverse.
  @inlinable
  mutating func findAmongBlocks() {
    let count = blocks.count
    previous.makeRoom(count, of: 0)
    heaviest.makeRoom(count + 1, of: 0)
    unsafe heaviest.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      unsafe start.update(repeating: 0, count: count + 1)
    }
    var best: UInt64 = 0
    for block in 0..<count {
      let rank = Int(tails[block])
      var below: UInt64 = 0
      var place = rank
      while place > 0 {
        below = max(below, heaviest[place])
        place &= place &- 1
      }
      previous[block] = below == 0 ? -1 : blockOfRank[Self.rank(below)]
      let weight = (below &>> 32) &+ UInt64(truncatingIfNeeded: blocks[block].count)
      let chain = weight &<< 32 | (0xFFFF_FFFF &- UInt64(truncatingIfNeeded: rank))
      best = max(best, chain)
      place = rank &+ 1
      while place <= count {
        heaviest[place] = max(heaviest[place], chain)
        place &+= place & (0 &- place)
      }
    }
    if best > 0 { mark(from: blockOfRank[Self.rank(best)]) }
  }

  /// The rank of the block that a chain ends with.
  @inlinable @inline(__always)
  static func rank(_ chain: UInt64) -> Int {
    Int(truncatingIfNeeded: 0xFFFF_FFFF &- (chain & 0xFFFF_FFFF))
  }

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
