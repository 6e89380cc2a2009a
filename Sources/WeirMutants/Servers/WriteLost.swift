// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// A server that answers a write with "committed" and puts it where nobody looks.
///
///     set(list/a), committed
///     // right: list/a is there; wrong: it never was
struct WriteLost: ServerTamper {
  private var writes = 0

  /// Every fifth plain write is lost.
  mutating func tamper(arriving message: Message, into messages: inout [Message]) {
    var message = message
    if case .write(let id, .set(_, let node), nil) = message.body {
      writes += 1
      if writes % 5 == 0 {
        message.body = .write(id: id, .set(Path([Key("lost")]), node), guard: nil)
      }
    }
    messages.append(message)
  }

  static let mutant = Mutant(
    "write-lost", of: "a store that acknowledges before it stores", caughtBy: "read-your-writes",
    about: "What was answered as committed never was.", tamper: WriteLost.self)
}
