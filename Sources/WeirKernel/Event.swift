// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirCore

/// Something that happens at a moment: what the kernel hands out.
///
///     Event(at: Instant.zero + .milliseconds(40), code: 7)
///
/// The code is the caller's: an index into its arena of messages, a client and what to do with it.
@frozen
public struct Event: Hashable, Sendable {
  /// The moment at which it happens.
  public var at: Instant
  /// The code of the event; its meaning is up to the code that scheduled it.
  public var code: UInt64

  /// Makes an event.
  @inlinable
  public init(at: Instant, code: UInt64) {
    self.at = at
    self.code = code
  }
}
