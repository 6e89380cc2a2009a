// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

import WeirTrace

@Suite struct JourneyPagesTests {
  /// A record that is needed as long as it is odd.
  private static func isNeeded(_ journey: UInt32, _ record: Int) -> Bool { record % 2 == 1 }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `agrees with who keeps all, but for old records that nobody needs`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "journey pages")
    var pages = JourneyPages(blank: 0, for: .seconds(10))
    var (naive, born): ([Int], [Instant]) = ([], [])
    var now = Instant.zero
    for turn in 0..<6000 {
      now = now + .milliseconds(Int64(chance.index(below: 20)))
      naive.append(0)
      born.append(now)
      // Most touch what is new, some what is old.
      let journey = chance.index(below: 20) == 0 ? chance.index(below: turn + 1) : turn
      let more = 1 + chance.index(below: 3)
      if chance.index(below: 4) == 0 {
        pages.change(UInt32(journey)) { $0 += $0 == 0 ? 0 : 2 }
        if naive[journey] != 0, pages[UInt32(journey)] != 0 { naive[journey] += 2 }
      } else {
        if pages[UInt32(journey)] == 0 { naive[journey] = 0 }
        pages.change(UInt32(journey), at: now) { $0 += more }
        naive[journey] += more
      }
      if pages.isDue { pages.sweep(at: now, keeping: Self.isNeeded) }
      let looked = chance.index(below: turn + 1)
      let record = pages[UInt32(looked)]
      if record != naive[looked] {
        #expect(record == 0 && pages.isGone(UInt32(looked)))
        #expect(naive[looked] % 2 == 0)
        #expect(born[looked] + .seconds(10) <= now)
      }
    }
    for (journey, record) in naive.enumerated() where record % 2 == 1 {
      #expect(pages[UInt32(journey)] == record)
    }
  }

  @Test func `needs no more memory for a longer history`() {
    func room(_ count: UInt32) -> Int {
      var pages = JourneyPages(blank: UInt64(0), for: .seconds(10))
      for journey in 0..<count {
        let now = Instant.zero + .milliseconds(Int64(journey) * 10)
        pages.change(journey, at: now) { $0 = 1 }
        pages.sweep(at: now) { journey, _ in journey % 1000 == 0 && journey + 10_000 > count }
      }
      return pages.room
    }
    #expect(room(10_000) <= 2000)
    #expect(room(100_000) <= room(10_000) + 256)
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `a set of journeys agrees with a set`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "journey set")
    var (journeys, naive) = (JourneySet(), Set<UInt32>())
    for _ in 0..<2000 {
      let journey = UInt32(chance.index(below: 300))
      #expect(journeys.contains(journey) == naive.contains(journey))
      if chance.index(below: 3) == 0 {
        let wasThere = naive.remove(journey) != nil
        #expect(journeys.remove(journey) == wasThere)
      } else {
        journeys.insert(journey)
        naive.insert(journey)
      }
    }
  }
}
