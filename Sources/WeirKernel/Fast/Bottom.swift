// SPDX-License-Identifier: GPL-3.0-or-later

/// The few events that come next, sorted: a window in a small fixed buffer.
///
/// Events leave at its front, and late-comers are inserted from the nearer end. It never holds more
/// than ``most`` entries: the queue spills what is too much.
@usableFromInline
@safe
struct Bottom: ~Copyable {
  @usableFromInline var entries: UnsafeMutablePointer<Entry>
  @usableFromInline var head = 0
  @usableFromInline var tail = 0

  /// The number of entries that make the queue spill.
  @inlinable
  @inline(__always)
  static var most: Int { 96 }

  /// The number of entries that stay when it does.
  @inlinable
  @inline(__always)
  static var kept: Int { 32 }

  /// The size of the buffer: large enough that moving the window back to its start is rare.
  static let capacity = 256

  init() { unsafe entries = .allocate(capacity: Self.capacity) }

  @inlinable
  deinit { unsafe entries.deallocate() }

  @inlinable
  @inline(__always)
  var isEmpty: Bool { head == tail }

  @inlinable
  @inline(__always)
  var count: Int { tail &- head }

  /// Puts an entry behind all that are not later.
  mutating func insert(_ entry: Entry) {
    if tail == Self.capacity { moveToStart() }
    let middle = (head &+ tail) &>> 1
    if head > 0, head < tail, unsafe entry.time < entries[middle].time {
      var place = head
      while unsafe entries[place].time <= entry.time {
        unsafe entries[place &- 1] = entries[place]
        place &+= 1
      }
      unsafe entries[place &- 1] = entry
      head &-= 1
    } else {
      var place = tail
      while place > head, unsafe entries[place &- 1].time > entry.time {
        unsafe entries[place] = entries[place &- 1]
        place &-= 1
      }
      unsafe entries[place] = entry
      tail &+= 1
    }
  }

  private mutating func moveToStart() {
    unsafe entries.update(from: entries + head, count: count)
    tail -= head
    head = 0
  }
}
