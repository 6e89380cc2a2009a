// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirMetrics

@Suite struct RisingNumbersTests {
  @Test(arguments: 0..<8 as Range<UInt64>)
  func `agrees with a set`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "numbers")
    var numbers = RisingNumbers()
    var naive: Set<UInt32> = []
    for round in 0..<2_000 as Range<UInt32> {
      // Most come at the end, as they do in a run, and go from the front.
      let number = chance.below(4) == 0 ? UInt32(chance.below(60)) : round / 4
      if chance.below(3) == 0 {
        let leaving = chance.below(2) == 0 ? naive.min() ?? number : number
        numbers.remove(leaving)
        naive.remove(leaving)
        #expect(numbers.count == naive.count)
      } else if chance.below(200) == 0 {
        let most = UInt32(chance.below(200))
        numbers.removeAll { $0 < most }
        naive = naive.filter { $0 >= most }
      } else {
        let isNew = numbers.insert(number)
        #expect(isNew == naive.insert(number).inserted)
      }
      let other = UInt32(chance.below(500))
      #expect(numbers.contains(other) == naive.contains(other))
    }
  }
}
