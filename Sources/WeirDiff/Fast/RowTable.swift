/// Finds numbers of rows by the hash of their ids: open addressing over slots of eight bytes.
///
/// A slot holds 32 bits of the hash, looked at before any row is, and the number of a row. Nothing ever walks over
/// the table itself, so the hash of an id can influence how long a search takes and nothing else.
@usableFromInline
struct RowTable: Sendable {
  @usableFromInline var slots: [UInt64] = []
  /// How far a hash is shifted to the right to give a place.
  @usableFromInline var shift: UInt64 = 0
  /// How many slots are in use.
  @usableFromInline var capacity = 0
  /// How many steps past the first slot may still be taken before a better hash is called for.
  @usableFromInline var patience = 0

  @inlinable
  init() {}

  /// The part of a slot that holds the number; all ones where the last row was taken.
  @inlinable static var numberMask: UInt64 { 0xFFFF_FFFF }

  /// Empties the table and makes room for `count` numbers.
  @inlinable
  mutating func clear(for count: Int) {
    var bits = 4
    while 2 &<< bits < 3 &* count { bits &+= 1 }
    capacity = 1 &<< bits
    shift = UInt64(truncatingIfNeeded: 64 &- bits)
    patience = 8 &* count &+ 512
    slots.makeRoom(capacity, of: 0)
    unsafe slots.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      unsafe start.update(repeating: 0, count: capacity)
    }
  }

  /// How many bytes are kept.
  @usableFromInline var byteCount: Int { 8 * slots.capacity }

  /// The slot of the row for which `isSame` holds, or the free one where it belongs.
  @inlinable @inline(__always)
  static func find(
    _ slots: UnsafeMutablePointer<UInt64>, _ shift: UInt64, _ capacity: Int,
    _ hash: UInt64, _ patience: inout Int, _ isSame: (Int) -> Bool
  ) -> Int {
    let tag = hash & numberMask
    var place = Int(truncatingIfNeeded: hash &>> shift)
    while true {
      let slot = unsafe slots[place]
      if slot == 0 { return place }
      if slot &>> 32 == tag, slot & numberMask != numberMask,
        isSame(Int(truncatingIfNeeded: slot & numberMask) &- 1)
      {
        return place
      }
      place = (place &+ 1) & (capacity &- 1)
      patience &-= 1
    }
  }

  /// The slot that holds `number`.
  @inlinable @inline(__always)
  static func slot(_ hash: UInt64, _ number: Int) -> UInt64 {
    hash &<< 32 | UInt64(truncatingIfNeeded: number &+ 1)
  }

  /// The number that a slot holds.
  @inlinable @inline(__always)
  static func number(_ slot: UInt64) -> Int {
    Int(truncatingIfNeeded: slot & numberMask) &- 1
  }
}
