// SPDX-License-Identifier: GPL-3.0-or-later

/// An entry that the queue moves about: 16 bytes.
///
/// The load is the code itself when it came by `post`, and the ticket of an alarm when it came by `schedule`; the
/// highest bit tells them apart.
@usableFromInline
@frozen
struct Entry: BitwiseCopyable {
  /// The event's instant, which is never negative.
  @usableFromInline var time: UInt64
  /// A code, or the ticket of an alarm.
  @usableFromInline var load: UInt64

  @inlinable
  @inline(__always)
  init(time: UInt64, load: UInt64) {
    self.time = time
    self.load = load
  }

  /// The bit that a ticket has and a code has not.
  @inlinable
  @inline(__always)
  static var ticketBit: UInt64 { 1 << 63 }

  @inlinable
  @inline(__always)
  var isTicket: Bool { load >= Self.ticketBit }
}
