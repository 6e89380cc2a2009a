// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// A server forgets what it was asked to do when the client is gone, though it has promised to do it.
///
///     whenGone(remove people/ann); ann's phone dies
///     // right: ann is gone; wrong: ann is there for ever
struct HookForgotten: ServerTamper {
  private var numbers = RequestNumbers()

  mutating func tamper(arriving message: Message, into messages: inout [Message]) {
    let isNew = numbers.isNew(message)
    messages.append(numbers.arrive(message))
    if isNew, case .whenGone(let id, let write) = message.body {
      messages.append(numbers.insert(.neverMind(id: id, write.path), after: message))
    }
  }

  mutating func tamper(leaving message: Message, into messages: inout [Message]) {
    if let message = numbers.leave(message) { messages.append(message) }
  }

  static let mutant = Mutant(
    "hook-forgotten", of: "a server that breaks guarantee D5, onDisconnect", caughtBy: "hooks",
    about: "The server forgets what it promised to do when the client is gone.",
    tamper: HookForgotten.self)
}
