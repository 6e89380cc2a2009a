// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirStreams
import WeirTree

@Suite struct KeySlotsTests {
  @Test(arguments: 0..<24 as Range<UInt64>)
  func `agrees with a dictionary`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "keys")
    var slots = KeySlots()
    var naive: [Key: Int] = [:]
    var keys: [Key] = []
    let names = [8, 60, 900][Int(seed % 3)]
    for _ in 0..<4_000 {
      // Long keys lie elsewhere in memory, and have a hash of their own.
      let number = chance.index(below: names)
      let name = number % 5 == 0 ? "a key of more than twenty-three bytes" : "k"
      let key = Key("\(name) \(number)")
      let found = slots.slot(of: key) { keys[$0] == key }
      #expect(found == naive[key])
      if let found {
        if chance.below(2) == 0 {
          slots.remove(key, found)
          naive[key] = nil
        }
      } else {
        slots.add(key, keys.count)
        naive[key] = keys.count
        keys.append(key)
      }
      #expect(slots.count == naive.count)
    }
    for (slot, key) in keys.enumerated() where naive[key] == slot {
      #expect(slots.slot(of: key) { keys[$0] == key } == slot)
      slots.remove(key, slot)
    }
    #expect(slots.count == 0)
    #expect(slots.slot(of: Key("k 1")) { _ in true } == nil)
  }

  @Test func `asks the caller before it takes a key for another one`() {
    var slots = KeySlots()
    slots.add(Key("a"), 3)
    #expect(slots.slot(of: Key("a")) { $0 == 3 } == 3)
    #expect(slots.slot(of: Key("a")) { _ in false } == nil)
  }
}
