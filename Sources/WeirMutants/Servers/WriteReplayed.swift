// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// A server whose queue delivers some writes a second time, after later ones.
///
///     set(list/a, 1), committed; set(list/a, 2), committed
///     // right: 2 stands; wrong: 1 stands again
struct WriteReplayed: ServerTamper {
  /// The number of further writes of a client before one is delivered again.
  private static let delay = 3

  private var numbers = RequestNumbers()
  private var writes = 0
  /// Writes that will be delivered again, and after how many more of their client.
  private var kept: [(message: Message, left: Int)] = []

  /// Every third write is delivered again.
  mutating func tamper(arriving message: Message, into messages: inout [Message]) {
    let isNew = numbers.isNew(message)
    messages.append(numbers.arrive(message))
    guard isNew, case .write(_, _, nil) = message.body else { return }
    for place in kept.indices.reversed() where kept[place].message.client == message.client {
      kept[place].left -= 1
      let old = kept[place].message
      if old.session != message.session {
        kept.remove(at: place)
      } else if kept[place].left == 0 {
        kept.remove(at: place)
        var again = numbers.insert(old.body, after: message)
        again.journey = old.journey
        messages.append(again)
      }
    }
    writes += 1
    if writes % 3 == 0 { kept.append((message, Self.delay)) }
  }

  mutating func tamper(leaving message: Message, into messages: inout [Message]) {
    if let message = numbers.leave(message) { messages.append(message) }
  }

  static let mutant = Mutant(
    "write-replayed", of: "a queue that delivers at least once", caughtBy: "linearizable",
    about: "What was written before stands again after what overwrote it.",
    tamper: WriteReplayed.self)
}
