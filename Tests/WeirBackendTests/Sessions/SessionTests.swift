// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirBackend
import WeirCore
import WeirRules
import WeirTree

@Suite struct SessionTests {
  private static func whenGone(_ id: UInt32, _ path: String, _ number: Int64) -> Message.Body {
    .whenGone(id: id, .set(Path(path), .integer(number)))
  }

  @Test func `hello is answered with the server's clock, and again when it is repeated`() {
    var bench = Bench()
    bench.now = Instant.zero + .milliseconds(70)
    #expect(bench.serve(.hello).map(words) == ["welcome 70"])
    #expect(bench.serve(.hello, session: 2).map(words) == ["welcome 70"])
    #expect(bench.sent.map(\.session) == [2])
  }

  @Test func `messages of an older session are ignored, and nothing is heard before hello`() {
    var bench = Bench()
    _ = bench.serve(.hello, session: 3)
    #expect(bench.serve(.hello, session: 2).isEmpty)
    #expect(bench.serve(set(1, "x"), session: 1).isEmpty)
    #expect(bench.serve(set(1, "x"), session: 4).isEmpty)
    #expect(bench.serve(.ping, session: 3).map(words) == ["pong 0"])
    #expect(bench.backend.root == .null)
  }

  @Test func `a new session counts its requests and pushes from one, and has no listens`() {
    var bench = Bench()
    _ = bench.serve(listen(0, "x"))
    _ = bench.serve(set(1, "x", 5))
    _ = bench.serve(.hello, session: 2)
    #expect(
      bench.serve(set(1, "x", 6), session: 2).map(words) == ["answer 1 committed after 0"])
    #expect(bench.serve(listen(0, "x"), session: 2).map(words) == ["snapshot 0 #0: leaf"])
  }

  @Test func `a write that is sent again in a new session is carried out again`() {
    var bench = Bench()
    let add = Message.Body.write(
      id: 1, .set(Path("n"), .deferred(.increment(1))), guard: nil)
    _ = bench.serve(add)
    _ = bench.serve(add)
    #expect(bench.backend.root[Path("n")] == .integer(1))
    _ = bench.serve(.hello, session: 2)
    _ = bench.serve(add, session: 2)
    #expect(bench.backend.root[Path("n")] == .integer(2))
  }

  @Test func `who asks again for what waits already is not put in line a second time`() {
    var bench = Bench(servers: 1)
    bench.receive(set(1, "other"))
    for _ in 0..<3 { bench.receive(listen(0, "x")) }
    bench.receive(listen(1, "y"))
    #expect(bench.backend.queueLength == 2)
    bench.finishAll()
    #expect(bench.sent.map { words($0.body) }.count { $0.hasPrefix("snapshot") } == 2)
    // Once it is answered it may be asked for anew.
    #expect(bench.serve(listen(0, "x")).map(words) == ["snapshot 0 #0:"])
  }

  @Test func `of several that wait each is known, in whatever order they came`() {
    var bench = Bench(servers: 1)
    bench.receive(set(1, "other"))
    for tag in [1, 2, 3, 0] as [UInt32] { bench.receive(listen(tag, "x\(tag)")) }
    for tag in 0..<4 as Range<UInt32> { bench.receive(listen(tag, "x\(tag)")) }
    #expect(bench.backend.queueLength == 4)
    bench.finishAll()
    for tag in 0..<4 as Range<UInt32> {
      #expect(bench.serve(listen(tag, "x\(tag)")).map(words) == ["snapshot \(tag) #0:"])
    }
  }

  @Test func `who was turned away as too many may ask again`() {
    var bench = Bench(servers: 1, queue: 0)
    bench.receive(set(1, "other"))
    bench.receive(listen(0, "x"))
    bench.receive(listen(0, "x"))
    #expect(bench.refused == 2)
    bench.finishAll()
    #expect(bench.serve(listen(0, "x")).map(words) == ["snapshot 0 #0:"])
  }

  @Test func `what an ended session still had under way is lost with it`() {
    var bench = Bench(servers: 1)
    bench.receive(set(1, "x"))
    bench.receive(listen(0, "x"))
    bench.receive(.hello, session: 2)
    bench.finishAll()
    #expect(bench.backend.root == .null)
    #expect(bench.answers.isEmpty)
    #expect(bench.serve(set(1, "x"), from: 1).map(words) == ["answer 1 committed after 0"])
  }

  @Test(arguments: 0..<4 as Range<Int>)
  func `however a client goes, what it wanted then is done once, in the order in which it asked`(
    way: Int
  ) {
    var bench = Bench { $0.sessionTimeout = .seconds(60) }
    _ = bench.serve(listen(7, ""), from: 1)
    _ = bench.serve(Self.whenGone(1, "a", 1))
    _ = bench.serve(Self.whenGone(2, "a", 2))
    let time = Node.deferred(.timestamp)
    _ = bench.serve(.whenGone(id: 3, .merge(.root, [.init(Key("b"), time)])))
    _ = bench.serve(Self.whenGone(4, "online/me", 3))
    _ = bench.serve(.neverMind(id: 5, Path("online")))
    #expect(bench.backend.version == 0)
    bench.sent.removeAll()
    switch way {
    case 0: bench.receive(.goodbye)
    case 1: bench.act { $0.closeSession(of: 0, session: 1, at: $1, into: &$2) }
    case 2: bench.receive(.hello, session: 2)
    default:
      bench.now = Instant.zero + .seconds(59)
      bench.receive(.ping, from: 1)
      _ = bench.pass(until: Instant.zero + .seconds(60))
    }
    let heard = bench.sent.filter { $0.client == 1 }.map { words($0.body) }
    #expect(heard.suffix(3) == ["change 7 #1: a", "change 7 #2: a", "change 7 #3: b"])
    #expect(bench.committed.map(\.client) == [0, 0, 0])
    #expect(bench.committed.map(\.journey) == [0, 0, 0])
    #expect(bench.backend.root[Path("a")] == .integer(2))
    let clock = bench.backend.root[Path("b")]
    #expect(clock == .integer(PushIDs.epoch + (way == 3 ? 60_000 : 0)))
    bench.act { $0.closeSession(of: 0, session: 1, at: $1, into: &$2) }
    #expect(bench.backend.version == 3)
  }

  @Test func `nevermind takes out of a merge only what lies at or below its path`() {
    var bench = Bench()
    let parts = ["a", "b", "b/c"].prefix(2).map { Write.Part(Path($0), .integer(1)) }
    _ = bench.serve(.whenGone(id: 1, .merge(Path("m"), parts)))
    _ = bench.serve(.neverMind(id: 2, Path("m/b")))
    _ = bench.serve(.goodbye)
    #expect(bench.backend.root == Node([(Key("m"), Node([(Key("a"), .integer(1))]))]))
  }

  private func node(_ words: String) throws -> Node {
    try Node(JSON(reading: Array(words.utf8), file: "node"))
  }

  /// Returns the data that is left once a client is gone that wanted these writes and not those
  /// paths, from `{b: 0, z: 0}` on.
  private func left(of writes: [Write], without paths: [String]) -> Node {
    var bench = Bench()
    _ = bench.serve(set(1, "b", 0))
    _ = bench.serve(set(2, "z", 0))
    var number: UInt32 = 2
    for write in writes {
      number += 1
      _ = bench.serve(.whenGone(id: number, write))
    }
    for path in paths {
      number += 1
      _ = bench.serve(.neverMind(id: number, Path(path)))
    }
    _ = bench.serve(.goodbye)
    return bench.backend.root
  }

  @Test(
    arguments: [
      // All of it takes the place of all.
      ([], #"{"a": 1, "b": {"c": 1, "d": 1}}"#),
      (["a"], #"{"b": {"c": 1, "d": 1}, "z": 0}"#),
      (["b"], #"{"a": 1, "b": 0, "z": 0}"#),
      (["b/c"], #"{"a": 1, "b": {"d": 1}, "z": 0}"#),
      (["b/c", "b/d", "a"], #"{"b": 0, "z": 0}"#),
      // That nothing shall be there was promised by the whole node alone.
      (["q"], #"{"a": 1, "b": {"c": 1, "d": 1}, "z": 0}"#),
      // Out of a leaf nothing can be taken.
      (["a/x"], #"{"a": 1, "b": {"c": 1, "d": 1}, "z": 0}"#),
      ([""], #"{"b": 0, "z": 0}"#),
    ] as [([String], String)])
  func `nevermind below a promised node leaves its other children, each by itself`(
    paths: [String], left: String
  ) throws {
    let all = Write.set(.root, try node(#"{"a": 1, "b": {"c": 1, "d": 1}}"#))
    #expect(self.left(of: [all], without: paths) == (try node(left)))
  }

  @Test func `nevermind takes a child out of a part of a merge, and out of each promise`() throws {
    let part = Write.Part(Path("b"), try node(#"{"c": 1, "d": 1}"#))
    let merge = Write.merge(.root, [part, Write.Part(Path("a"), .integer(1))])
    let other = Write.set(Path("b/c"), .integer(2))
    #expect(
      left(of: [merge, other], without: ["b/c"])
        == (try node(#"{"a": 1, "b": {"d": 1}, "z": 0}"#)))
    #expect(
      left(of: [merge, other], without: ["b/d"])
        == (try node(#"{"a": 1, "b": {"c": 2}, "z": 0}"#)))
    #expect(
      left(of: [other, merge, other], without: ["b"])
        == (try node(#"{"a": 1, "b": 0, "z": 0}"#)))
  }

  @Test func `what is done when a client is gone needs permission then, too`() throws {
    let ann = try permissions(#"ann: { .write: "auth.uid == 'ann'" }"#)
    var bench = Bench { $0.permissions = ann }
    #expect(bench.serve(Self.whenGone(1, "ann", 1)).map(words) == ["answer 1 forbidden after 0"])
    _ = bench.serve(.authenticate(id: 2, Message.Auth(uid: "ann")))
    #expect(bench.serve(Self.whenGone(3, "ann", 1)).map(words) == ["answer 3 committed after 0"])
    _ = bench.serve(.authenticate(id: 4, nil))
    _ = bench.serve(.goodbye)
    #expect(bench.backend.root == .null)
    #expect(bench.hooks == ["0 armed /ann", "0 ended 1", "0 fired /ann of 1, forbidden"])
    _ = bench.serve(.hello, session: 2)
    _ = bench.serve(.authenticate(id: 1, Message.Auth(uid: "ann")), session: 2)
    _ = bench.serve(Self.whenGone(2, "ann", 1), session: 2)
    _ = bench.serve(.goodbye, session: 2)
    #expect(bench.backend.root[Path("ann")] == .integer(1))
    #expect(
      bench.hooks.suffix(4) == ["0 began 2", "0 armed /ann", "0 ended 2", "0 fired /ann of 2"])
  }

  @Test func `who may no longer read is told at once, and only of those listens`() throws {
    let some = try permissions(#"{ ann: { .read: "auth.uid == 'ann'" }, news: { .read: true } }"#)
    var bench = Bench { $0.permissions = some }
    #expect(bench.serve(listen(0, "ann")).map(words) == ["refused 0 forbidden"])
    _ = bench.serve(.authenticate(id: 1, Message.Auth(uid: "ann")))
    #expect(bench.serve(listen(1, "ann/x")).map(words) == ["snapshot 1 #0:"])
    _ = bench.serve(listen(2, "news"))
    #expect(
      bench.serve(.authenticate(id: 2, nil)).map(words) == [
        "revoked 1 #1", "answer 2 committed after 1",
      ])
    bench.sent.removeAll()
    bench.act { $0.setRules(Permissions(Rules()), at: $1, into: &$2) }
    #expect(bench.sent.map { words($0.body) } == ["revoked 2 #2"])
  }

  @Test func `one alarm watches over all sessions, and one that is heard of goes on`() {
    var bench = Bench(clients: 50) { $0.sessionTimeout = .seconds(10) }
    #expect(bench.alarms == [Instant.zero + .seconds(10)])
    bench.now = Instant.zero + .seconds(9)
    for client in 1..<50 as Range<UInt32> { bench.receive(.ping, from: client) }
    #expect(bench.alarms.count == 1)
    #expect(bench.pass(until: Instant.zero + .seconds(18)).map(words) == ["closed 0s"])
    #expect(bench.alarms == [Instant.zero + .seconds(19)])
    let hasSession = bench.backend.hasSession(0)
    #expect(!hasSession)
    #expect(bench.serve(.ping).map(words) == ["closed 0s"])
  }

  @Test func `a session that has written its fill is closed, and its next one may write again`() {
    var bench = Bench { $0.quota = .init(bytes: 30, wait: .seconds(5)) }
    #expect(bench.serve(set(1, "abcd")).map(words) == ["answer 1 committed after 0"])
    #expect(bench.serve(set(2, "abcd")).map(words) == ["answer 2 committed after 0"])
    #expect(bench.serve(set(3, "abcd")).map(words) == ["closed 5s"])
    let hasSession = bench.backend.hasSession(0)
    #expect(!hasSession)
    _ = bench.serve(.hello, session: 2)
    #expect(bench.serve(set(1, "abcd"), session: 2).map(words) == ["answer 1 committed after 0"])
  }

  @Test func `a crash loses sessions and requests but nothing that was committed`() {
    var bench = Bench(clients: 3, servers: 1)
    _ = bench.serve(Self.whenGone(1, "bye", 8))
    _ = bench.serve(set(1, "x", 1), from: 1)
    for id in 2...4 as ClosedRange<UInt32> { bench.receive(set(id, "x", 9), from: 1) }
    bench.sent.removeAll()
    bench.act { $0.crash(at: $1, into: &$2) }
    bench.receive(.ping, from: 1)
    bench.receive(.hello, from: 2, session: 2)
    #expect(bench.sent.isEmpty)
    #expect(bench.hooks == ["0 armed /bye", "0 ended 1", "1 ended 1", "2 ended 1"])
    #expect(bench.backend.queueLength == 0 && bench.backend.busyServers == 0)
    bench.act { $0.restart(at: $1, into: &$2) }
    #expect(bench.backend.root[Path("bye")] == .integer(8))
    #expect(bench.backend.root[Path("x")] == .integer(1))
    #expect(bench.jobs.count == 1)
    let isLost = bench.backend.isLost(bench.jobs[0])
    #expect(isLost)
    bench.finishAll()
    #expect(bench.serve(set(5, "x"), from: 1).map(words) == ["closed 0s"])
    _ = bench.serve(.hello, from: 1, session: 2)
    #expect(
      bench.serve(set(1, "x", 2), from: 1, session: 2).map(words) == ["answer 1 committed after 0"])
    #expect(bench.backend.version == 3)
  }

  @Test func `a late copy shows its listeners everything in order, but later`() {
    var bench = Bench(tree: tree("a")) {
      $0.replicas = 2
      $0.lag = .milliseconds(30)
    }
    _ = bench.serve(listen(0, "l"), from: 0)
    _ = bench.serve(listen(0, "l"), from: 1)
    #expect(
      bench.serve(set(1, "l/b"), from: 1).map { "\(words($0))" } == [
        "change 0 #1: b", "answer 1 committed after 0",
      ])
    #expect(bench.sent.map(\.client) == [0, 1])
    bench.now = Instant.zero + .milliseconds(10)
    _ = bench.serve(set(2, "l/c"), from: 1)
    #expect(bench.serve(listen(1, "l"), from: 1).map(words) == ["snapshot 1 #0: a"])
    #expect(
      bench.pass(until: Instant.zero + .milliseconds(30)).map(words) == [
        "change 0 #1: b", "change 1 #2: b",
      ])
    #expect(bench.lateRoot(1) != bench.backend.root)
    #expect(bench.pass(until: Instant.zero + .milliseconds(40)).count == 2)
    #expect(bench.lateRoot(1) == bench.backend.root)
  }
}
