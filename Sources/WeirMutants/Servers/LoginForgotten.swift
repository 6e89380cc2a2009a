// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// A server that believes somebody who comes back to be nobody, although he has logged in again.
///
///     ann logs in, writes, is cut off, logs in again, writes
///     // right: both are committed; wrong: the second is refused
struct LoginForgotten: ServerTamper {
  mutating func tamper(arriving message: Message, into messages: inout [Message]) {
    var message = message
    if message.session > 1, case .authenticate(let id, .some) = message.body {
      message.body = .authenticate(id: id, nil)
    }
    messages.append(message)
  }

  static let mutant = Mutant(
    "login-forgotten", of: "a client that does not log in again when it is connected again",
    caughtBy: "authority", about: "Who was cut off is a stranger afterwards.",
    tamper: LoginForgotten.self)
}
