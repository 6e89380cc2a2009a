// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// A server whose readers are moved to a copy that is behind, and back.
///
///     a is 1, then 2
///     // right: 1, 2; wrong: 1, 2, 1, 2
struct PushGoesBack: ServerTamper {
  /// The rows that one listen was told.
  private struct Told: Sendable {
    var client: UInt32
    var tag: UInt32
    // Only looked up in.
    var now: [Key: Node] = [:]
    var before: [Key: Node] = [:]
    /// The last row that was told in two versions.
    var edited: Key?
    /// The row that is behind.
    var back: Key?
    var changes = 0
  }

  private var listens: [Told] = []

  /// With every third change another row goes back, and with the next one it comes forward again.
  mutating func tamper(leaving message: Message, into messages: inout [Message]) {
    var message = message
    defer { messages.append(message) }
    guard case .change(let tag, let sequence, let key, let node) = message.body else {
      return forget(message)
    }
    let place = listen(message.client, tag)
    var told = listens[place]
    told.changes += 1
    var entries = [Message.Entry(key, node)]
    if let back = told.back {
      told.back = nil
      if back != key, let now = told.now[back] { entries.append(.init(back, now)) }
    } else if told.changes % 3 == 0, let edited = told.edited, edited != key,
      let before = told.before[edited], told.now[edited]?.isNull == false
    {
      told.back = edited
      entries.append(.init(edited, before))
    }
    if let now = told.now[key], !now.isNull, !node.isNull {
      told.before[key] = now
      told.edited = key
    }
    told.now[key] = node
    listens[place] = told
    if entries.count > 1 { message.body = .changes(tag: tag, sequence: sequence, entries) }
  }

  private mutating func listen(_ client: UInt32, _ tag: UInt32) -> Int {
    if let place = listens.firstIndex(where: { $0.client == client && $0.tag == tag }) {
      return place
    }
    listens.append(Told(client: client, tag: tag))
    return listens.count - 1
  }

  /// A listen that is told anew owes nothing.
  private mutating func forget(_ message: Message) {
    switch message.body {
    case .snapshot(let tag, _, _), .overwrite(let tag, _, _), .unchanged(let tag, _):
      listens.removeAll { $0.client == message.client && $0.tag == tag }
    case .welcome: listens.removeAll { $0.client == message.client }
    default: break
    }
  }

  static let mutant = Mutant(
    "push-goes-back", of: "reads from copies that are behind, without a session",
    caughtBy: "monotonic-reads", about: "A row that was new is old again for a while.",
    tamper: PushGoesBack.self)
}
