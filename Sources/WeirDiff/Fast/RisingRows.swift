// SPDX-License-Identifier: Apache-2.0

/// Blocks in the order of the new list.
@usableFromInline
protocol RisingSource {
  /// Returns the place of a block in the old list, or a negative number if it has none.
  func old(_ block: Int) -> Int32
  /// Returns the number of rows that it has.
  func count(_ block: Int) -> Int32
}

/// Rows of which each is a block, or none if it comes from nowhere.
@safe
@frozen
@usableFromInline
struct RowsOfOrigins: RisingSource {
  @usableFromInline let origins: UnsafePointer<Int32>

  @inlinable
  init(origins: UnsafePointer<Int32>) { unsafe self.origins = origins }

  @inlinable @inline(__always)
  func old(_ block: Int) -> Int32 {
    let origin = unsafe origins[block]
    // Rows from nowhere keep the bit that says that others look different.
    return origin & (~(1 &<< 30) | origin &>> 31)
  }

  @inlinable @inline(__always)
  func count(_ block: Int) -> Int32 { 1 }
}

/// The blocks themselves.
@safe
@frozen
@usableFromInline
struct RowsOfBlocks: RisingSource {
  @usableFromInline let blocks: UnsafePointer<Block>

  @inlinable
  init(blocks: UnsafePointer<Block>) { unsafe self.blocks = blocks }

  @inlinable @inline(__always)
  func old(_ block: Int) -> Int32 { unsafe blocks[block].old }

  @inlinable @inline(__always)
  func count(_ block: Int) -> Int32 { unsafe blocks[block].count }
}

/// Chains of rows that rise in both lists, the best one of each length, as they lie in memory.
///
/// The end of the best chain of *n* rows lies at place *n* + 1. Before it lie two numbers smaller than all, behind the
/// last one numbers greater than all, so that every search goes over a power of two.
@safe
@frozen
@usableFromInline
struct RisingRows {
  @usableFromInline let ends: UnsafeMutablePointer<Int32>
  @usableFromInline let tails: UnsafeMutablePointer<Int32>
  @usableFromInline let previous: UnsafeMutablePointer<Int32>
  @usableFromInline var state: State

  /// The progress of the work.
  @frozen
  @usableFromInline
  struct State {
    /// The next block.
    @usableFromInline var block = 0
    /// The place behind the longest chain.
    @usableFromInline var top = 2
    /// The place of the last row.
    @usableFromInline var last = 2
    /// The number of places that are searched, as a power of two.
    @usableFromInline var bits = 0

    @inlinable
    init() {}
  }

  @inlinable
  init(
    _ ends: UnsafeMutablePointer<Int32>, _ tails: UnsafeMutablePointer<Int32>,
    _ previous: UnsafeMutablePointer<Int32>, _ state: State
  ) {
    unsafe self.ends = ends
    unsafe self.tails = tails
    unsafe self.previous = previous
    self.state = state
  }

  /// Takes blocks in, in the order of the new list, as long as there is room.
  @inlinable @inline(__always)
  mutating func take<Source: RisingSource>(_ number: Int, _ source: Source) {
    let room = 1 &<< state.bits &- 2
    var block = state.block
    while block < number {
      let x = source.old(block)
      if x < 0 {
        block &+= 1
        continue
      }
      let rows = source.count(block)
      if state.top &+ Int(rows) > room { break }
      let last = state.last
      if unsafe ends[last &- 2] < x && x <= ends[last &+ 1] {
        // Rows that go up or down step by step are not searched for.
        let place =
          unsafe ends[last] < x ? last &+ 1 : ends[last &- 1] < x ? last : last &- 1
        put(block, x, Int(rows), at: place)
        block &+= 1
      } else if block &+ 4 <= number,
        rows | source.count(block &+ 1) | source.count(block &+ 2) | source.count(block &+ 3) == 1
      {
        takeFour(block, x, source.old(block &+ 1), source.old(block &+ 2), source.old(block &+ 3))
        block &+= 4
      } else {
        put(block, x, Int(rows), at: place(of: x))
        block &+= 1
      }
    }
    state.block = block
  }

  /// Returns the first place whose number is not smaller.
  @inlinable @inline(__always)
  func place(of x: Int32) -> Int {
    var base = 2
    var bit = state.bits
    while bit > 0 {
      bit &-= 1
      base = step(base, bit, x)
    }
    return base
  }

  /// Moves half a search on: past a power of two of places, if the last one of them is smaller.
  ///
  /// The sign of the difference is shifted to the bit that is added. A comparison would be compiled
  /// to a branch that no predictor can foresee.
  @inlinable @inline(__always)
  func step(_ base: Int, _ bit: Int, _ x: Int32) -> Int {
    let half = 1 &<< bit
    let difference = unsafe UInt32(bitPattern: ends[base &+ half &- 1] &- x)
    return base
      &+ (half & Int(truncatingIfNeeded: difference &>> UInt32(truncatingIfNeeded: 31 &- bit)))
  }

  /// Puts rows that follow one another into the chain that they prolong.
  @inlinable @inline(__always)
  mutating func put(_ block: Int, _ x: Int32, _ count: Int, at place: Int) {
    unsafe previous[block] = tails[place &- 1]
    var row = 0
    repeat {
      unsafe ends[place &+ row] = x &+ Int32(truncatingIfNeeded: row)
      unsafe tails[place &+ row] = Int32(truncatingIfNeeded: block)
      row &+= 1
    } while row < count
    state.last = place &+ count &- 1
    state.top = max(state.top, place &+ count)
  }

  /// Takes four rows at once: the searches do not wait for one another.
  ///
  /// A row that has been put where a later one is to go, and is smaller, pushes it on by one.
  @inlinable @inline(__always)
  mutating func takeFour(_ block: Int, _ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) {
    var (p, q, r, s) = (2, 2, 2, 2)
    var bit = state.bits
    while bit > 0 {
      bit &-= 1
      p = step(p, bit, a)
      q = step(q, bit, b)
      r = step(r, bit, c)
      s = step(s, bit, d)
    }
    put(block, a, 1, at: p)
    if p == q, a < b { q &+= 1 }
    if p == r, a < c { r &+= 1 }
    if p == s, a < d { s &+= 1 }
    if b >= 0 {
      put(block &+ 1, b, 1, at: q)
      if q == r, b < c { r &+= 1 }
      if q == s, b < d { s &+= 1 }
    }
    if c >= 0 {
      put(block &+ 2, c, 1, at: r)
      if r == s, c < d { s &+= 1 }
    }
    if d >= 0 { put(block &+ 3, d, 1, at: s) }
  }
}
