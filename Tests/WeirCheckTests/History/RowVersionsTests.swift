// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTrace
import WeirTree

import WeirCheck

@Suite struct RowVersionsTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a table of numbers agrees with a dictionary`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "number map")
    var map = NumberMap()
    var naive: [UInt64: UInt64] = [:]
    for _ in 0..<2000 {
      let key = UInt64(chance.index(below: 200)) << UInt64(chance.index(below: 2) * 32)
      #expect(map[key] == naive[key])
      if chance.index(below: 3) == 0 {
        map.remove(key)
        naive[key] = nil
        continue
      }
      let value = chance.next()
      map.set(value, for: key)
      naive[key] = value
    }
    #expect(map.count == naive.count)
    for (key, value) in naive { #expect(map[key] == value) }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a table in pages agrees with a dictionary`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "number pages")
    var pages = NumberPages()
    var naive: [UInt64: UInt32] = [:]
    for _ in 0..<500 {
      // Neighbours within a page, pages side by side, and lives far apart.
      let key = UInt64(chance.index(below: 70)) | UInt64(chance.index(below: 3)) << 42
      #expect(pages[key] == naive[key] ?? 0)
      #expect(pages.find(key) == naive[key] ?? 0)
      // Those that fit into two bytes, those that do not, and those at the edge.
      let number =
        switch chance.index(below: 3) {
        case 0: UInt32(chance.index(below: 100))
        case 1: UInt32(UInt16.max) - 2 + UInt32(chance.index(below: 4))
        default: UInt32(truncatingIfNeeded: chance.next())
        }
      pages.set(number, for: key)
      naive[key] = number
    }
    for (key, number) in naive { #expect(pages[key] == number) }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a table in pages agrees with a dictionary where neighbours become alike`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "pages alike")
    var pages = NumberPages()
    var naive: [UInt64: UInt32] = [:]
    let size = NumberPages.size
    for _ in 0..<150 {
      // A sweep over neighbours, as rows are shown and hidden, with some left out, or a single one.
      let number = UInt32(chance.index(below: 3)) * 16
      let start = chance.index(below: 3) * size
      let isSweep = chance.index(below: 4) > 0
      let leftOut = chance.index(below: 8) == 0 ? chance.index(below: size) : -1
      for place in isSweep ? 0..<size : 5..<6 where place != leftOut {
        let key = UInt64(start + place)
        pages.set(number, for: key)
        naive[key] = number
        #expect(pages.find(key) == number && pages[key] == number)
      }
      for key in 0..<UInt64(3 * size) { #expect(pages[key] == naive[key] ?? 0) }
    }
  }

  @Test func `a page on which all numbers are the same takes no room`() {
    var pages = NumberPages()
    let keys = 0..<UInt64(NumberPages.size)
    for key in keys {
      pages.set(17, for: key)
      #expect(pages.room == (key == keys.last ? 0 : 1))
    }
    pages.set(17, for: 3)
    #expect(pages.room == 0 && pages[3] == 17)
    pages.set(16, for: 3)
    #expect(pages.room == 1 && pages.find(2) == 17 && pages.find(3) == 16)
    // The room is given to the next page that needs some.
    pages.set(17, for: 3)
    pages.set(5, for: 1 << 42)
    #expect(pages.room == 1 && pages[1 << 42 | 1] == 0 && pages[3] == 17)
    pages.set(0, for: 1 << 42)
    for key in keys { pages.set(0, for: key) }
    #expect(pages.room == 0 && keys.allSatisfy { pages[$0] == 0 })
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `numbers are found by their names, also where hashes are alike`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "number index")
    var index = NumberIndex()
    var names: [Int] = []
    var naive: [Int: Int32] = [:]
    func hash(_ name: Int) -> UInt64 { UInt64(name % 40) << 20 }
    for _ in 0..<3000 {
      let name = chance.index(below: 200)
      let found = index.find(hash(name)) { names[Int($0)] == name }
      #expect(found == naive[name])
      if let found {
        if chance.index(below: 3) == 0 { continue }
        index.remove(found, under: hash(name))
        naive[name] = nil
      } else {
        index.add(Int32(names.count), under: hash(name))
        naive[name] = Int32(names.count)
        names.append(name)
      }
      #expect(index.count == naive.count)
    }
  }

  @Test func `rows of a list lie side by side, however lists take turns`() {
    var versions = RowVersions()
    var homes: [[Int32]] = [[], [], []]
    for turn in 0..<240 {
      let list = turn % 5 == 0 ? 2 : turn % 2
      let row = versions.enter(Key("k\(turn)"), in: UInt32(list))
      homes[list].append(versions.home(of: row))
    }
    for mine in homes {
      for (place, home) in mine.enumerated() {
        #expect(Int(home) % NumberPages.size == place % NumberPages.size)
        if place % NumberPages.size != 0 { #expect(home == mine[place - 1] + 1) }
      }
    }
    #expect(Set(homes.joined()).count == 240)
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `versions are found as by who looks through all of them`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "ledger")
    var versions = RowVersions()
    var naive: [[UInt64]] = Array(repeating: [], count: 4)
    for order in 1...60 {
      let place = chance.index(below: 4)
      let (list, key) = (UInt32(place / 2), Key("k\(place % 2)"))
      let stamp = UInt64(chance.index(below: 6))
      let spot = versions.commit(
        Step(at: .zero, .committed, list: list, key: key, x: stamp, y: UInt64(order)), order: order,
        read: .none, basis: -1)
      naive[place].append(stamp)
      #expect(Int(spot.entry) == naive[place].count - 1)
      #expect(versions.number(of: key, in: list) == spot.row)
      let start = chance.index(below: naive[place].count + 1) - 1
      let wanted = UInt64(chance.index(below: 6))
      let later = naive[place].indices.first { $0 >= start && naive[place][$0] == wanted }
      let earlier = naive[place].indices.last { $0 < start && naive[place][$0] == wanted }
      let found = versions.find(wanted, of: spot.row, from: Int32(start)).map { Int($0) }
      if start >= 0 || Set(naive[place]).count < naive[place].count {
        #expect(found == later ?? earlier)
      } else {
        #expect(found.map { naive[place][$0] } == (later == nil ? nil : wanted))
      }
    }
  }

  @Test func `rows of one commit are a group, and a client's commits to a list are a chain`() {
    var versions = RowVersions()
    func commit(_ key: String, _ version: UInt64, list: UInt32 = 0) -> RowVersions.Spot {
      versions.commit(
        Step(
          at: .zero, .committed, client: 3, journey: 1, list: list, key: Key(key), x: version,
          y: version), order: Int(version), read: .none, basis: -1)
    }
    let (a, b) = (commit("a", 1), commit("b", 1))
    let elsewhere = commit("a", 2, list: 1)
    let last = commit("c", 3)
    #expect(versions.groups.map(\.spots) == [[a, b]])
    #expect(!versions.entry(elsewhere).prior.isSome && versions.entry(last).prior == b)
  }
}
