// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

/// A value that is mostly not there, against an optional.
@Suite struct SeldomTests {
  private struct Holder {
    @Seldom var rows: [Int]?
    var plain: [Int]?
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `it is what an optional is, whatever is done to it and to copies of it`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "seldom")
    var holders = [Holder(), Holder()]
    var seen = 0
    for step in 0..<300 {
      let place = chance.index(below: 2)
      switch chance.below(5) {
      case 0: (holders[place].rows, holders[place].plain) = ([step], [step])
      case 1: (holders[place].rows, holders[place].plain) = (nil, nil)
      case 2:
        holders[place].rows?.append(step)
        holders[place].plain?.append(step)
      case 3: holders[1 - place] = holders[place]
      default:
        if holders[place].rows?.count ?? 0 > 3 { holders[place].rows = nil }
        if holders[place].plain?.count ?? 0 > 3 { holders[place].plain = nil }
      }
      for holder in holders {
        #expect(holder.rows == holder.plain)
        if holder.rows != nil { seen += 1 }
      }
    }
    #expect(seen > 50)
  }

  @Test func `it takes a word`() {
    #expect(MemoryLayout<Seldom<(Int, Int, Int)>>.size == MemoryLayout<Int>.size)
  }

  @Test func `it may be there from the start`() {
    #expect(Seldom(wrappedValue: 7).wrappedValue == 7)
    #expect(Seldom<Int>().wrappedValue == nil)
  }
}
