// SPDX-License-Identifier: GPL-3.0-or-later

/// The numbers of things by their names, in eight bytes a slot: the names lie where the things are.
///
/// Whoever asks gives the hash of a name, and says of a number whether it is the thing of that name.
///
/// - Complexity: O(1) on average. It never gets smaller, but what was taken away leaves room for others.
package struct NumberIndex: Sendable {
  /// A number with a part of its hash, which says where it is at home and spares looks at other things.
  private struct Slot: Sendable {
    var mark: UInt32 = 0
    /// -1: the slot is free.
    var number: Int32 = -1
  }

  private var slots = Array(repeating: Slot(), count: 16)
  package private(set) var count = 0

  package init() {}

  /// Returns the number of a name with this hash, or nil.
  @inline(__always)
  package func find(_ hash: UInt64, where isNamed: (Int32) -> Bool) -> Int32? {
    let mark = Self.mark(of: hash)
    var slot = home(of: mark)
    while slots[slot].number >= 0 {
      if slots[slot].mark == mark, isNamed(slots[slot].number) { return slots[slot].number }
      slot = next(slot)
    }
    return nil
  }

  /// Adds a number, which is not there, under the hash of its name.
  package mutating func add(_ number: Int32, under hash: UInt64) {
    if (count + 1) * 4 > slots.count * 3 { grow() }
    put(Slot(mark: Self.mark(of: hash), number: number))
    count += 1
  }

  /// Takes a number away, which is there; those behind it that had to make way for it come closer.
  package mutating func remove(_ number: Int32, under hash: UInt64) {
    var hole = home(of: Self.mark(of: hash))
    while slots[hole].number != number { hole = next(hole) }
    count -= 1
    var slot = hole
    while true {
      slot = next(slot)
      if slots[slot].number < 0 { break }
      // Whoever is at home between the hole and its slot would not be found before the hole.
      if distance(from: home(of: slots[slot].mark), to: slot) < distance(from: hole, to: slot) {
        continue
      }
      slots[hole] = slots[slot]
      hole = slot
    }
    slots[hole] = Slot()
  }

  private static func mark(of hash: UInt64) -> UInt32 {
    let mixed = hash.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return UInt32(truncatingIfNeeded: mixed.high ^ mixed.low)
  }

  private func home(of mark: UInt32) -> Int { Int(mark) & (slots.count - 1) }

  private func next(_ slot: Int) -> Int { (slot + 1) & (slots.count - 1) }

  private func distance(from home: Int, to slot: Int) -> Int { (slot - home) & (slots.count - 1) }

  private mutating func put(_ new: Slot) {
    var slot = home(of: new.mark)
    while slots[slot].number >= 0 { slot = next(slot) }
    slots[slot] = new
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: Slot(), count: old.count * 2)
    for kept in old where kept.number >= 0 { put(kept) }
  }
}
