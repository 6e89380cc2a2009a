// SPDX-License-Identifier: GPL-3.0-or-later

/// A table of numbers by number, in one piece of memory: what is looked at for every row that a list shows.
///
/// The key must not be ``free``. It never gets smaller, but what was taken away leaves room for others.
///
/// - Complexity: O(1) on average, without hashing twice.
package struct NumberMap: Sendable {
  /// The key of an empty slot.
  static let free = UInt64.max

  private var keys: [UInt64]
  private var values: [UInt64]
  package private(set) var count = 0

  package init() {
    keys = Array(repeating: Self.free, count: 16)
    values = Array(repeating: 0, count: 16)
  }

  /// The number under a key, or nil.
  package subscript(key: UInt64) -> UInt64? {
    let slot = slot(of: key)
    return keys[slot] == key ? values[slot] : nil
  }

  /// Sets the number under a key.
  package mutating func set(_ value: UInt64, for key: UInt64) {
    var slot = slot(of: key)
    if keys[slot] != key {
      if count * 2 >= keys.count {
        grow()
        slot = self.slot(of: key)
      }
      keys[slot] = key
      count += 1
    }
    values[slot] = value
  }

  /// Takes a key away, if it is there; those behind it that had to make way for it come closer.
  package mutating func remove(_ key: UInt64) {
    var hole = slot(of: key)
    guard keys[hole] == key else { return }
    count -= 1
    let mask = keys.count - 1
    var slot = hole
    while true {
      slot = (slot + 1) & mask
      if keys[slot] == Self.free { break }
      // Whoever is at home between the hole and its slot would not be found before the hole.
      if (slot - home(of: keys[slot])) & mask < (slot - hole) & mask { continue }
      keys[hole] = keys[slot]
      values[hole] = values[slot]
      hole = slot
    }
    keys[hole] = Self.free
  }

  private func home(of key: UInt64) -> Int {
    let mixed = key.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return Int(truncatingIfNeeded: mixed.high ^ mixed.low) & (keys.count - 1)
  }

  private func slot(of key: UInt64) -> Int {
    let mask = keys.count - 1
    var slot = home(of: key)
    while keys[slot] != key, keys[slot] != Self.free { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let (oldKeys, oldValues) = (keys, values)
    keys = Array(repeating: Self.free, count: oldKeys.count * 2)
    values = Array(repeating: 0, count: oldKeys.count * 2)
    for (place, key) in oldKeys.enumerated() where key != Self.free {
      let slot = slot(of: key)
      keys[slot] = key
      values[slot] = oldValues[place]
    }
  }
}
