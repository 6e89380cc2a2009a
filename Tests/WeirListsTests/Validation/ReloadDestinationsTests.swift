// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff

import WeirLists

@Suite struct ReloadDestinationsTests {
  @Test func `a reload makes way for deletes and inserts, and takes no notice of moves`() {
    let updates = BatchUpdates(
      deletes: [1, 5], inserts: [0, 3, at(1, 0)], moves: [move(0, 1), move(3, 0)])
    let destinations = ReloadDestinations(updates)
    #expect(destinations.row(0) == 1)
    #expect(destinations.row(2) == 2)
    #expect(destinations.row(3) == 4)
    #expect(destinations.row(4) == 5)
    #expect(destinations.row(at(1, 2)) == at(1, 3))
  }

  @Test func `the section of a reload shifts with deleted and inserted sections alone`() {
    let updates = BatchUpdates(
      inserts: [at(2, 0)], sectionDeletes: [0], sectionInserts: [1, 4],
      sectionMoves: [moveSection(2, 0)])
    let destinations = ReloadDestinations(updates)
    #expect(destinations.section(1) == 0)
    #expect(destinations.section(2) == 2)
    #expect(destinations.section(4) == 5)
    #expect(destinations.row(at(2, 7)) == at(2, 8))
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `agrees with the formula written down naively`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "destinations")
    for _ in 0..<100 {
      func numbers() -> [Int32] {
        (0..<stream.index(below: 5)).map { _ in Int32(stream.index(below: 6)) }
      }
      func places() -> [Place] { numbers().map { at(Int32(stream.index(below: 4)), $0) } }
      let updates = BatchUpdates(
        deletes: places(), inserts: places(), sectionDeletes: numbers(),
        sectionInserts: numbers())
      let judge = NaiveJudge(old: [], new: [], updates: updates)
      let destinations = ReloadDestinations(updates)
      for section in 0..<4 as Range<Int32> {
        #expect(destinations.section(section) == judge.landing(section: section))
        let place = at(section, Int32(stream.index(below: 6)))
        #expect(destinations.row(place) == judge.landing(place))
      }
    }
  }

  @Test func `numbers beyond all bounds are faults and no traps`() {
    let ends: [Int32] = [.min, .max, -1]
    for a in ends {
      for b in ends {
        let wild = at(a, b)
        let updates = BatchUpdates(
          deletes: [wild], inserts: [wild], moves: [move(wild, wild)],
          reloads: [wild, at(b, a), 0], reconfigures: [.init(old: wild, new: wild)],
          sectionDeletes: [a], sectionInserts: [b], sectionMoves: [moveSection(a, b)],
          sectionReloads: [b, a], sectionReconfigures: [.init(old: a, new: b)])
        for profile in ListViewProfile.allCases {
          var view = StrictListView(sections: sections("ab|c"), profile: profile)
          view.viewport = Viewport(first: .max, count: .max)
          #expect(view.perform(updates, to: sections("ab|c")) != nil)
          #expect(view.scroll(to: wild) != nil)
          let flat = ChangeSet(
            deletes: [wild], inserts: [wild], updates: [.init(old: 0, new: wild)])
          var list = StrictListView(rows: letters("ab"), profile: profile)
          #expect(list.apply(flat, to: letters("ab")) != nil)
        }
      }
    }
  }
}
