// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTestSupport

@Suite struct SortedMapTests {
  @Test func `an empty map has no entries, ranks or neighbours`() {
    var map = SortedMap<Int, Int>()
    #expect(map.isEmpty && map.isEmpty == (map.count == 0))
    #expect(map.first == nil && map.last == nil && map[1] == nil)
    #expect(map.rank(of: 1) == 0)
    #expect(map.entry(atOrAfter: 1) == nil)
    #expect(map.entry(after: 1) == nil)
    #expect(map.entry(before: 1) == nil)
    #expect(map.remove(1) == nil)
    #expect(map.update(1) { $0 += 1 } == nil)
    #expect(Array(map.map(\.key)).isEmpty)
    map.checkInvariants()
  }

  @Test func `setting a key again replaces its value and keeps its rank`() {
    var map = SortedMap<Int, String>()
    #expect(map.set("b", for: 20) == nil)
    #expect(map.set("a", for: 10) == nil)
    #expect(map.set("c", for: 20) == "b")
    #expect(map.count == 2)
    #expect(map.rank(of: 20) == 1)
    #expect(map.entry(at: 1) == (20, "c"))
  }

  @Test func `a value that is itself nil is still a value`() {
    var map = SortedMap<Int, Int?>()
    #expect(map.set(nil, for: 1) == nil as Int??)
    #expect(map.set(2, for: 1) == .some(nil))
    map.set(nil, for: 1)
    #expect(map[1] == .some(nil))
    #expect(map.remove(1) == .some(nil))
    #expect(map.isEmpty)
  }

  @Test(arguments: [1, 63, 64, 65, 96, 1_000, 6_000])
  func `filled upwards, downwards or inside out, it stands in order`(count: Int) {
    let upwards = Array(0..<count)
    let insideOut = upwards.map { $0 % 2 == 0 ? count / 2 + $0 / 2 : count / 2 - 1 - $0 / 2 }
    for order in [upwards, upwards.reversed(), insideOut] {
      var map = SortedMap<Int, Int>()
      for key in order { map.set(key * 3, for: key) }
      map.checkInvariants()
      #expect(map.count == Set(order).count)
      #expect(map.map(\.key) == order.sorted())
      for key in order.reversed() { #expect(map.remove(key) == key * 3) }
      map.checkInvariants()
      #expect(map.isEmpty)
    }
  }

  @Test func `a tree that shrinks to one leaf is a sorted array again`() {
    var map = SortedMap<Int, Int>()
    for key in 0..<10_000 { map.set(key, for: key) }
    var left = Array(0..<10_000)
    while map.count > 7 {
      #expect(map.removeEntry(at: map.count / 3).key == left.remove(at: left.count / 3))
      if map.count % 997 == 0 { map.checkInvariants() }
    }
    map.checkInvariants()
    #expect(map.map(\.key) == left)
  }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `agrees with the naive map on any writes, and copies never see them`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "sorted map")
    let span = [8, 60, 90, 400, 3_000][stream.index(below: 5)]
    var map = SortedMap<Int, Int>()
    var naive = NaiveSortedMap<Int, Int>()
    var copies: [(SortedMap<Int, Int>, NaiveSortedMap<Int, Int>)] = []
    var grows = true
    for step in 0..<3_000 {
      if stream.index(below: 200) == 0 { grows.toggle() }
      let key = stream.index(below: span) * 2
      switch stream.index(below: 8) {
      case 0...3 where grows: #expect(map.set(step, for: key) == naive.set(step, for: key))
      case 0...3: #expect(map.remove(key) == naive.remove(key))
      case 4: #expect(map.set(step, for: key) == naive.set(step, for: key))
      case 5 where naive.count > 0:
        let rank = stream.index(below: naive.count)
        let wanted = naive.entry(at: rank)
        #expect(map.removeEntry(at: rank).key == wanted?.key)
        if let wanted { naive.remove(wanted.key) }
      case 6:
        let found = map.update(key) { value -> Int in
          value += 1
          return value
        }
        #expect(found == naive[key].map { $0 + 1 })
        if let found { naive.set(found, for: key) }
      default:
        if stream.index(below: 40) == 0 { copies.append((map, naive)) }
        if stream.index(below: 80) == 0, !copies.isEmpty {
          // Go on from an older copy, and keep this one to be looked at later.
          let place = stream.index(below: copies.count)
          ((map, naive), copies[place]) = (copies[place], (map, naive))
        }
      }
      expectSameNeighbours(map, naive, around: stream.index(below: span * 2 + 2) - 1)
    }
    copies.append((map, naive))
    for (map, naive) in copies { expectSame(map, naive) }
  }

  @Test func `agrees with the naive map in every world of six writes to four keys`() {
    // A write sets or removes one of four keys: 8⁶ worlds, each walked once as a path of a tree.
    var worlds = 0
    func walk(_ map: SortedMap<Int, Int>, _ naive: NaiveSortedMap<Int, Int>, _ depth: Int) {
      guard depth < 6 else {
        worlds += 1
        if map.map(\.key) != naive.keys || map.map(\.value) != naive.values {
          Issue.record("\(map.map(\.key)) instead of \(naive.keys)")
        }
        return
      }
      for write in 0..<8 {
        var map = map
        var naive = naive
        if write < 4 {
          if map.set(depth, for: write) != naive.set(depth, for: write) { Issue.record("set") }
        } else {
          if map.remove(write - 4) != naive.remove(write - 4) { Issue.record("remove") }
        }
        walk(map, naive, depth + 1)
      }
    }
    walk(SortedMap(), NaiveSortedMap(), 0)
    #expect(worlds == 262_144)
  }

  @Test func `every range of ranks is walked in order, across leaves`() {
    var map = SortedMap<Int, Int>()
    for key in 0..<200 { map.set(key, for: key) }
    for low in stride(from: 0, through: 200, by: 7) {
      for high in stride(from: low, through: 200, by: 11) {
        var seen: [Int] = []
        map.forEach(in: low..<high) { key, value in
          #expect(key == value)
          seen.append(key)
        }
        #expect(seen == Array(low..<high))
      }
    }
  }

  @Test func `a walk goes on over the map as it was when it began`() {
    var map = SortedMap<Int, Int>()
    for key in 0..<500 { map.set(key, for: key) }
    var seen: [Int] = []
    for (key, _) in map {
      seen.append(key)
      map.remove(499 - key)
    }
    #expect(seen == Array(0..<500))
    #expect(map.isEmpty)
  }

  @Test func `refuses a rank that it does not have, and says both numbers`() async {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var map = SortedMap<Int, Int>()
      map.set(1, for: 1)
      _ = map.entry(at: 1)
    }
    let words = death.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(words?.contains("invariant broken: no entry at rank 1 of 1") == true)
  }
}

private func expectSame(_ map: SortedMap<Int, Int>, _ naive: NaiveSortedMap<Int, Int>) {
  map.checkInvariants()
  #expect(map.count == naive.count)
  #expect(map.map(\.key) == naive.keys)
  #expect(map.map(\.value) == naive.values)
}

private func expectSameNeighbours(
  _ map: SortedMap<Int, Int>, _ naive: NaiveSortedMap<Int, Int>, around key: Int
) {
  var same = map.count == naive.count && map[key] == naive[key]
  let rank = naive.rank(of: key)
  same = same && map.rank(of: key) == rank
  let isPresent = naive[key] != nil
  same = same && map.entry(atOrAfter: key)?.key == naive.entry(at: rank)?.key
  same = same && map.entry(after: key)?.key == naive.entry(at: rank + (isPresent ? 1 : 0))?.key
  same = same && map.entry(before: key)?.value == naive.entry(at: rank - 1)?.value
  same = same && map.first?.key == naive.keys.first && map.last?.key == naive.keys.last
  if rank < naive.count { same = same && map.entry(at: rank) == (naive.entry(at: rank) ?? (0, 0)) }
  #expect(same, "around \(key)")
}
