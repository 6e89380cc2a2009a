// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// A server that tells of one change too late: those behind it are told first.
///
///     ann writes a, and then b
///     // right: bob sees a, then b; wrong: b, then a
struct PushLate: ServerTamper {
  /// A change that is held back of a listen, and the number of changes that have overtaken it.
  private struct Held: Sendable {
    var client: UInt32
    var tag: UInt32
    var entry: Message.Entry
    var overtaken = 0
  }

  private var held: [Held] = []
  private var changes = 0

  /// Every third change is held back until two others have been told.
  mutating func tamper(leaving message: Message, into messages: inout [Message]) {
    var message = message
    defer { messages.append(message) }
    guard case .change(let tag, let sequence, let key, let node) = message.body else {
      return forget(message)
    }
    let new = Message.Entry(key, node)
    guard
      let place = held.firstIndex(where: { $0.client == message.client && $0.tag == tag })
    else {
      changes += 1
      if changes % 3 != 0 { return }
      held.append(Held(client: message.client, tag: tag, entry: new))
      message.body = .changes(tag: tag, sequence: sequence, [])
      return
    }
    held[place].overtaken += 1
    let old = held[place].entry
    if old.key == key {
      held.remove(at: place)
    } else if held[place].overtaken == 2 {
      held.remove(at: place)
      message.body = .changes(tag: tag, sequence: sequence, [old, new])
    }
  }

  /// A listen that is told anew owes nothing.
  private mutating func forget(_ message: Message) {
    switch message.body {
    case .snapshot(let tag, _, _), .overwrite(let tag, _, _), .unchanged(let tag, _):
      held.removeAll { $0.client == message.client && $0.tag == tag }
    case .welcome: held.removeAll { $0.client == message.client }
    default: break
    }
  }

  static let mutant = Mutant(
    "push-late", of: "a fan-out without order", caughtBy: "monotonic-writes",
    about: "A change is told after those that followed it.", tamper: PushLate.self)
}
