// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirStreams

@Suite struct SlotListTests {
  /// The slots that a list has, as its own indices say.
  private func slots(of list: SlotList) -> [Int] { (0..<list.count).map { list[$0] } }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `agrees with an array, however long it grows`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "slots")
    var list = SlotList()
    var naive: [Int] = []
    // Some stay within one array, some have several, and all shrink to nothing and grow again.
    let most = [20, 300, 2_000][Int(seed % 3)]
    for round in 0..<3 {
      for _ in 0..<most {
        let index = chance.below(3) == 0 ? naive.count : chance.index(below: naive.count + 1)
        let slot = chance.index(below: 1_000_000)
        list.insert(slot, at: index)
        naive.insert(slot, at: index)
      }
      list.checkInvariants()
      #expect(slots(of: list) == naive)
      #expect(list.last == naive.last)
      for _ in 0..<(round == 2 ? naive.count : chance.index(below: most)) {
        let index = chance.index(below: naive.count)
        list.remove(at: index)
        naive.remove(at: index)
        if naive.count % 97 == 0 { list.checkInvariants() }
      }
      var walked: [Int] = []
      list.forEach { walked.append($0) }
      #expect(walked == naive)
      #expect(list.last == naive.last)
    }
    #expect(list.isEmpty && list.last == nil)
    list.checkInvariants()
  }

  @Test(arguments: [1, 31, 63, 64, 65, 256, 257, 1_000, 5_000])
  func `finds where an order turns, at every index`(count: Int) {
    var list = SlotList()
    for slot in 0..<count { list.insert(slot * 2, at: slot) }
    for bound in [-1, 0, 1, 2, count - 1, count, 2 * count - 2, 2 * count - 1, 2 * count] {
      #expect(list.firstIndex { $0 >= bound } == min(count, max(0, (bound + 1) / 2)), "\(bound)")
    }
    for slot in 0..<count { #expect(list.firstIndex { $0 >= slot * 2 } == slot) }
    for slot in 0..<count {
      guard let index = list.quickIndex(of: slot * 2) else { continue }
      #expect(index == slot)
    }
    // The ends are found at once, and what lies between them among few.
    #expect(list.quickIndex(of: 0) == 0)
    #expect(list.quickIndex(of: 2 * count - 2) == count - 1)
    if count > 2 { #expect((list.quickIndex(of: 2) != nil) == (count <= 64)) }
    #expect(count > 64 || list.quickIndex(of: -1) == nil)
  }

  @Test func `becomes the front of another list where both are short, and else stays as it is`() {
    var (long, short) = (SlotList(), SlotList())
    for slot in 0..<300 { long.insert(slot, at: slot) }
    for slot in 0..<5 { short.insert(slot + 10, at: slot) }
    var list = SlotList()
    var isDone = list.become(first: 3, of: short)
    #expect(isDone && slots(of: list) == [10, 11, 12])
    isDone = list.become(first: 0, of: short)
    #expect(isDone && list.isEmpty)
    isDone = list.become(first: 3, of: long)
    #expect(!isDone && list.isEmpty)
    isDone = long.become(first: 3, of: short)
    #expect(!isDone && long.count == 300)
    list.checkInvariants()
  }

  @Test func `forgets everything, and can be filled again`() {
    var list = SlotList()
    for slot in 0..<1_000 { list.insert(slot, at: slot) }
    list.removeAll()
    #expect(list.isEmpty && list.last == nil)
    list.insert(7, at: 0)
    #expect(slots(of: list) == [7])
    list.checkInvariants()
  }
}
