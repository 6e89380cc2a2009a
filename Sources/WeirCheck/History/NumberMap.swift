// SPDX-License-Identifier: GPL-3.0-or-later

/// A table of numbers by number, in one piece of memory: what is looked at for every row that a list shows.
///
/// The key must not be ``free``. It never gets smaller, but what was taken away leaves room for others.
///
/// - Complexity: O(1) on average, without hashing twice.
package struct NumberMap: Sendable {
  /// The key of an empty slot.
  static let free = UInt64.max

  /// A key with its number, side by side, so that a look at one brings the other.
  private struct Slot: Sendable {
    var key = NumberMap.free
    var value: UInt64 = 0
  }

  private var slots = Array(repeating: Slot(), count: 16)
  package private(set) var count = 0

  package init() {}

  /// The number under a key, or nil.
  package subscript(key: UInt64) -> UInt64? {
    let slot = slot(of: key)
    return slots[slot].key == key ? slots[slot].value : nil
  }

  /// Sets the number under a key.
  package mutating func set(_ value: UInt64, for key: UInt64) {
    var slot = slot(of: key)
    if slots[slot].key != key {
      if count * 2 >= slots.count {
        grow()
        slot = self.slot(of: key)
      }
      slots[slot].key = key
      count += 1
    }
    slots[slot].value = value
  }

  /// Takes a key away, if it is there; those behind it that had to make way for it come closer.
  package mutating func remove(_ key: UInt64) {
    var hole = slot(of: key)
    guard slots[hole].key == key else { return }
    count -= 1
    let mask = slots.count - 1
    var slot = hole
    while true {
      slot = (slot + 1) & mask
      if slots[slot].key == Self.free { break }
      // Whoever is at home between the hole and its slot would not be found before the hole.
      if (slot - home(of: slots[slot].key)) & mask < (slot - hole) & mask { continue }
      slots[hole] = slots[slot]
      hole = slot
    }
    slots[hole] = Slot()
  }

  private func home(of key: UInt64) -> Int {
    let mixed = key.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return Int(truncatingIfNeeded: mixed.high ^ mixed.low) & (slots.count - 1)
  }

  private func slot(of key: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = home(of: key)
    while slots[slot].key != key, slots[slot].key != Self.free { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: Slot(), count: old.count * 2)
    for kept in old where kept.key != Self.free { slots[slot(of: kept.key)] = kept }
  }
}
