// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirBackend
import WeirCore
import WeirTree

/// Random lives of a server: sessions that begin, fall silent and are lost, requests that come twice or ahead of their
/// turn, limits of every kind, copies that are behind, crashes; and after each step it has done what ``NaiveServer`` does.
struct ServerHistory: ~Copyable {
  private let seed: UInt64
  private var chance: RandomStream
  private var backend: Backend
  private var model: NaiveServer
  private var now = Instant.zero
  private var jobs: [UInt32] = []
  private var alarms: [Instant] = []
  private var listeners: [[UInt32: NaiveListener]]
  /// The query of each client for each of its tags.
  private var queries: [[(path: Path, query: Query)]] = []
  private var journey: UInt32 = 0
  private var step = 0
  private let clients = 4

  init(seed: UInt64) throws {
    self.seed = seed
    chance = RandomStream(seed: seed, "server history")
    let service = Interval.milliseconds(Int64(chance.below(8)))
    var options = Backend.Options(
      servers: chance.below(3) == 0 ? nil : 1 + chance.index(below: 2),
      service: QuantileTable(constant: service),
      queue: chance.below(2) == 0 ? nil : chance.index(below: 4))
    if chance.below(2) == 0 { options.sessionTimeout = .milliseconds(200) }
    options.answersBeforeData = chance.below(5) == 0
    if chance.below(3) == 0 { options.pace = Self.pace(&chance) }
    if chance.below(4) == 0 {
      options.quota = .init(
        bytes: 40 + chance.index(below: 400), wait: .milliseconds(Int64(chance.below(3))))
    }
    if chance.below(3) == 0 {
      options.replicas = 1 + chance.index(below: 3)
      options.lag = .milliseconds(Int64(chance.below(40)))
    }
    options.mayFallBehind = chance.below(4) == 0
    let rules = Self.rules(&chance)
    options.permissions = try rules.map { try permissions($0.lines) }
    let tree = SmallWorld.node(&chance, depth: 4)
    backend = Backend(
      tree: tree, clients: clients, options: options, chance: RandomStream(seed: seed, "service"))
    model = NaiveServer(
      tree: tree, clients: clients, options: options, service: service, rules: rules)
    listeners = Array(repeating: [:], count: clients)
    for _ in 0..<clients {
      queries.append(
        (0..<6).map { _ in (SmallWorld.path(&chance, upTo: 3), SmallWorld.query(&chance)) })
    }
  }

  mutating func run(steps: Int) throws {
    for client in 0..<UInt32(clients) { receive(client, .hello, session: 1) }
    for number in 1...steps {
      step = number
      try act()
      expectSameState()
    }
  }

  private mutating func act() throws {
    let client = UInt32(chance.below(UInt64(clients)))
    switch chance.below(60) {
    case 0..<20: request(client)
    case 20..<27: listen(client)
    case 27: receive(client, .unlisten(tag: UInt32(chance.below(6))))
    case 28: receive(client, .ping)
    case 29, 30: hello(client)
    case 31: receive(client, .goodbye)
    case 32:
      // A message of another session, of a client that nobody knows, or that only servers send.
      let session = UInt32(chance.below(4))
      receive(client, .ping, session: session)
      receive(UInt32(clients), .hello, session: 1)
      receive(client, .pong(sequence: 1))
    case 33:
      let session = chance.below(4) == 0 ? 1 : model.sessions[Int(client)].number
      check {
        $0.closeSession(of: client, session: session, at: $1, into: &$2)
      } _: {
        $0.closeSession(of: client, session: session, at: $1)
      }
    case 34 where chance.below(3) == 0:
      check {
        $0.crash(at: $1, into: &$2)
      } _: { model, _ in
        model.crash()
      }
      pass()
    case 35, 36:
      check {
        $0.restart(at: $1, into: &$2)
      } _: {
        $0.restart(at: $1)
      }
    case 37, 38: degrade()
    case 39 where chance.below(4) == 0:
      let rules = Self.rules(&chance)
      let ready = try rules.map { try permissions($0.lines) }
      check {
        $0.setRules(ready, at: $1, into: &$2)
      } _: {
        $0.setRules(rules, at: $1)
      }
    case 40..<47: pass()
    default: finish()
    }
  }

  // MARK: What happens

  private mutating func request(_ client: UInt32) {
    let expected = UInt32(model.sessions[Int(client)].requests.count) + 1
    var id = expected
    // One that came before, one that is ahead of its turn, or one that cannot be.
    if chance.below(6) == 0 { id = UInt32(chance.below(UInt64(expected) + 3)) }
    switch chance.below(12) {
    case 0: receive(client, .authenticate(id: id, nil))
    case 1: receive(client, .authenticate(id: id, .init(uid: chance.below(3) == 0 ? "bob" : "ann")))
    case 2, 3: receive(client, .whenGone(id: id, write()))
    case 4: receive(client, .neverMind(id: id, SmallWorld.path(&chance, upTo: 3)))
    default:
      let write = write()
      var condition: WriteGuard?
      if chance.below(6) == 0 {
        condition =
          .unchanged(chance.below(3) == 0 ? 1 : model.root[write.path].fingerprint)
      } else if chance.below(6) == 0 {
        condition = .demands((0..<1 + chance.index(below: 2)).map { _ in demand() })
      }
      receive(client, .write(id: id, write, guard: condition))
    }
  }

  private mutating func demand() -> WriteDemand {
    let path = SmallWorld.path(&chance, upTo: 3)
    return switch chance.below(4) {
    case 0: WriteDemand(.nothing, at: path)
    case 1: WriteDemand(.unchanged(model.root[path].fingerprint), at: path)
    default: WriteDemand(.something, at: path)
    }
  }

  private mutating func write() -> Write {
    switch chance.below(14) {
    case 0: return .set(Path([Key("k1"), Key("k0")]), .deferred(.timestamp))
    case 1, 2:
      return .merge(
        Path("k2"),
        [
          .init(Key("k0"), .deferred(.increment(2))),
          .init(Key("k\(chance.below(3))"), .deferred(.increment(-1))),
        ])
    case 3: return .set(Path("k2"), .number(.infinity))
    case 4: return .set(Path([.priority, Key("k0")]), .integer(1))
    case 5: return .set(Path([Key("k0"), .priority]), .bool(true))
    case 6:
      let above = SmallWorld.path(&chance, upTo: 2)
      return .merge(
        .root,
        [.init(above, SmallWorld.content(&chance)), .init(above.appending(Key("k1")), .integer(3))])
    default: return SmallWorld.write(&chance)
    }
  }

  private mutating func listen(_ client: UInt32) {
    let tag = UInt32(chance.below(6))
    let (path, query) = queries[Int(client)][Int(tag)]
    var known: UInt64 = 0
    if chance.below(3) == 0 {
      let truth = NaiveListener(path: path, query: query).truth(model.root(for: client))
      known = chance.below(3) == 0 ? 1 : truth.fingerprint
    }
    receive(client, .listen(tag: tag, path, query, known: known))
    if chance.below(4) == 0 { receive(client, .listen(tag: tag, path, query, known: 0)) }
  }

  private mutating func hello(_ client: UInt32) {
    let session = model.sessions[Int(client)].number
    let isNext = !model.sessions[Int(client)].isOpen || chance.below(3) == 0
    receive(client, .hello, session: isNext ? session + 1 : chance.below(2) == 0 ? session : 1)
  }

  private mutating func degrade() {
    var degradation = Backend.Degradation()
    if chance.below(3) > 0 {
      if chance.below(3) == 0 { degradation.slowness = 2_500 }
      if chance.below(8) == 0 { degradation.turnsAway = .one }
      if chance.below(8) == 0 { degradation.rejects = .one }
      if chance.below(3) == 0 { degradation.pace = Self.pace(&chance) }
      if chance.below(4) == 0 {
        degradation.ration = .init(
          writes: chance.below(2) == 0 ? nil : chance.index(below: 4),
          bytes: chance.below(2) == 0 ? nil : chance.index(below: 200))
      }
      if chance.below(3) == 0 { degradation.lag = .milliseconds(Int64(chance.below(60))) }
      if chance.below(5) == 0 {
        degradation.delaysAnswers = (.one, QuantileTable(constant: .milliseconds(15)))
      }
      if chance.below(8) == 0 { degradation.losesAnswers = .one }
      degradation.answersBeforeData = chance.below(5) == 0
      if chance.below(3) == 0 { degradation.unreadable = [SmallWorld.path(&chance, upTo: 2)] }
    }
    check {
      $0.apply(degradation, at: $1, into: &$2)
    } _: {
      $0.apply(degradation, at: $1)
    }
  }

  /// Time passes; whatever was to be woken for is.
  private mutating func pass() {
    let end = now + .milliseconds(Int64(chance.below(chance.below(8) == 0 ? 300 : 30)))
    while let next = alarms.min(), next <= end {
      alarms.removeAll { $0 == next }
      now = max(now, next)
      check {
        $0.wake(at: $1, into: &$2)
      } _: {
        $0.wake(at: $1)
      }
    }
    now = end
    if chance.below(6) == 0 {
      check {
        $0.wake(at: $1, into: &$2)
      } _: {
        $0.wake(at: $1)
      }
    }
  }

  private mutating func finish() {
    guard !jobs.isEmpty else { return }
    let place = chance.below(2) == 0 ? 0 : chance.index(below: jobs.count)
    let job = jobs.remove(at: place)
    check {
      $0.finish(job, at: $1, into: &$2)
    } _: {
      $0.finish(place, at: $1)
    }
  }

  private mutating func receive(_ client: UInt32, _ body: Message.Body, session: UInt32? = nil) {
    journey += 1
    let current = Int(client) < clients ? model.sessions[Int(client)].number : 1
    let message = Message(
      client: client, session: session ?? current, journey: journey, sentAt: .zero, body: body)
    check {
      $0.receive(message, at: $1, into: &$2)
    } _: {
      $0.receive(message, at: $1)
    }
  }

  // MARK: What must be the same

  private mutating func check(
    _ act: (inout Backend, Instant, inout [Backend.Wish]) -> Void,
    _ same: (inout NaiveServer, Instant) -> Void
  ) {
    var wishes: [Backend.Wish] = []
    act(&backend, now, &wishes)
    same(&model, now)
    let lines = wishes.map { line($0) }
    let wanted = model.lines()
    #expect(lines == wanted, "seed \(seed), step \(step)")
  }

  private func expectSameState() {
    let isRight =
      backend.root == model.root && backend.version == model.version && backend.isUp == model.isUp
      && backend.queueLength == model.queueLength && backend.busyServers == model.busyServers
    #expect(isRight, "seed \(seed), step \(step)")
    for client in 0..<UInt32(clients) {
      let session = model.sessions[Int(client)]
      let isRight =
        backend.session(of: client) == (session.isOpen ? session.number : nil)
        && backend.hasSession(client) == session.isOpen
        && backend.listenCount(of: client) == model.listens.count { $0.client == client }
        && backend.root(for: client) == model.root(for: client)
      #expect(isRight, "seed \(seed), step \(step), client \(client)")
    }
    #expect(jobs.count == model.served.count)
    for (job, same) in zip(jobs, model.served) {
      let isRight =
        backend.isLost(job) == same.isLost && backend.arrival(of: job) == same.arrival
        && backend.owner(of: job) == (same.message.client, same.message.journey)
      #expect(isRight, "seed \(seed), step \(step), job \(job)")
    }
  }

  private mutating func line(_ wish: Backend.Wish) -> String {
    switch wish {
    case .serve(let job, let end):
      jobs.append(job)
      return "serve until \(end)"
    case .wake(let moment):
      alarms.append(moment)
      return "wake \(moment)"
    case .send(let client, let session, let journey, let body):
      return "\(client) s\(session) j\(journey) \(line(body, to: client))"
    case .taken(let client, let journey, let waited, let waiting):
      return "\(client) j\(journey) taken after \(waited), \(waiting) wait"
    case .refused(let client, let journey): return "\(client) j\(journey) turned away"
    case .committed(let client, let journey, _, let version, let root):
      return "\(client) j\(journey) committed \(version) \(root.fingerprint)"
    case .began(let client, let session): return "\(client) began \(session)"
    case .ended(let client, let session):
      listeners[Int(client)] = [:]
      return "\(client) ended \(session)"
    case .armed(let client, let session, let path): return "\(client) s\(session) armed \(path)"
    case .fired(let client, let session, let write, let isAllowed):
      return "\(client) s\(session) fired \(write.path)\(isAllowed ? "" : ", forbidden")"
    case .misbehaved(let point): return "misbehaved \(point)"
    }
  }

  private mutating func line(_ body: Message.Body, to client: UInt32) -> String {
    switch body {
    case .welcome(let milliseconds): return "welcome \(milliseconds)"
    case .closed(let wait): return "closed \(wait)"
    case .pong(let sequence): return "pong \(sequence)"
    case .answer(let id, let answer, let after): return "answer \(id) \(answer) after \(after)"
    case .refused(let tag, let why):
      if why == .forbidden { listeners[Int(client)][tag] = nil }
      return "refused \(tag) \(why)"
    case .revoked(let tag, let sequence):
      listeners[Int(client)][tag] = nil
      return "revoked \(tag) #\(sequence)"
    case .snapshot(let tag, let sequence, let node):
      listeners[Int(client)][tag] = listener(client, tag, node)
      return "snapshot \(tag) #\(sequence) \(node.fingerprint)"
    case .unchanged(let tag, let sequence):
      let node = model.truth(client, tag) ?? .null
      listeners[Int(client)][tag] = listener(client, tag, node)
      return "unchanged \(tag) #\(sequence) \(node.fingerprint)"
    case .overwrite(let tag, let sequence, _), .change(let tag, let sequence, _, _),
      .changes(let tag, let sequence, _):
      listeners[Int(client)][tag]?.hear(body)
      let known = listeners[Int(client)][tag]?.known.fingerprint ?? 1
      return "push \(tag) #\(sequence) \(known)"
    default: return "\(body)"
    }
  }

  private func listener(_ client: UInt32, _ tag: UInt32, _ node: Node) -> NaiveListener {
    let (path, query) = queries[Int(client)][Int(tag)]
    return NaiveListener(path: path, query: query, known: node)
  }

  private static func pace(_ chance: inout RandomStream) -> Pace {
    Pace(
      gap: .milliseconds(5 + Int64(chance.below(30))), burst: 1 + chance.index(below: 3),
      waits: chance.below(2) == 0)
  }
}

// Rules, each in two languages.
extension ServerHistory {
  private static func rules(_ chance: inout RandomStream) -> TwinRules? {
    switch chance.below(5) {
    case 0: TwinRules.byPlace
    case 1: TwinRules.byName
    case 2: TwinRules.byContent
    default: nil
    }
  }
}

extension TwinRules {
  private static let (k0, k1, k2) = (Key("k0"), Key("k1"), Key("k2"))

  /// The keys of the place that a write is judged at; a priority is judged at the place that carries it.
  private static func place(_ path: Path) -> [Key] {
    path.keys.last == .priority ? Array(path.keys.dropLast()) : path.keys
  }

  static let byPlace = TwinRules(
    lines: """
      k0: { .read: true, .write: true }
      k1:
        .read: "auth.uid == 'ann'"
        .write: "auth != null && newData.child('k0/k1').val() != 3"
      $any:
        .read: "root.child('k2').exists()"
        .write: "data.child('k0').val() == null || newData.hasChildren()"
      """,
    reads: { path, auth, root in
      switch path.keys.first {
      case nil: false
      case k0: true
      case k1: auth?.uid == "ann"
      default: !root[k2].isNull
      }
    },
    writes: { path, auth, before, after in
      guard let key = place(path).first else { return false }
      if key == k0 { return true }
      if key == k1 {
        return switch after[k1][k0][k1].content {
        case .integer(3), .number(3): false
        default: auth != nil
        }
      }
      return before[key][k0].isNull || !after[key].children.isEmpty
    })

  static let byName = TwinRules(
    lines: """
      $a:
        .read: true
        $b:
          .write: "$b == 'k1' || $a == $b"
          .validate: "newData.isNumber() || newData.hasChild('k2') || newData.parent().child('k0').exists()"
      """,
    reads: { path, _, _ in !path.keys.isEmpty },
    writes: { path, _, _, after in
      let keys = place(path)
      guard keys.count > 1, keys[1] == k1 || keys[0] == keys[1] else { return false }
      let node = after[keys[0]][keys[1]]
      let isNumber =
        switch node.content {
        case .integer, .number: true
        default: false
        }
      return node.isNull || isNumber || !node[k2].isNull || !after[keys[0]][k0].isNull
    })

  static let byContent = TwinRules(
    lines: """
      .read: "auth != null"
      .write: true
      k0:
        $x: { .validate: "newData.getPriority() == null || newData.isString()" }
      k1: { .validate: "newData.hasChildren(['k0', 'k1'])" }
      """,
    reads: { _, auth, _ in auth != nil },
    writes: { path, _, _, after in
      let keys = place(path)
      if keys.isEmpty || keys[0] == k1 {
        let node = after[k1]
        if !node.isNull, node[k0].isNull || node[k1].isNull { return false }
      }
      guard keys.isEmpty || keys[0] == k0 else { return true }
      for (key, child) in after[k0].children where keys.count < 2 || keys[1] == key {
        if case .text = child.content { continue }
        if !child.priority.isNone { return false }
      }
      return true
    })
}
