extension BlockOrder {
  /// Marks the blocks that stay, by asking a tree for the heaviest chain below each; returns how many rows they have.
  ///
  /// ``tails`` holds each block's rank and ``blockOfRank`` the reverse.
  @inlinable
  mutating func findAmongBlocks() -> Int {
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
    return Int(truncatingIfNeeded: best &>> 32)
  }

  /// The rank of the block that a chain ends with.
  @inlinable @inline(__always)
  static func rank(_ chain: UInt64) -> Int {
    Int(truncatingIfNeeded: 0xFFFF_FFFF &- (chain & 0xFFFF_FFFF))
  }
}
