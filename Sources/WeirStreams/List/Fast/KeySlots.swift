// SPDX-License-Identifier: Apache-2.0
import WeirCore
package import WeirTree

/// The slots of a table by the keys of what lies in them.
///
///     slots.slot(of: key) { rows[$0].key == key }
///
/// It keeps a part of each key's hash and the slot, side by side in eight bytes, and asks the caller whether the key is the
/// one only where that part agrees. Nobody walks through it, so the order that hashes give it never shows.
///
/// - Complexity: O(1) on average.
package struct KeySlots: Sendable {
  /// By hash: the upper half of an entry is a part of the hash, the lower half the slot and 1; 0 is an empty entry.
  private var entries: [UInt64] = []
  /// The number of keys there are.
  package private(set) var count = 0

  /// Makes a table of nothing.
  package init() {}

  /// Returns the slot of a key, for which `isKey` says whether it lies in a slot.
  @inline(__always)
  package func slot(of key: Key, where isKey: (Int) -> Bool) -> Int? {
    if count == 0 { return nil }
    let mark = Self.mark(of: key)
    let mask = entries.count - 1
    var index = Self.home(of: mark, mask)
    while entries[index] != 0 {
      let entry = entries[index]
      let slot = Int(entry & 0xFFFF_FFFF) - 1
      if entry & ~0xFFFF_FFFF == mark, isKey(slot) { return slot }
      index = (index + 1) & mask
    }
    return nil
  }

  /// Adds a key that is not there.
  package mutating func add(_ key: Key, _ slot: Int) {
    if (count + 1) * 4 > entries.count * 3 { grow() }
    count += 1
    enter(Self.mark(of: key) | UInt64(slot + 1))
  }

  /// Takes a key out that lies in a slot.
  package mutating func remove(_ key: Key, _ slot: Int) {
    let entry = Self.mark(of: key) | UInt64(slot + 1)
    let mask = entries.count - 1
    var hole = Self.home(of: entry, mask)
    while entries[hole] != entry {
      invariant(entries[hole] != 0, "'\(key)' is not in slot \(slot)")
      hole = (hole + 1) & mask
    }
    count -= 1
    // What stands behind the hole and would be looked for at or before it moves up.
    var next = hole
    while true {
      next = (next + 1) & mask
      if entries[next] == 0 { break }
      let home = Self.home(of: entries[next], mask)
      if (next - home) & mask >= (next - hole) & mask {
        entries[hole] = entries[next]
        hole = next
      }
    }
    entries[hole] = 0
  }

  private mutating func enter(_ entry: UInt64) {
    let mask = entries.count - 1
    var index = Self.home(of: entry, mask)
    while entries[index] != 0 { index = (index + 1) & mask }
    entries[index] = entry
  }

  @inline(never)
  private mutating func grow() {
    let old = entries
    entries = Array(repeating: 0, count: max(8, old.count * 2))
    for entry in old where entry != 0 { enter(entry) }
  }

  @inline(__always)
  private static func mark(of key: Key) -> UInt64 { key.hash64 & ~0xFFFF_FFFF }

  @inline(__always)
  private static func home(of entry: UInt64, _ mask: Int) -> Int { Int(entry >> 32) & mask }
}
