// SPDX-License-Identifier: Apache-2.0
extension BlockOrder {
  /// Marks the blocks that stay, by asking for the heaviest chain below each; returns how many rows they have.
  ///
  /// ``tails`` holds each block's rank and ``blockOfRank`` the reverse.
  @inlinable
  mutating func findAmongBlocks() -> Int {
    let count = count
    previous.makeRoom(count, of: 0)
    heaviest.makeRoom(count &+ 1, of: 0)
    rising.makeRoom(count &+ 1, of: 0)
    var best: UInt64 = 0
    unsafe heaviest.withUnsafeMutableBufferPointer { heaviest in
      unsafe rising.withUnsafeMutableBufferPointer { rising in
        guard let heaviest = heaviest.baseAddress, let rising = rising.baseAddress else { return }
        var chains = unsafe HeavyChains(rising, heaviest, count)
        for block in 0..<count {
          let rank = UInt64(truncatingIfNeeded: tails[block])
          let below = chains.enter(
            rank, weight: UInt64(truncatingIfNeeded: blocks[block].count))
          previous[block] = below == 0 ? -1 : blockOfRank[HeavyChains.rank(below)]
        }
        best = chains.best
      }
    }
    if best > 0 { mark(from: blockOfRank[HeavyChains.rank(best)]) }
    return Int(truncatingIfNeeded: best &>> 32)
  }
}

/// The heaviest chains that end at or below each rank, as they lie in memory.
///
/// A chain is a number: its weight above, how early it ends in the old list below, so that of chains as heavy the
/// one that ends first is the greatest. Most blocks come in the order of the old list; their chains stand on a
/// stack that rises both ways. The others are rarely asked for and go into a Fenwick tree.
@safe
@frozen
@usableFromInline
struct HeavyChains {
  @usableFromInline let rising: UnsafeMutablePointer<UInt64>
  @usableFromInline let tree: UnsafeMutablePointer<UInt64>
  @usableFromInline let count: Int
  /// The number of chains that stand on the stack.
  @usableFromInline var height = 0
  /// The heaviest chain in the tree; while there is none, the tree holds anything.
  @usableFromInline var heaviestOfTree: UInt64 = 0
  /// The heaviest chain of all.
  @usableFromInline var best: UInt64 = 0

  @inlinable
  init(_ rising: UnsafeMutablePointer<UInt64>, _ tree: UnsafeMutablePointer<UInt64>, _ count: Int) {
    unsafe self.rising = rising
    unsafe self.tree = tree
    self.count = count
  }

  /// The number of chains from the top within which a new one is looked for one by one.
  @inlinable static var reach: Int { 8 }

  /// Returns the rank of the block that a chain ends with.
  @inlinable @inline(__always)
  static func rank(_ chain: UInt64) -> Int {
    Int(truncatingIfNeeded: 0xFFFF_FFFF &- (chain & 0xFFFF_FFFF))
  }

  /// Prolongs the heaviest chain below `rank`, which it returns, or 0, by a block.
  @inlinable @inline(__always)
  mutating func enter(_ rank: UInt64, weight: UInt64) -> UInt64 {
    let mark = 0xFFFF_FFFF &- rank
    var place = height
    let lowest = max(0, height &- Self.reach)
    while place > lowest, unsafe rising[place &- 1] & 0xFFFF_FFFF < mark { place &-= 1 }
    let isNear = place == 0 || place > lowest
    if !isNear { place = search(mark, lowest) }
    var below = place > 0 ? unsafe rising[place &- 1] : 0
    if heaviestOfTree &>> 32 >= below &>> 32, heaviestOfTree > 0 {
      below = max(below, heaviestInTree(below: rank))
    }
    let chain = (below &>> 32 &+ weight) &<< 32 | mark
    best = max(best, chain)
    if isNear { push(chain, at: place) } else { enterIntoTree(chain, rank) }
    return below
  }

  /// Returns the number of the first chains on the stack that end below a rank.
  @inlinable @inline(never)
  func search(_ mark: UInt64, _ end: Int) -> Int {
    var (low, high) = (0, end)
    while low < high {
      let middle = (low &+ high) &>> 1
      if unsafe rising[middle] & 0xFFFF_FFFF > mark { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  /// Puts a chain near the top, in place of the chains above that are no heavier.
  @inlinable @inline(__always)
  mutating func push(_ chain: UInt64, at place: Int) {
    var kept = place
    while kept < height, unsafe rising[kept] &>> 32 <= chain &>> 32 { kept &+= 1 }
    let rest = height &- kept
    if rest > 0 { unsafe (rising + place + 1).update(from: rising + kept, count: rest) }
    unsafe rising[place] = chain
    height = place &+ 1 &+ rest
  }

  /// Returns the heaviest chain in the tree that ends below a rank.
  @inlinable @inline(never)
  func heaviestInTree(below rank: UInt64) -> UInt64 {
    var below: UInt64 = 0
    var place = Int(truncatingIfNeeded: rank)
    while place > 0 {
      below = unsafe max(below, tree[place])
      place &= place &- 1
    }
    return below
  }

  @inlinable @inline(never)
  mutating func enterIntoTree(_ chain: UInt64, _ rank: UInt64) {
    if heaviestOfTree == 0 { unsafe tree.update(repeating: 0, count: count &+ 1) }
    heaviestOfTree = max(heaviestOfTree, chain)
    var place = Int(truncatingIfNeeded: rank) &+ 1
    while place <= count {
      unsafe tree[place] = max(tree[place], chain)
      place &+= place & (0 &- place)
    }
  }
}
