// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirTree

/// A bug of a server: it stands at its door, and alters what arrives and what leaves.
///
/// The backend behind it stays right: it carries out what it is told, and the history says so.
package protocol ServerTamper: Sendable {
  /// A tamper for a server that starts.
  init()

  /// A message of a client arrives: what the server takes in instead is added to `messages`, in order.
  mutating func tamper(arriving message: Message, into messages: inout [Message])

  /// A message leaves for its client: what is sent instead is added to `messages`, in order.
  mutating func tamper(leaving message: Message, into messages: inout [Message])
}

extension ServerTamper {
  /// Lets the message pass.
  package mutating func tamper(arriving message: Message, into messages: inout [Message]) {
    messages.append(message)
  }

  /// Lets the message pass.
  package mutating func tamper(leaving message: Message, into messages: inout [Message]) {
    messages.append(message)
  }
}
