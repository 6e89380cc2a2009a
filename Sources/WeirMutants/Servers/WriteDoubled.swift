// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// A server that carries a request out once for each time that it hears of it.
///
///     set(list/a), which is under way twice
///     // right: committed once; wrong: committed twice, over what came between
struct WriteDoubled: ServerTamper {
  private var numbers = RequestNumbers()
  private var writes = 0

  /// Every third write arrives twice and looks like two.
  mutating func tamper(arriving message: Message, into messages: inout [Message]) {
    let isNew = numbers.isNew(message)
    messages.append(numbers.arrive(message))
    guard isNew, case .write(_, _, nil) = message.body else { return }
    writes += 1
    if writes % 3 == 0 { messages.append(numbers.insert(message.body, after: message)) }
  }

  mutating func tamper(leaving message: Message, into messages: inout [Message]) {
    if let message = numbers.leave(message) { messages.append(message) }
  }

  static let mutant = Mutant(
    "write-doubled", of: "requests without numbers (W6)", caughtBy: "at-most-once",
    about: "What arrives twice is done twice.", tamper: WriteDoubled.self)
}
