// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun
import WeirTree

/// A server that tells others what it has turned away, with the next change that it tells them.
///
///     bob's set(list/a) is forbidden
///     // right: only bob ever saw a; wrong: ann sees it, too
struct DirtyRead: ServerTamper {
  /// A write whose judgement is awaited.
  private struct Asked: Sendable {
    var client: UInt32
    var session: UInt32
    var id: UInt32
    var path: Path
    var node: Node
  }
  /// The places where somebody listens.
  private struct Listen: Sendable {
    var client: UInt32
    var tag: UInt32
    var path: Path
    /// The change that is told with the next one.
    var leaks: [Message.Entry] = []
  }

  private var asked: [Asked] = []
  private var listens: [Listen] = []

  mutating func tamper(arriving message: Message, into messages: inout [Message]) {
    messages.append(message)
    switch message.body {
    case .listen(let tag, let path, _, _):
      listens.removeAll { $0.client == message.client && $0.tag == tag }
      listens.append(Listen(client: message.client, tag: tag, path: path))
    case .unlisten(let tag):
      listens.removeAll { $0.client == message.client && $0.tag == tag }
    case .write(let id, .set(let path, let node), nil) where !node.isNull:
      asked.append(
        Asked(
          client: message.client, session: message.session, id: id, path: path, node: node))
    default: break
    }
  }

  mutating func tamper(leaving message: Message, into messages: inout [Message]) {
    var message = message
    defer { messages.append(message) }
    switch message.body {
    case .answer(let id, let answer, _): judge(id, answer, of: message)
    case .change(let tag, let sequence, let key, let node):
      guard
        let place = listens.firstIndex(where: { $0.client == message.client && $0.tag == tag })
      else { return }
      let leaks = listens[place].leaks.filter { $0.key != key }
      listens[place].leaks.removeAll()
      guard !leaks.isEmpty else { return }
      message.body = .changes(
        tag: tag, sequence: sequence, [Message.Entry(key, node)] + leaks)
    default: break
    }
  }

  /// Leaks a forbidden write to everybody else who listens there.
  private mutating func judge(_ id: UInt32, _ answer: Message.Answer, of message: Message) {
    guard
      let place = asked.firstIndex(where: {
        $0.client == message.client && $0.session == message.session && $0.id == id
      })
    else { return }
    let write = asked.remove(at: place)
    guard answer == .forbidden, let key = write.path.keys.last else { return }
    for place in listens.indices
    where listens[place].client != write.client
      && listens[place].path.keys == Array(write.path.keys.dropLast())
    {
      listens[place].leaks.append(Message.Entry(key, write.node))
    }
  }

  static let mutant = Mutant(
    "dirty-read", of: "reads of what was never committed (G1a)", caughtBy: "anomalies",
    about: "Others are shown what the server turned away.", tamper: DirtyRead.self)
}
