// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTree

/// The messages in flight, each in a numbered slot that is used again.
struct MessagesInFlight: Sendable {
  private var slots: [Message] = []
  private var free: [UInt32] = []
  /// The number of messages in flight that ask or answer something; pings do not count.
  private(set) var count = 0

  /// Keeps a message and says its number.
  mutating func add(_ message: consuming Message) -> UInt32 {
    if !message.isPing() { count += 1 }
    if let slot = free.popLast() {
      // What lies there is nothing; to assign would copy the message.
      swap(&slots[Int(slot)], &message)
      return slot
    }
    slots.append(message)
    return UInt32(slots.count - 1)
  }

  /// To or from whom the message in a slot is.
  func client(of slot: UInt32) -> UInt32 { slots[Int(slot)].client }

  /// Hands a message out and frees its slot.
  mutating func take(_ slot: UInt32) -> Message {
    var message = Message(client: 0, journey: 0, sentAt: .zero, body: .none)
    swap(&message, &slots[Int(slot)])
    free.append(slot)
    if !message.isPing() { count -= 1 }
    return message
  }
}

extension Message {
  /// `true` if the message only keeps the connection honest.
  ///
  /// It changes nothing, but where it stands it must not be copied.
  @inline(never)
  mutating func isPing() -> Bool {
    switch body {
    case .ping, .pong: true
    default: false
    }
  }
}
