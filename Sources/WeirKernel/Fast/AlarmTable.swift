// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

/// The codes of events that may be called off, in slots that are used again and again.
///
/// A slot counts its generations. A ticket (slot and generation in one word) is live as long as its
/// generation is the slot's; ringing and cancelling both move the slot to its next generation. The
/// last generation is never given out: a slot that reaches it is retired, because 2³² uses later an
/// old alarm would fit again. A retired slot costs its 16 bytes once in four billion alarms.
@usableFromInline
@safe
struct AlarmTable: ~Copyable {
  @usableFromInline
  @frozen
  struct Slot: BitwiseCopyable {
    /// The code of a live slot; the next free slot of a free one.
    @usableFromInline var code: UInt64
    /// The number of times the slot was used before.
    @usableFromInline var generation: UInt32
  }

  @usableFromInline var slots: UnsafeMutablePointer<Slot>
  @usableFromInline var slotCount: UInt32 = 0
  @usableFromInline var capacity: UInt32
  /// The slot to be used next; ``noSlot`` when a new one has to be made.
  @usableFromInline var firstFree: UInt32
  /// The generation in which a new slot starts.
  let firstGeneration: UInt32

  @inlinable
  @inline(__always)
  static var noSlot: UInt32 { .max }

  init(firstGeneration: UInt32) {
    capacity = 64
    unsafe slots = .allocate(capacity: 64)
    firstFree = Self.noSlot
    self.firstGeneration = firstGeneration
  }

  @inlinable
  deinit { unsafe slots.deallocate() }

  /// Keeps a code and returns its ticket.
  @inlinable
  @inline(__always)
  mutating func keep(_ code: UInt64) -> UInt64 {
    if firstFree == Self.noSlot { makeSlot() }
    let slot = firstFree
    let place = unsafe slots + Int(slot)
    firstFree = unsafe UInt32(truncatingIfNeeded: place.pointee.code)
    unsafe place.pointee.code = code
    return unsafe Entry.ticketBit | UInt64(slot) &<< 32 | UInt64(place.pointee.generation)
  }

  /// `true` if the ticket's event has neither rung nor been cancelled.
  @inlinable
  @inline(__always)
  func isLive(_ ticket: UInt64) -> Bool {
    unsafe slots[Int(Self.slot(of: ticket))].generation == UInt32(truncatingIfNeeded: ticket)
  }

  /// Gives up a live ticket, and returns its code; nil when it is not live.
  @inlinable
  @inline(__always)
  mutating func giveUp(_ ticket: UInt64) -> UInt64? {
    let slot = Self.slot(of: ticket)
    let place = unsafe slots + Int(slot)
    let generation = UInt32(truncatingIfNeeded: ticket)
    guard unsafe place.pointee.generation == generation else { return nil }
    let code = unsafe place.pointee.code
    unsafe place.pointee.generation = generation &+ 1
    if generation &+ 1 != .max {
      unsafe place.pointee.code = UInt64(firstFree)
      firstFree = slot
    }
    return code
  }

  @inlinable
  @inline(__always)
  static func slot(of ticket: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: (ticket &>> 32) & 0x7FFF_FFFF)
  }

  /// Makes one more slot and puts it up for use.
  @usableFromInline
  @inline(never)
  mutating func makeSlot() {
    if slotCount == capacity {
      invariant(capacity < 1 << 30, "more than \(capacity) alarms are pending")
      let larger = UnsafeMutablePointer<Slot>.allocate(capacity: Int(capacity) * 2)
      unsafe larger.moveInitialize(from: slots, count: Int(capacity))
      unsafe slots.deallocate()
      unsafe slots = larger
      capacity *= 2
    }
    unsafe (slots + Int(slotCount)).initialize(
      to: Slot(code: UInt64(Self.noSlot), generation: firstGeneration))
    firstFree = slotCount
    slotCount += 1
  }
}
