// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirBackend
import WeirClient
import WeirCore
import WeirTestSupport
import WeirTree

/// A few clients and a backend with nothing but a bad network between them.
private struct Pair: ~Copyable {
  enum Stop {
    case toBackend(Message)
    case toClient(Int, session: UInt32, Message.Body)
    case serve(UInt32)
    case wake(Int)
    case wakeBackend
  }

  static let list = Path("l")
  var backend: Backend
  var clients: [Client] = []
  var queries: [Query]
  /// What each client was told, and how often each of its writes was settled.
  var lists: [[Key: Node]] = []
  var settled: [[UInt32: Int]] = []
  var plan: [(at: Instant, stop: Stop)] = []
  var now = Instant.zero
  var isCalm = false
  var chance: RandomStream
  let isReliable: Bool

  init(seed: UInt64, queries: [Query], isReliable: Bool) {
    chance = RandomStream(seed: seed, "schedule")
    self.queries = queries
    self.isReliable = isReliable
    let options = Backend.Options(
      servers: 2, service: QuantileTable(constant: .milliseconds(2)), queue: 3)
    backend = Backend(
      tree: .null, clients: queries.count, options: options,
      chance: RandomStream(seed: seed, "service"))
    for number in queries.indices {
      var options = Client.Options()
      options.isReliable = isReliable
      options.patience = .milliseconds(80)
      options.hasOracle = true
      clients.append(
        Client(options: options, chance: RandomStream(seed: seed, "client", of: "\(number)")))
      lists.append([:])
      settled.append([:])
    }
  }

  mutating func carry(_ stop: Stop) {
    if isReliable {
      // A stream: all arrives, in order.
      plan.append((now + .milliseconds(5), stop))
      return
    }
    if !isCalm, chance.below(5) == 0 { return }
    for _ in 0..<(isCalm || chance.below(5) > 0 ? 1 : 2) {
      plan.append((now + .milliseconds(Int64(1 + chance.below(isCalm ? 1 : 40))), stop))
    }
  }

  mutating func take(_ wishes: [Client.Wish], of number: Int) {
    for wish in wishes {
      switch wish {
      case .send(let journey, let session, let body):
        carry(
          .toBackend(
            Message(
              client: UInt32(number), session: session, journey: journey, sentAt: now,
              body: body)))
      case .heard(_, let event):
        switch event.kind {
        case .removed: #expect(lists[number].removeValue(forKey: event.key) != nil)
        case .added: #expect(lists[number].updateValue(event.node, forKey: event.key) == nil)
        case .changed: #expect(lists[number].updateValue(event.node, forKey: event.key) != nil)
        case .moved: #expect(lists[number][event.key] != nil)
        case .value: break
        }
      case .settled(let write, _, _): settled[number][write, default: 0] += 1
      case .wake(let instant): plan.append((max(now, instant), .wake(number)))
      case .differed(let words): Issue.record("client \(number): \(words)")
      case .cancelled, .ended, .resent, .resynced, .state, .misbehaved: break
      }
    }
  }

  mutating func take(_ wishes: [Backend.Wish]) {
    for wish in wishes {
      switch wish {
      case .serve(let job, let until): plan.append((until, .serve(job)))
      case .wake(let instant): plan.append((instant, .wakeBackend))
      case .send(let number, let session, _, let body):
        carry(.toClient(Int(number), session: session, body))
      default: break
      }
    }
  }

  /// People write for a while, and a connection breaks now and then; later all is calm.
  mutating func tick(_ number: Int) {
    var wishes: [Client.Wish] = []
    if !isCalm, chance.below(10) == 0 {
      let row = Self.list.appending(Key("k\(chance.below(8))"))
      let node: Node = chance.below(3) == 0 ? .null : .integer(Int64(chance.below(5)))
      clients[number].write(.set(row, node), journey: 0, at: now, into: &wishes)
    }
    if !isCalm, chance.below(150) == 0 {
      let session = clients[number].session
      clients[number].connectionLost(at: now, into: &wishes)
      var heard: [Backend.Wish] = []
      backend.closeSession(of: UInt32(number), session: session, at: now, into: &heard)
      take(heard)
    }
    take(wishes, of: number)
  }

  mutating func handle(_ stop: Stop) {
    var wishes: [Backend.Wish] = []
    var heard: [Client.Wish] = []
    switch stop {
    case .toBackend(let message): backend.receive(message, at: now, into: &wishes)
    case .serve(let job): backend.finish(job, at: now, into: &wishes)
    case .wakeBackend: backend.wake(at: now, into: &wishes)
    case .toClient(let number, let session, let body):
      clients[number].receive(body, session: session, at: now, into: &heard)
      take(heard, of: number)
    case .wake(let number):
      clients[number].wake(at: now, into: &heard)
      take(heard, of: number)
    }
    take(wishes)
  }

  mutating func run() {
    for number in clients.indices {
      var wishes: [Client.Wish] = []
      clients[number].connect(at: now, into: &wishes)
      _ = clients[number].listen(to: Self.list, queries[number], at: now, into: &wishes)
      take(wishes, of: number)
    }
    for tick in 0..<12_000 as Range<Int64> {
      let end = Instant.zero + .milliseconds(tick * 10)
      while let next = plan.indices.min(by: { plan[$0].at < plan[$1].at }), plan[next].at <= end {
        let stop = plan.remove(at: next)
        now = max(now, stop.at)
        handle(stop.stop)
      }
      now = max(now, end)
      isCalm = tick > 400
      for number in clients.indices { self.tick(number) }
    }
  }
}

@Suite struct ClientBackendTests {
  private static let queries: [[Query]] = [
    [Query(), Query(limit: .last(3)), Query(limit: .first(3))],
    [
      Query(.value, limit: .last(2)), Query(.value, from: .init(.integer(1)), limit: .first(2)),
      Query(.priority),
    ],
  ]

  @Test(arguments: fewerInDebug(0..<60), [true, false])
  func `losses, doubles, reorders and broken connections lead to the truth in the end`(
    seed: UInt64, isReliable: Bool
  ) {
    let queries = Self.queries[Int(seed) % 2]
    var pair = Pair(seed: seed, queries: queries, isReliable: isReliable)
    pair.run()
    #expect(pair.backend.version > 20)
    let children = pair.backend.root[Pair.list].children
    for number in queries.indices {
      #expect(pair.clients[number].isAtRest, "client \(number)")
      #expect(pair.settled[number].values.allSatisfy { $0 == 1 }, "client \(number)")
      var all = children.map { ($0.key, $0.value) }.sorted {
        queries[number].rank(of: $0.0, $0.1) < queries[number].rank(of: $1.0, $1.1)
      }
      if let start = queries[number].startRank {
        all.removeAll { queries[number].rank(of: $0.0, $0.1) < start }
      }
      let truth = all[queries[number].ranks(of: all.count)]
      #expect(
        pair.lists[number] == Dictionary(uniqueKeysWithValues: Array(truth)),
        "client \(number)")
    }
  }
}
