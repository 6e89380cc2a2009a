// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// A server that tells of each author's writes in a line of its own, and to some readers one line is slower.
///
///     ann writes a; bob sees it and writes b
///     // right: everybody sees a, then b; wrong: cem sees b, then a
struct AuthorLate: ServerTamper {
  /// The author whose line is slow, for readers with an odd number.
  private static let author: UInt32 = 0
  /// The number of changes of others that overtake what waits in the slow line.
  private static let overtaking = 2

  /// Changes that wait for one listen.
  private struct Line: Sendable {
    var client: UInt32
    var tag: UInt32
    var entries: [Message.Entry] = []
    var overtaken = 0
  }

  // Only looked up in: who wrote to a row last.
  private var authors: [Key: UInt32] = [:]
  private var lines: [Line] = []

  mutating func tamper(arriving message: Message, into messages: inout [Message]) {
    if case .write(_, let write, _) = message.body, let key = write.path.keys.last {
      authors[key] = message.client
    }
    messages.append(message)
  }

  /// The author's changes wait, in their order, until some of others have been told.
  mutating func tamper(leaving message: Message, into messages: inout [Message]) {
    var message = message
    defer { messages.append(message) }
    guard message.client % 2 == 1,
      case .change(let tag, let sequence, let key, let node) = message.body
    else { return forget(message) }
    let place = line(message.client, tag)
    let new = Message.Entry(key, node)
    // What is overwritten need not be told any more.
    lines[place].entries.removeAll { $0.key == key }
    if authors[key] == Self.author {
      if lines[place].entries.isEmpty { lines[place].overtaken = 0 }
      lines[place].entries.append(new)
      message.body = .changes(tag: tag, sequence: sequence, [])
      return
    }
    lines[place].overtaken += 1
    guard lines[place].overtaken >= Self.overtaking, !lines[place].entries.isEmpty else { return }
    message.body = .changes(tag: tag, sequence: sequence, [new] + lines[place].entries)
    lines[place].entries.removeAll()
  }

  private mutating func line(_ client: UInt32, _ tag: UInt32) -> Int {
    if let place = lines.firstIndex(where: { $0.client == client && $0.tag == tag }) {
      return place
    }
    lines.append(Line(client: client, tag: tag))
    return lines.count - 1
  }

  /// A listen that is told anew owes nothing.
  private mutating func forget(_ message: Message) {
    switch message.body {
    case .snapshot(let tag, _, _), .overwrite(let tag, _, _), .unchanged(let tag, _):
      lines.removeAll { $0.client == message.client && $0.tag == tag }
    case .welcome: lines.removeAll { $0.client == message.client }
    default: break
    }
  }

  static let mutant = Mutant(
    "author-late", of: "a fan-out with a line for each author", caughtBy: "writes-follow-reads",
    about: "An answer is told before what it answers.", tamper: AuthorLate.self)
}
