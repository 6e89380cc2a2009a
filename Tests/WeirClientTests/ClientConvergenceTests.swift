// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirTestSupport
import WeirTree

/// Clients that do anything at any time over links that do their worst, and a naive server.
@Suite struct ClientConvergenceTests {
  @Test(arguments: fewerInDebug(0..<8))
  func `streams that break lead to the truth in the end`(seed: UInt64) {
    var storm = Storm(seed: seed, isReliable: true)
    storm.run()
  }

  @Test(arguments: fewerInDebug(100..<108))
  func `datagrams that are lost, doubled and reordered lead to the truth in the end`(seed: UInt64) {
    var storm = Storm(seed: seed, isReliable: false)
    storm.run()
  }
}

/// One schedule of everything that can happen.
private struct Storm {
  enum Stop {
    case toServer(Int, UInt32, UInt32, Message.Body)
    case toClient(Int, UInt32, Message.Body)
    case wake(Int)
    case hangUp(Int, UInt32)
    case lost(Int, UInt32)
  }

  /// The knowledge of one client's user.
  struct User {
    var client: Client
    var lists: [UInt32: [Key: Node]] = [:]
    var queries: [(registration: UInt32, path: Path, query: Query)] = []
    var unsettled: Set<UInt32> = []
    var unended: Set<UInt32> = []
    var hooks: Set<UInt32> = []
    var committed = 0
    var unknown = 0
    var upTo = Instant.zero
    var downTo = Instant.zero
  }

  let seed: UInt64
  let isReliable: Bool
  var chance: RandomStream
  var server: NaiveServer
  var users: [User] = []
  /// The stops to come, the next one last.
  var plan: [(at: Instant, stop: Stop)] = []
  var now = Instant.zero
  var isCalm = false
  var wishes: [Client.Wish] = []
  var journey: UInt32 = 0
  /// The journeys of the transactions that count up one sum, which has no other writers.
  var adding: Set<UInt32> = []

  static let paths = ["l", "l/k1", "l/k2", "t", "l/k1/n", ""].map { Path($0) }
  static let indexes: [Query.Index] = [.key, .value, .child(Path("n")), .priority]

  init(seed: UInt64, isReliable: Bool) {
    self.seed = seed
    self.isReliable = isReliable
    chance = RandomStream(seed: seed, "storm")
    server = NaiveServer(clients: 2, chance: RandomStream(seed: seed, "server"))
    for number in 0..<2 { users.append(User(client: client(number, after: 0))) }
  }

  func client(_ number: Int, after session: UInt32) -> Client {
    var options = Client.Options()
    options.isReliable = isReliable
    options.patience = .milliseconds(80)
    options.firstSession = session + 1
    options.hasOracle = true
    options.auth = number == 0 ? Message.Auth(uid: "ann") : nil
    let isWicked = seed % 2 == 1
    options.buggify = Buggify(
      seed: seed, Client.BuggifyPoint.allCases.map(\.name), of: "client", number,
      chance: isWicked ? Ratio(1, of: 50) : .zero)
    var client = Client(
      options: options, chance: RandomStream(seed: seed, "wait", of: "client", number))
    if isWicked { client.enliven(Client.BuggifyPoint.allCases) }
    return client
  }

  mutating func run() {
    server.root.set(.integer(0), at: Path("t/sum"))
    server.refusal = { $0.below(12) == 0 }
    for number in users.indices {
      users[number].client.connect(at: now, into: &wishes)
      take(number)
    }
    for tick in 0..<1_500 {
      let end = Instant.zero + .milliseconds(Int64(tick) * 10)
      drain(until: end)
      now = end
      if tick == 500 { calm() }
      for number in users.indices where !isCalm { act(number) }
    }
    drain(until: now + .seconds(100))
    judge()
  }

  mutating func calm() {
    isCalm = true
    server.refusal = { _ in false }
    for number in users.indices {
      users[number].client.goOnline(at: now, into: &wishes)
      take(number)
    }
  }

  mutating func drain(until end: Instant) {
    var steps = 0
    while let stop = plan.last, stop.at <= end, steps < 100_000 {
      plan.removeLast()
      now = max(now, stop.at)
      handle(stop.stop)
      steps += 1
    }
    #expect(steps < 100_000, "no end, seed \(seed)")
  }

  mutating func handle(_ stop: Stop) {
    server.milliseconds = PushIDs.epoch + now.nanoseconds / 1_000_000
    switch stop {
    case .toServer(let number, let session, let journey, let body):
      server.receive(body, from: number, session: session, journey: journey)
    case .toClient(let number, let session, let body):
      users[number].client.receive(body, session: session, at: now, into: &wishes)
      take(number)
    case .wake(let number):
      users[number].client.wake(at: now, into: &wishes)
      take(number)
    case .hangUp(let number, let session):
      if server.connections[number].session == session { server.close(number) }
    case .lost(let number, let session):
      if users[number].client.session == session {
        users[number].client.connectionLost(at: now, into: &wishes)
        take(number)
      }
    }
    let letters = server.outbox
    server.outbox.removeAll()
    for letter in letters {
      carry(.toClient(letter.client, letter.session, letter.body), isUp: false, letter.client)
    }
  }

  mutating func post(_ stop: Stop, at: Instant) {
    let place = plan.firstIndex { $0.at <= at } ?? plan.count
    plan.insert((at, stop), at: place)
  }

  mutating func carry(_ stop: Stop, isUp: Bool, _ number: Int) {
    let delay = Interval.milliseconds(Int64(1 + chance.below(isCalm ? 3 : 40)))
    if isReliable {
      let last = isUp ? users[number].upTo : users[number].downTo
      let at = max(now + delay, last)
      if isUp { users[number].upTo = at } else { users[number].downTo = at }
      return post(stop, at: at)
    }
    if !isCalm, chance.below(6) == 0 { return }
    post(stop, at: now + delay)
    if !isCalm, chance.below(6) == 0 {
      post(stop, at: now + .milliseconds(Int64(1 + chance.below(80))))
    }
  }

  mutating func take(_ number: Int) {
    let wishes = wishes
    self.wishes.removeAll()
    for wish in wishes {
      switch wish {
      case .send(let journey, let session, let body):
        carry(.toServer(number, session, journey, body), isUp: true, number)
      case .heard(let registration, let event): hear(number, registration, event)
      case .cancelled: Issue.record("cancelled, seed \(seed)")
      case .settled(let id, _, _):
        let isKnown =
          users[number].unsettled.remove(id) != nil || users[number].hooks.remove(id) != nil
        #expect(isKnown, "write \(id) was settled twice, seed \(seed)")
      case .ended(let id, let journey, let end, _):
        #expect(users[number].unended.remove(id) != nil, "\(id) ended twice, seed \(seed)")
        if adding.contains(journey), end == .committed { users[number].committed += 1 }
        if adding.contains(journey), end == .disconnect { users[number].unknown += 1 }
      case .wake(let instant): post(.wake(number), at: instant)
      case .differed(let words): Issue.record("\(words), seed \(seed)")
      case .state, .resent, .resynced, .misbehaved: break
      }
    }
  }

  mutating func hear(_ number: Int, _ registration: UInt32, _ event: DataEvent) {
    var list = users[number].lists[registration] ?? [:]
    switch event.kind {
    case .removed: #expect(list.removeValue(forKey: event.key) != nil, "seed \(seed)")
    case .added: #expect(list.updateValue(event.node, forKey: event.key) == nil, "seed \(seed)")
    case .changed: #expect(list.updateValue(event.node, forKey: event.key) != nil, "seed \(seed)")
    case .moved, .value: break
    }
    users[number].lists[registration] = list
  }

  // What somebody may do in a moment.
  mutating func act(_ number: Int) {
    switch chance.below(100) {
    case 0..<6: listen(number)
    case 6..<8: unlisten(number)
    case 8..<24: write(number)
    case 24..<32: transact(number)
    case 32..<34: whenGone(number)
    case 34: leave(number)
    case 35..<38: users[number].client.goOnline(at: now, into: &wishes)
    case 38: tear(number)
    case 39: if chance.below(3) == 0 { kill(number) }
    case 40: users[number].client.loseCache(at: now, into: &wishes)
    case 41:
      users[number].client.clock = DeviceClock(
        ahead: .seconds(Int64(chance.below(7))), gains: Ratio(chance.below(3), of: 100), since: now)
    default: break
    }
    take(number)
  }

  mutating func listen(_ number: Int) {
    if users[number].queries.count > 6 { return }
    let path = Self.paths[chance.index(below: Self.paths.count)]
    let index = Self.indexes[chance.index(below: Self.indexes.count)]
    let limits: [Query.Limit] = [.none, .last(2), .first(2), .none]
    let query = Query(index, limit: limits[chance.index(below: 4)])
    let registration = users[number].client.listen(to: path, query, at: now, into: &wishes)
    users[number].queries.append((registration, path, query))
  }

  mutating func unlisten(_ number: Int) {
    guard !users[number].queries.isEmpty else { return }
    let place = chance.index(below: users[number].queries.count)
    let registration = users[number].queries.remove(at: place).registration
    users[number].client.unlisten(registration, at: now, into: &wishes)
  }

  mutating func write(_ number: Int) {
    journey += 1
    let row = Path("l/k\(chance.below(4))")
    let value = Node.integer(Int64(chance.below(4)))
    let write: Write =
      switch chance.below(7) {
      case 0: .set(row, .null)
      case 1: .set(row, Node([(Key("n"), value)]))
      case 2: .merge(row, [Write.Part(Key("n"), value), Write.Part(Path("a/b"), value)])
      case 3: .set(row.appending(Key("n")), .deferred(.increment(1)))
      case 4: .set(row, value.with(.number(Double(chance.below(3)))))
      case 5: .merge(Path("l"), [Write.Part(Path("k1/n"), value), Write.Part(Key("k2"), .null)])
      default: .set(row.appending(Key("at")), .deferred(.timestamp))
      }
    let id = users[number].client.write(write, journey: journey, at: now, into: &wishes)
    users[number].unsettled.insert(id)
  }

  mutating func transact(_ number: Int) {
    journey += 1
    let paths = ["t/sum", "t/sum", "t/sum", "l/k1/n", "l/k1", "l", "t/other"]
    let place = chance.index(below: paths.count)
    let update: TransactionUpdate =
      switch place {
      case 0...3: .add(1)
      case 4: .compute { $0.isNull ? nil : Node([(Key("n"), $0[Key("n")])]) }
      case 5:
        .compute {
          var node = $0
          node.set(.bool(true), at: Path("k3/n"))
          return node
        }
      default: .put(.integer(Int64(journey)))
      }
    let id = users[number].client.transact(
      at: Path(paths[place]), journey: journey, applyLocally: chance.below(4) > 0, update: update,
      at: now, into: &wishes)
    users[number].unended.insert(id)
    if place < 3 { adding.insert(journey) }
  }

  mutating func whenGone(_ number: Int) {
    let path = Path("p\(number)")
    let id =
      chance.below(3) == 0
      ? users[number].client.neverMind(path, at: now, into: &wishes)
      : users[number].client.whenGone(
        .set(path, .integer(Int64(chance.below(9)))), journey: 0, at: now, into: &wishes)
    users[number].hooks.insert(id)
  }

  mutating func leave(_ number: Int) {
    users[number].client.goOffline(at: now, into: &wishes)
  }

  /// The link breaks: what is under way is lost, and both ends learn of it some time.
  mutating func tear(_ number: Int) {
    guard isReliable else { return }
    let session = users[number].client.session
    plan.removeAll {
      switch $0.stop {
      case .toServer(number, session, _, _), .toClient(number, session, _): true
      default: false
      }
    }
    post(.lost(number, session), at: now + .milliseconds(Int64(chance.below(50))))
    post(.hangUp(number, session), at: now + .milliseconds(Int64(chance.below(90))))
  }

  /// Kills the app, which starts again with what it has saved.
  mutating func kill(_ number: Int) {
    var saved = users[number].client.saved()
    if chance.below(3) == 0 { saved.damage(&chance) }
    let session = users[number].client.session
    plan.removeAll { if case .wake(number) = $0.stop { true } else { false } }
    post(.hangUp(number, session), at: now + .milliseconds(Int64(chance.below(90))))
    wishes.removeAll()
    users[number].client = client(number, after: session)
    users[number].lists = [:]
    users[number].queries = []
    users[number].unknown += users[number].unended.count
    users[number].unended = []
    users[number].hooks = []
    let open = users[number].unsettled
    users[number].unsettled = []
    users[number].client.connect(at: now, into: &wishes)
    users[number].client.restore(saved, at: now, into: &wishes)
    let count = users[number].client.engine.pendingIDs.count
    #expect(count == saved.count)
    users[number].unsettled = open.intersection(users[number].client.engine.pendingIDs)
  }

  func judge() {
    for number in users.indices {
      let user = users[number]
      #expect(user.client.isConnected && user.client.isAtRest, "client \(number), seed \(seed)")
      #expect(user.unsettled.isEmpty, "client \(number), seed \(seed)")
      #expect(user.unended.isEmpty, "client \(number), seed \(seed)")
      #expect(user.client.engine.pendingIDs.isEmpty, "client \(number), seed \(seed)")
      for (registration, path, query) in user.queries {
        let truth = NaiveServer.shown(server.root, path, query)
        var list = Node.null
        for (key, node) in (user.lists[registration] ?? [:]).sorted(by: { $0.key < $1.key }) {
          list.set(node, at: key)
        }
        #expect(list == truth.children.asNode, "client \(number), \(path) \(query), seed \(seed)")
      }
    }
    #expect(server.commits.count > 20, "seed \(seed)")
    guard case .integer(let sum) = server.root[Path("t/sum")] else {
      Issue.record("no sum, seed \(seed)")
      return
    }
    let sure = users.reduce(0) { $0 + $1.committed }
    let unsure = users.reduce(0) { $0 + $1.unknown }
    #expect(sum >= sure && sum <= sure + unsure, "\(sum), \(sure), \(unsure), seed \(seed)")
  }
}

extension SortedMap<Key, Node> {
  fileprivate var asNode: Node {
    var node = Node.null
    for (key, child) in self { node.set(child, at: key) }
    return node
  }
}
