// SPDX-License-Identifier: Apache-2.0

/// Finds numbers of rows by the hash of their ids: open addressing over groups of eight slots.
///
/// A group has a word of eight tags, one byte of the hash each, and eight numbers. All tags of a
/// group are compared at once, so that nearly every search ends in its first group, and hardly a
/// number or a row is looked at needlessly. The table itself is never iterated, so the hash of an
/// id can influence how long a search takes and nothing else.
@usableFromInline
struct RowTable: Sendable {
  /// The tags of all groups, then the numbers, two in a word.
  @usableFromInline var words: [UInt64] = []
  /// The number of groups that are in use.
  @usableFromInline var groups = 0
  /// The number of fruitless steps that a search may take before a better hash is called for.
  @usableFromInline var patience = 0

  @inlinable
  init() {}

  /// Empties the table and makes room for `count` numbers: a group for three of them, so that few are full.
  @inlinable
  mutating func clear(for count: Int) {
    groups = min(count / 3 &+ 1, 1 &<< 28 &- 1)
    patience = 2 &* count &+ 512
    words.makeRoom(5 &* groups, of: 0)
    unsafe words.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      unsafe start.update(repeating: 0, count: groups)
    }
  }

  /// The number of bytes that are kept.
  @usableFromInline var byteCount: Int { 8 * words.capacity }

  /// Lends the slots.
  @inlinable @inline(__always)
  mutating func withSlots<Result>(_ body: (RowSlots) -> Result?) -> Result? {
    let groups = groups
    return unsafe words.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return nil }
      return unsafe body(RowSlots(start, groups))
    }
  }
}

/// The slots of a ``RowTable``, as they lie in memory.
@safe
@frozen
@usableFromInline
struct RowSlots {
  @usableFromInline let tags: UnsafeMutablePointer<UInt64>
  @usableFromInline let numbers: UnsafeMutableRawPointer
  @usableFromInline let groups: UInt64

  @inlinable
  init(_ words: UnsafeMutablePointer<UInt64>, _ groups: Int) {
    unsafe tags = words
    unsafe numbers = UnsafeMutableRawPointer(words + groups)
    self.groups = UInt64(truncatingIfNeeded: groups)
  }

  /// The highest bit of each byte, which is set in tags of slots that are taken.
  @inlinable static var high: UInt64 { 0x8080_8080_8080_8080 }
  /// The lowest bit of each byte.
  @inlinable static var low: UInt64 { 0x0101_0101_0101_0101 }

  /// The number in a slot.
  @inlinable @inline(__always)
  subscript(slot: Int) -> UInt32 {
    get { unsafe numbers.load(fromByteOffset: 4 &* slot, as: UInt32.self) }
    nonmutating set {
      unsafe numbers.storeBytes(of: newValue, toByteOffset: 4 &* slot, as: UInt32.self)
    }
  }

  /// Puts a number into the group of its hash, unless that is full or may have the same row already.
  @inlinable @inline(__always)
  func takeAtOnce(_ hash: UInt64, _ number: UInt32) -> Bool {
    let product = hash.multipliedFullWidth(by: groups)
    let group = Int(truncatingIfNeeded: product.high)
    let tags = unsafe tags[group]
    let tag = Self.tag(product.low)
    if Self.matches(tags, tag) | tags &>> 63 != 0 { return false }
    let bit = Self.lowest(~tags & Self.high) & ~7
    unsafe self.tags[group] = tags | tag &<< UInt64(truncatingIfNeeded: bit)
    self[group &<< 3 | bit &>> 3] = number
    return true
  }

  /// Returns the first slot of its group that a hash may be found in; −1 if it is in none at all,
  /// −2 if that takes a search.
  @inlinable @inline(__always)
  func likelySlot(_ hash: UInt64) -> Int32 {
    let product = hash.multipliedFullWidth(by: groups)
    let tags = unsafe tags[Int(truncatingIfNeeded: product.high)]
    let matches = Self.matches(tags, Self.tag(product.low))
    if matches == 0 { return -1 &- Int32(truncatingIfNeeded: tags &>> 63) }
    return Int32(truncatingIfNeeded: Self.slot(product.high, matches))
  }

  /// Returns the slot of the number for which `isSame` holds, or the free one where it belongs.
  @inlinable @inline(__always)
  func find(
    _ hash: UInt64, _ patience: inout Int, _ isSame: (UInt32) -> Bool
  ) -> (slot: Int, isFree: Bool) {
    let product = hash.multipliedFullWidth(by: groups)
    var group = product.high
    while true {
      let tags = unsafe tags[Int(truncatingIfNeeded: group)]
      var matches = Self.matches(tags, Self.tag(product.low))
      while matches != 0 {
        let slot = Self.slot(group, matches)
        if isSame(self[slot]) { return (slot, false) }
        patience &-= 1
        matches &= matches &- 1
      }
      // Slots are taken in order, so that a group is full when its last one is taken.
      if tags &>> 63 == 0 { return (Self.slot(group, ~tags & Self.high), true) }
      patience &-= 1
      group &+= 1
      if group == groups { group = 0 }
    }
  }

  /// Takes the free slot that was found for `hash`.
  @inlinable @inline(__always)
  func take(_ slot: Int, _ hash: UInt64, _ number: UInt32) {
    let tag = Self.tag(hash &* groups)
    unsafe tags[slot &>> 3] |= tag &<< UInt64(truncatingIfNeeded: 8 &* (slot & 7))
    self[slot] = number
  }

  /// Returns the byte of a hash that is kept, made from the bits below those that choose the group.
  @inlinable @inline(__always)
  static func tag(_ rest: UInt64) -> UInt64 { rest &>> 57 | 0x80 }

  /// Returns the highest bits of tags that are `tag`, and perhaps of some behind one that is.
  @inlinable @inline(__always)
  static func matches(_ tags: UInt64, _ tag: UInt64) -> UInt64 {
    let difference = tags ^ tag &* low
    return (difference &- low) & ~difference & high
  }

  /// Returns the slot of a group whose tag has the lowest of these bits.
  @inlinable @inline(__always)
  static func slot(_ group: UInt64, _ bits: UInt64) -> Int {
    Int(truncatingIfNeeded: group &<< 3) | lowest(bits) &>> 3
  }

  /// Returns the number of the lowest of these bits, of which there is one.
  ///
  /// The processor counts faster if it is plain that there is one; the last bit is never the lowest of several.
  @inlinable @inline(__always)
  static func lowest(_ bits: UInt64) -> Int { (bits | 1 &<< 63).trailingZeroBitCount }
}
