// SPDX-License-Identifier: GPL-3.0-or-later
import WeirBackend
import WeirClient
import WeirTree

// What is wrong on purpose below the lists. A run without a mutant asks once whether there is one, and goes on.
extension World {
  /// The server takes in what its tamper makes of a message.
  mutating func receiveTampered(_ message: Message) {
    var messages: [Message] = []
    serverTamper?.tamper(arriving: message, into: &messages)
    for message in messages { backend.receive(message, at: now, into: &backendWishes) }
  }

  /// The server sends what its tamper makes of a message.
  mutating func sendTampered(
    _ body: Message.Body, to client: Int, session: UInt32, journey: UInt32
  ) {
    let message = Message(
      client: UInt32(client), session: session, journey: journey, sentAt: now, body: body)
    var messages: [Message] = []
    serverTamper?.tamper(leaving: message, into: &messages)
    for message in messages {
      sendDown(message.body, to: client, session: message.session, journey: message.journey)
    }
  }
}
