// SPDX-License-Identifier: GPL-3.0-or-later
import WeirTree

/// A server that carries requests out in the order in which they come, and tells every listener the whole
/// list when it changes.
struct SmallServer {
  struct Connection {
    var session: UInt32 = 0
    var isOpen = false
    var sequence: UInt32 = 0
    var listens: [(tag: UInt32, path: Path, query: Query, shown: Node)] = []
    /// What is on its way to the client.
    var letters: [Message.Body] = []
  }

  var root = Node.null
  var connections: [Connection]
  /// `true` if a write without a guard is turned away.
  var forbids: (Write) -> Bool = { _ in false }

  init(clients: Int) { connections = Array(repeating: Connection(), count: clients) }

  mutating func receive(_ body: Message.Body, from client: Int, session: UInt32) {
    if case .hello = body {
      connections[client] = Connection()
      connections[client].session = session
      connections[client].isOpen = true
      connections[client].letters.append(.welcome(milliseconds: PushIDs.epoch))
    }
    guard connections[client].isOpen, connections[client].session == session else { return }
    switch body {
    case .listen(let tag, let path, let query, _):
      let node = root[path]
      connections[client].listens.append((tag, path, query, node))
      connections[client].letters.append(
        .snapshot(tag: tag, sequence: connections[client].sequence, node))
    case .unlisten(let tag): connections[client].listens.removeAll { $0.tag == tag }
    case .write(let id, let write, let condition):
      let answer = answer(write, condition)
      if answer == .committed { commit(write) }
      connections[client].letters.append(
        .answer(id: id, answer, after: connections[client].sequence))
    case .ping: connections[client].letters.append(.pong(sequence: connections[client].sequence))
    default: break
    }
  }

  /// The connection of a client breaks, with all that is on its way.
  mutating func hangUp(_ client: Int) { connections[client] = Connection() }

  /// `true` if a client may not yet know what became of a write.
  func owesAnswer(to client: Int) -> Bool {
    connections[client].letters.contains { if case .answer = $0 { true } else { false } }
  }

  private func answer(_ write: Write, _ condition: WriteGuard?) -> Message.Answer {
    if let condition { return condition.holds(for: write, on: root) ? .committed : .stale }
    return forbids(write) ? .forbidden : .committed
  }

  private mutating func commit(_ write: Write) {
    write.resolved(on: root, milliseconds: PushIDs.epoch).apply(to: &root)
    for client in connections.indices {
      for place in connections[client].listens.indices {
        let listen = connections[client].listens[place]
        let node = root[listen.path]
        if node == listen.shown { continue }
        connections[client].listens[place].shown = node
        connections[client].sequence += 1
        connections[client].letters.append(
          .overwrite(tag: listen.tag, sequence: connections[client].sequence, node))
      }
    }
  }
}
