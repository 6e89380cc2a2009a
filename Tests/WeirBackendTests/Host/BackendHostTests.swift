// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTestSupport
import WeirTree

import WeirBackend

/// A backend that keeps its own time, and clients that come and go.
@Suite struct BackendHostTests {
  private static let list = Path("l")

  private static func host(
    clients: Int = 0, _ change: (inout Backend.Options) -> Void = { _ in }
  ) -> BackendHost {
    var options = Backend.Options(
      servers: 1, service: QuantileTable(constant: .milliseconds(10)), queue: 100)
    change(&options)
    return BackendHost(
      Backend(
        tree: .null, clients: clients, options: options,
        chance: RandomStream(seed: 1, "service")))
  }

  private static func message(
    _ body: Message.Body, from client: UInt32, session: UInt32 = 1
  ) -> Message {
    Message(client: client, session: session, journey: 0, sentAt: .zero, body: body)
  }

  private static func write(_ id: UInt32, _ key: String, _ node: Node) -> Message.Body {
    .write(id: id, .set(list.appending(Key(key)), node), guard: nil)
  }

  private static func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

  @Test func `what is due happens at its own moment, however late the host asks`() {
    /// The tree after three writes of the server's time, with a host that asks at these moments.
    func tree(asking moments: [Int64]) -> Node {
      var host = Self.host(clients: 1)
      var wishes: [Backend.Wish] = []
      host.receive(Self.message(.hello, from: 0), at: .zero, into: &wishes)
      for id in 1...3 as ClosedRange<UInt32> {
        let body = Self.write(id, "k\(id)", .deferred(.timestamp))
        host.receive(Self.message(body, from: 0), at: Self.at(1), into: &wishes)
      }
      for moment in moments { host.advance(to: Self.at(moment), into: &wishes) }
      #expect(host.next == .never)
      return host.backend.root[Self.list]
    }
    let often = tree(asking: [11, 21, 31])
    #expect(often == tree(asking: [5000]))
    // One server takes 10 ms for each, one after the other, from 1 ms on.
    let times = often.children.map { child -> Int64 in
      if case .integer(let time) = child.value.content { time - PushIDs.epoch } else { -1 }
    }
    #expect(times == [11, 21, 31])
  }

  @Test func `a copy that is not behind tells in the same breath as the one that commits`() {
    var options = Backend.Options(
      servers: 1, service: QuantileTable(constant: .milliseconds(1)), queue: 100)
    // A fault may put it behind, but none does.
    options.mayFallBehind = true
    var backend = Backend(
      tree: .null, clients: 2, options: options, chance: RandomStream(seed: 1, "service"))
    /// All that is wished when a request has been served.
    func ask(_ body: Message.Body, _ client: UInt32, at moment: Int64) -> [Backend.Wish] {
      var wishes: [Backend.Wish] = []
      backend.receive(Self.message(body, from: client), at: Self.at(moment), into: &wishes)
      for case .serve(let job, let until) in wishes {
        backend.finish(job, at: until, into: &wishes)
      }
      return wishes
    }
    for client in 0..<2 as Range<UInt32> {
      _ = ask(.hello, client, at: 0)
      _ = ask(.listen(tag: 1, Self.list, Query(), known: 0), client, at: 10 + Int64(client) * 10)
    }
    var told: [UInt32] = []
    for case .send(let client, _, _, .change) in ask(Self.write(1, "a", .integer(1)), 0, at: 40) {
      told.append(client)
    }
    #expect(told.sorted() == [0, 1])
  }

  @Test func `the next moment is that of the first request that is served, or of an alarm`() {
    var host = Self.host(clients: 1) { $0.sessionTimeout = .seconds(5) }
    var wishes: [Backend.Wish] = []
    #expect(host.next == .never)
    host.receive(Self.message(.hello, from: 0), at: .zero, into: &wishes)
    #expect(host.next == Self.at(5000))
    host.receive(
      Self.message(Self.write(1, "a", .integer(1)), from: 0), at: Self.at(3), into: &wishes)
    #expect(host.next == Self.at(13))
    host.advance(to: Self.at(13), into: &wishes)
    #expect(host.next == Self.at(5000))
    wishes.removeAll()
    // It was heard of at 3 ms, and is looked at again when that is five seconds ago.
    host.advance(to: Self.at(5002), into: &wishes)
    #expect(wishes.isEmpty && host.next == Self.at(5003))
    host.advance(to: Self.at(5003), into: &wishes)
    #expect(wishes.contains { if case .ended(0, 1) = $0 { true } else { false } })
  }

  @Test func `who is retired hears nothing, and who gets the number inherits nothing`() {
    var host = Self.host()
    var wishes: [Backend.Wish] = []
    let first = host.admit()
    #expect(first == (0, 1))
    let hook = Write.set(Self.list.appending(Key("gone")), .bool(true))
    for body in [
      .hello, .listen(tag: 1, Self.list, Query(), known: 0), .whenGone(id: 1, hook),
    ] as [Message.Body] {
      host.receive(Self.message(body, from: 0), at: .zero, into: &wishes)
    }
    host.advance(to: Self.at(50), into: &wishes)
    let listens = host.backend.listenCount(of: 0)
    #expect(listens == 1)
    // A write is being served when its client is retired: it is dropped, and the hook is done.
    host.receive(
      Self.message(Self.write(2, "late", .integer(1)), from: 0), at: Self.at(51), into: &wishes)
    host.retire(0, at: Self.at(52), into: &wishes)
    host.retire(0, at: Self.at(52), into: &wishes)
    host.retire(1, at: Self.at(52), into: &wishes)
    host.retire(7, at: Self.at(52), into: &wishes)
    let (left, kept) = (host.backend.clientCount, host.backend.listenCount(of: 0))
    #expect(left == 0 && kept == 0)
    host.receive(Self.message(.hello, from: 0, session: 5), at: Self.at(52), into: &wishes)
    let isBack = host.backend.hasSession(0)
    #expect(!isBack)
    let second = host.admit()
    #expect(second == (0, 2))
    host.receive(Self.message(.hello, from: 0, session: 2), at: Self.at(53), into: &wishes)
    wishes.removeAll()
    host.receive(
      Self.message(Self.write(1, "mine", .integer(2)), from: 0, session: 2), at: Self.at(54),
      into: &wishes)
    host.advance(to: Self.at(200), into: &wishes)
    let list = host.backend.root[Self.list]
    #expect(list.children.map { "\($0.key)" } == ["gone", "mine"])
    // Nothing but its own answer is sent to the second one.
    let sent = wishes.compactMap { wish -> String? in
      if case .send(_, let session, _, let body) = wish { "\(session) \(words(body))" } else { nil }
    }
    #expect(sent.count == 1 && sent[0].hasPrefix("2 "), "\(sent)")
    // What the first one still says is nobody's.
    wishes.removeAll()
    host.receive(
      Self.message(Self.write(3, "ghost", .integer(3)), from: 0), at: Self.at(201), into: &wishes)
    host.advance(to: Self.at(300), into: &wishes)
    let ghost = host.backend.root[Self.list][Key("ghost")]
    #expect(ghost.isNull)
  }

  /// A client as the test knows it.
  private struct Tenant {
    var client: UInt32
    var session: UInt32
    var requests: UInt32 = 0
    var isListening = false
    var hooks: [String] = []
  }

  @Test(arguments: fewerInDebug(0..<60))
  func `through any coming and going the right ones hear, and nobody else`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "tenants")
    var host = Self.host { if seed % 2 == 1 { $0.replicas = 2 } }
    var tenants: [Tenant] = []
    var rows: Set<String> = []
    var (now, most, number) = (Instant.zero, 0, 0)
    var wishes: [Backend.Wish] = []
    for _ in 0..<200 {
      now = now + .milliseconds(200)
      wishes.removeAll()
      let writer = tenants.isEmpty ? nil : chance.index(below: tenants.count)
      switch (chance.index(below: 6), writer) {
      case (0, _), (_, nil):
        let (client, session) = host.admit()
        #expect(!tenants.contains { $0.client == client })
        tenants.append(Tenant(client: client, session: session))
        host.receive(
          Self.message(.hello, from: client, session: session), at: now, into: &wishes)
        most = max(most, tenants.count)
      case (1, let place?):
        let gone = tenants.remove(at: place)
        host.retire(gone.client, at: now, into: &wishes)
        rows.formUnion(gone.hooks)
      case (2, let place?) where !tenants[place].isListening:
        tenants[place].isListening = true
        let body = Message.Body.listen(tag: 1, Self.list, Query(), known: 0)
        host.receive(
          Self.message(body, from: tenants[place].client, session: tenants[place].session),
          at: now, into: &wishes)
      case (3, let place?):
        number += 1
        tenants[place].requests += 1
        tenants[place].hooks.append("h\(number)")
        let hook = Write.set(Self.list.appending(Key("h\(number)")), .integer(1))
        host.receive(
          Self.message(
            .whenGone(id: tenants[place].requests, hook), from: tenants[place].client,
            session: tenants[place].session), at: now, into: &wishes)
      case (_, let place?):
        number += 1
        tenants[place].requests += 1
        rows.insert("k\(number)")
        host.receive(
          Self.message(
            Self.write(tenants[place].requests, "k\(number)", .integer(1)),
            from: tenants[place].client, session: tenants[place].session), at: now, into: &wishes)
        host.advance(to: now + .milliseconds(100), into: &wishes)
        let told = wishes.compactMap { wish -> UInt32? in
          if case .send(let client, _, _, .change) = wish { client } else { nil }
        }
        #expect(Set(told) == Set(tenants.filter(\.isListening).map(\.client)))
      }
      host.advance(to: now + .milliseconds(100), into: &wishes)
      let list = host.backend.root[Self.list]
      #expect(Set(list.children.map { "\($0.key)" }) == rows)
      let clients = host.backend.clientCount
      #expect(clients == tenants.count)
    }
    // Numbers are used again: there are no more of them than there were clients at once.
    let (client, _) = host.admit()
    #expect(Int(client) <= most)
  }
}
