// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTree

/// A server that works everything out again for each write, and answers at once.
struct NaiveServer {
  struct Listen {
    var tag: UInt32
    var path: Path
    var query: Query
    var shown: Node
  }

  struct Connection {
    var session: UInt32 = 0
    var isOpen = false
    var sequence: UInt32 = 0
    var applied: UInt32 = 0
    var answers: [Message.Answer] = []
    var listens: [Listen] = []
    var closedTags: [UInt32] = []
    var hooks: [Write] = []
    var auth: Message.Auth?
  }

  struct Letter {
    var client: Int
    var session: UInt32
    var body: Message.Body
  }

  var root = Node.null
  var connections: [Connection]
  var outbox: [Letter] = []
  /// The journeys of what was committed, in order.
  var commits: [UInt32] = []
  /// Decides if a request is refused instead of being carried out.
  var refusal: (inout RandomStream) -> Bool = { _ in false }
  var chance: RandomStream
  var milliseconds: Int64 = PushIDs.epoch

  init(clients: Int, chance: RandomStream) {
    connections = Array(repeating: Connection(), count: clients)
    self.chance = chance
  }

  static func shown(_ root: Node, _ path: Path, _ query: Query) -> Node {
    let node = root[path]
    if query.showsEverything { return node }
    var ranked: [(Rank, Node)] = []
    for (key, child) in node.children { ranked.append((query.rank(of: key, child), child)) }
    ranked.sort { $0.0 < $1.0 }
    var shown = Node.null
    for place in query.ranks(of: ranked.count) {
      shown.set(ranked[place].1, at: ranked[place].0.key)
    }
    return shown
  }

  mutating func receive(_ body: Message.Body, from client: Int, session: UInt32, journey: UInt32) {
    if case .hello = body {
      guard session >= connections[client].session else { return }
      if session > connections[client].session {
        close(client)
        connections[client] = Connection()
        connections[client].session = session
        connections[client].isOpen = true
      }
      if connections[client].isOpen { send(.welcome(milliseconds: milliseconds), to: client) }
      return
    }
    guard session == connections[client].session else { return }
    guard connections[client].isOpen else {
      send(.closed(wait: .zero), to: client)
      return
    }
    switch body {
    case .listen(let tag, let path, let query, let known):
      listen(tag, path, query, known, client)
    case .unlisten(let tag):
      connections[client].closedTags.append(tag)
      connections[client].listens.removeAll { $0.tag == tag }
    case .ping: send(.pong(sequence: connections[client].sequence), to: client)
    case .goodbye: close(client)
    case .write(let id, let write, let condition):
      request(id, client) { server in
        if let condition, !condition.holds(for: write, on: server.root) { return .stale }
        server.commit(write, journey)
        return .committed
      }
    case .whenGone(let id, let write):
      request(id, client) { server in
        server.connections[client].hooks.append(write)
        return .committed
      }
    case .neverMind(let id, let path):
      request(id, client) { server in
        server.connections[client].hooks.removeAll { $0.path.leads(below: path) }
        return .committed
      }
    case .authenticate(let id, let auth):
      request(id, client) { server in
        server.connections[client].auth = auth
        return .committed
      }
    default: break
    }
  }

  private mutating func request(
    _ id: UInt32, _ client: Int, _ carryOut: (inout NaiveServer) -> Message.Answer
  ) {
    if id == connections[client].applied + 1 {
      let answer = refusal(&chance) ? .overloaded : carryOut(&self)
      connections[client].applied = id
      connections[client].answers.append(answer)
    }
    guard id >= 1, id <= connections[client].applied else { return }
    send(
      .answer(
        id: id, connections[client].answers[Int(id) - 1], after: connections[client].sequence),
      to: client)
  }

  private mutating func listen(
    _ tag: UInt32, _ path: Path, _ query: Query, _ known: UInt64, _ client: Int
  ) {
    if connections[client].closedTags.contains(tag) { return }
    if refusal(&chance) { return send(.refused(tag: tag, .overloaded), to: client) }
    let shown = Self.shown(root, path, query)
    connections[client].listens.removeAll { $0.tag == tag }
    connections[client].listens.append(Listen(tag: tag, path: path, query: query, shown: shown))
    let sequence = connections[client].sequence
    send(
      known != 0 && known == shown.fingerprint
        ? .unchanged(tag: tag, sequence: sequence)
        : .snapshot(tag: tag, sequence: sequence, shown), to: client)
  }

  mutating func commit(_ write: Write, _ journey: UInt32) {
    write.resolved(on: root, milliseconds: milliseconds).apply(to: &root)
    commits.append(journey)
    for client in connections.indices {
      for place in connections[client].listens.indices { push(client, place) }
    }
  }

  private mutating func push(_ client: Int, _ place: Int) {
    let listen = connections[client].listens[place]
    let now = Self.shown(root, listen.path, listen.query)
    let old = listen.shown
    if now == old { return }
    connections[client].listens[place].shown = now
    connections[client].sequence += 1
    let sequence = connections[client].sequence
    guard case .branch = now, case .branch = old, now.priority == old.priority else {
      return send(.overwrite(tag: listen.tag, sequence: sequence, now), to: client)
    }
    var entries: [Message.Entry] = []
    for (key, _) in old.children where now[key].isNull { entries.append(.init(key, .null)) }
    for (key, node) in now.children where node != old[key] { entries.append(.init(key, node)) }
    let body: Message.Body =
      entries.count == 1
      ? .change(tag: listen.tag, sequence: sequence, entries[0].key, entries[0].node)
      : .changes(tag: listen.tag, sequence: sequence, entries)
    send(body, to: client)
  }

  /// The server notices that a client is gone.
  mutating func close(_ client: Int) {
    guard connections[client].isOpen else { return }
    let hooks = connections[client].hooks
    connections[client].isOpen = false
    connections[client].listens = []
    for hook in hooks { commit(hook, 0) }
  }

  private mutating func send(_ body: Message.Body, to client: Int) {
    outbox.append(Letter(client: client, session: connections[client].session, body: body))
  }
}
