// SPDX-License-Identifier: Apache-2.0
extension BlockOrder {
  /// Marks the rows that stay among `count` rows that come from `origins`, or from nowhere; returns how many stay.
  @inlinable
  mutating func findAmongRows(_ count: Int, _ origins: [Int32]) -> Int {
    unsafe origins.withUnsafeBufferPointer {
      guard let start = $0.baseAddress else { return 0 }
      return unsafe findRising(count, RowsOfOrigins(origins: start))
    }
  }

  /// Marks the blocks that stay, by trying for each row where it prolongs a chain; returns how many rows they have.
  @inlinable
  mutating func findAmongRowsOfBlocks() -> Int {
    let (blocks, count) = (blocks, count)
    return unsafe blocks.withUnsafeBufferPointer {
      guard let start = $0.baseAddress else { return 0 }
      return unsafe findRising(count, RowsOfBlocks(blocks: start))
    }
  }

  @inlinable @inline(__always)
  mutating func findRising<Source: RisingSource>(_ number: Int, _ source: Source) -> Int {
    previous.makeRoom(number, of: 0)
    var state = RisingRows.State()
    repeat {
      makeRoom(for: &state, more: Int(source.count(state.block)))
      unsafe previous.withUnsafeMutableBufferPointer { previous in
        unsafe ends.withUnsafeMutableBufferPointer { ends in
          unsafe tails.withUnsafeMutableBufferPointer { tails in
            guard let previous = previous.baseAddress, let ends = ends.baseAddress,
              let tails = tails.baseAddress
            else { return }
            var rise = unsafe RisingRows(ends, tails, previous, state)
            rise.take(number, source)
            state = rise.state
          }
        }
      }
    } while state.block < number
    if state.top > 2 { mark(from: tails[state.top - 1]) }
    return state.top - 2
  }

  /// Makes room for chains that are longer by `more` rows and a few.
  @inlinable
  mutating func makeRoom(for state: inout RisingRows.State, more: Int) {
    var bits = max(state.bits, 5)
    while state.top &+ more &+ 2 > 1 &<< bits { bits &+= 1 }
    let size = 1 &<< bits &+ 4
    // Of rows in any order few make a chain; with this much room the next such list will hardly need more.
    var usual = size
    while usual &* usual < 64 &* previous.count { usual &*= 2 }
    ends.grow(to: size, room: usual, with: 0)
    tails.grow(to: size, room: usual, with: 0)
    // The numbers at the start are smaller than all, those that no chain has reached are greater.
    for place in 0..<2 { (ends[place], tails[place]) = (-1, -1) }
    for place in state.top..<size { ends[place] = Int32.max }
    state.bits = bits
  }
}
