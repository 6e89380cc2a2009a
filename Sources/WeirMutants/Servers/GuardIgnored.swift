// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// A server that writes without looking whether the number is still the one that was read.
///
///     two transactions read 1, both write 2
///     // right: the second is run again and writes 3; wrong: 2
struct GuardIgnored: ServerTamper {
  mutating func tamper(arriving message: Message, into messages: inout [Message]) {
    var message = message
    if case .write(let id, let write, .some) = message.body {
      message.body = .write(id: id, write, guard: nil)
    }
    messages.append(message)
  }

  static let mutant = Mutant(
    "guard-ignored", of: "a read-modify-write without a compare (BE10)",
    caughtBy: "transactions",
    about: "A transaction is written over what was written meanwhile.", tamper: GuardIgnored.self)
}
