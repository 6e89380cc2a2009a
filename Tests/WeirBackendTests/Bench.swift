// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirBackend
import WeirCore
import WeirTree

/// A backend whose requests are finished by hand, with what it sent; every client has begun session 1.
struct Bench: ~Copyable {
  var backend: Backend
  var now = Instant.zero
  var jobs: [UInt32] = []
  var sent: [(client: UInt32, session: UInt32, body: Message.Body)] = []
  var committed: [(client: UInt32, journey: UInt32)] = []
  /// The tree after each commit.
  var roots: [Node] = []
  var alarms: [Instant] = []
  var refused = 0
  /// Until when the requests are served, in the order in which they were taken up.
  var ends: [Instant] = []
  var points: [Backend.BuggifyPoint] = []
  /// Sessions and what is done after them, in words.
  var hooks: [String] = []

  init(
    tree: Node = .null, clients: Int = 2, servers: Int? = nil, queue: Int? = nil,
    _ change: (inout Backend.Options) -> Void = { _ in }
  ) {
    var options = Backend.Options(
      servers: servers, service: QuantileTable(constant: .zero), queue: queue)
    change(&options)
    backend = Backend(
      tree: tree, clients: clients, options: options, chance: RandomStream(seed: 1, "service"))
    for client in 0..<UInt32(clients) { receive(.hello, from: client) }
    sent.removeAll()
    hooks.removeAll()
  }

  mutating func receive(_ body: Message.Body, from client: UInt32 = 0, session: UInt32 = 1) {
    var message = Message(
      client: client, session: session, journey: 0, sentAt: .zero, body: body)
    message.journey = message.request ?? 0
    act { $0.receive(message, at: $1, into: &$2) }
  }

  mutating func finish(_ place: Int = 0) {
    let job = jobs.remove(at: place)
    act { $0.finish(job, at: $1, into: &$2) }
  }

  /// Replaces the degradation of the backend with a new one, or with none.
  mutating func degrade(_ change: (inout Backend.Degradation) -> Void = { _ in }) {
    var degradation = Backend.Degradation()
    change(&degradation)
    act { $0.apply(degradation, at: $1, into: &$2) }
  }

  mutating func finishAll() { while !jobs.isEmpty { finish() } }

  /// Receives a request and finishes it at once; gives what was sent on it.
  mutating func serve(
    _ body: Message.Body, from client: UInt32 = 0, session: UInt32 = 1
  ) -> [Message.Body] {
    sent.removeAll()
    receive(body, from: client, session: session)
    finishAll()
    return sent.map(\.body)
  }

  /// Lets time pass until there is nothing to be woken for before `end`; gives what was sent meanwhile.
  mutating func pass(until end: Instant) -> [Message.Body] {
    sent.removeAll()
    while let next = alarms.min(), next <= end {
      alarms.removeAll { $0 == next }
      now = next
      act { $0.wake(at: $1, into: &$2) }
      finishAll()
    }
    now = end
    return sent.map(\.body)
  }

  /// Does something with the backend and takes note of its wishes.
  mutating func act(_ body: (inout Backend, Instant, inout [Backend.Wish]) -> Void) {
    var wishes: [Backend.Wish] = []
    body(&backend, now, &wishes)
    for wish in wishes {
      switch wish {
      case .serve(let job, let end):
        jobs.append(job)
        ends.append(end)
      case .wake(let moment): alarms.append(moment)
      case .send(let client, let session, _, let body): sent.append((client, session, body))
      case .committed(let client, let journey, _, let version, let root):
        committed.append((client, journey))
        roots.append(root)
        #expect(version == UInt64(committed.count))
      case .refused: refused += 1
      case .began(let client, let session): hooks.append("\(client) began \(session)")
      case .ended(let client, let session): hooks.append("\(client) ended \(session)")
      case .armed(let client, _, let path): hooks.append("\(client) armed \(path)")
      case .fired(let client, let session, let write, let isAllowed):
        hooks.append("\(client) fired \(write.path) of \(session)\(isAllowed ? "" : ", forbidden")")
      case .misbehaved(let point): points.append(point)
      case .taken: break
      }
    }
  }

  /// The tree as a client sees it.
  func lateRoot(_ client: UInt32) -> Node { backend.root(for: client) }

  /// The answers sent so far, in words.
  var answers: [String] {
    sent.compactMap {
      if case .answer = $0.body { "\($0.client):\(words($0.body))" } else { nil }
    }
  }
}

/// Describes a message in words.
func words(_ body: Message.Body) -> String {
  func list(_ entries: [Message.Entry]) -> String {
    entries.map { $0.node.isNull ? " -\($0.key)" : " \($0.key)" }.joined()
  }
  func list(_ node: Node) -> String {
    let priority = node.priority.isNone ? "" : " !"
    if case .branch(let branch) = node {
      return list(branch.children.map { .init($0.key, $0.value) }) + priority
    }
    return (node.isNull ? "" : " leaf") + priority
  }
  switch body {
  case .snapshot(let tag, let number, let node): return "snapshot \(tag) #\(number):\(list(node))"
  case .overwrite(let tag, let number, let node):
    return "overwrite \(tag) #\(number):\(list(node))"
  case .change(let tag, let number, let key, let node):
    return "change \(tag) #\(number):\(list([.init(key, node)]))"
  case .changes(let tag, let number, let entries):
    return "changes \(tag) #\(number):\(list(entries))"
  case .unchanged(let tag, let number): return "unchanged \(tag) #\(number)"
  case .revoked(let tag, let number): return "revoked \(tag) #\(number)"
  case .answer(let id, let answer, let after): return "answer \(id) \(answer) after \(after)"
  case .refused(let tag, let why): return "refused \(tag) \(why)"
  case .pong(let number): return "pong \(number)"
  case .welcome(let milliseconds): return "welcome \(milliseconds - PushIDs.epoch)"
  case .closed(let wait): return "closed \(wait)"
  default: return "?"
  }
}

/// A tree with a list `l` of the keys in `keys`.
func tree(_ keys: String) -> Node {
  Node([(Key("l"), Node(keys.split(separator: " ").map { (Key(String($0)), .integer(1)) }))])
}

/// Writes a number, or removes what is there.
func set(_ id: UInt32, _ path: String, _ number: Int64? = 2) -> Message.Body {
  .write(id: id, .set(Path(path), number.map { .integer($0) } ?? .null), guard: nil)
}

/// Listens without knowing anything.
func listen(_ tag: UInt32, _ path: String, _ query: Query = Query(), known: UInt64 = 0)
  -> Message.Body
{
  .listen(tag: tag, Path(path), query, known: known)
}
