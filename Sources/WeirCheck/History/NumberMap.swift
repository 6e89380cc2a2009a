/// A table of numbers by number, in one piece of memory: what is looked at for every row that a list shows.
///
/// Numbers are only added and changed, never taken away. The key must not be ``free``.
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

  private func slot(of key: UInt64) -> Int {
    let mixed = key.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    let mask = keys.count - 1
    var slot = Int(truncatingIfNeeded: mixed.high ^ mixed.low) & mask
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
