// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirBackend
import WeirCore
import WeirTree

@Suite struct HostileTests {
  @Test func `nobody can send what only a server says, and nobody unknown can send at all`() {
    var bench = Bench()
    let entry = Message.Entry(Key("a"), .integer(1))
    let bodies: [Message.Body] = [
      .none, .welcome(milliseconds: 1), .snapshot(tag: 0, sequence: 9, .null),
      .unchanged(tag: 0, sequence: 1), .refused(tag: 0, .forbidden),
      .overwrite(tag: 0, sequence: 1, .null), .change(tag: 0, sequence: 1, Key("a"), .null),
      .changes(tag: 0, sequence: 1, [entry]), .revoked(tag: 0, sequence: 1),
      .answer(id: 1, .committed, after: 1), .pong(sequence: 4), .closed(wait: .zero),
    ]
    for body in bodies { #expect(bench.serve(body).isEmpty) }
    for body in [.hello, set(1, "x"), .goodbye] as [Message.Body] {
      #expect(bench.serve(body, from: 77).isEmpty)
    }
    bench.act { $0.closeSession(of: 77, session: 1, at: $1, into: &$2) }
    #expect(bench.serve(set(1, "x")).map(words) == ["answer 1 committed after 0"])
  }

  @Test func `numbers from the future, unknown tags and session zero are ignored`() {
    var bench = Bench()
    #expect(bench.serve(set(0, "x")).isEmpty)
    #expect(bench.serve(set(5, "x")).isEmpty)
    #expect(bench.serve(set(.max, "x")).isEmpty)
    #expect(bench.serve(.unlisten(tag: 99)).isEmpty)
    #expect(bench.serve(.hello, session: 0).isEmpty)
    #expect(bench.serve(.goodbye, session: .max).isEmpty)
    #expect(bench.serve(.ping).map(words) == ["pong 0"])
  }

  @Test func `a listen that makes no sense is refused, one that is empty shows nothing`() {
    var bench = Bench(tree: tree("a b c"))
    let deep = Path(Array(repeating: Key("k"), count: 5_000))
    let senseless: [(Path, Query)] = [
      (deep, Query()), (Path([.priority]), Query()), (Path("l"), Query(limit: .first(-1))),
      (Path("l"), Query(.child(deep))),
    ]
    for (tag, (path, query)) in senseless.enumerated() {
      let tag = UInt32(tag)
      #expect(
        bench.serve(.listen(tag: tag, path, query, known: 0)).map(words) == [
          "refused \(tag) forbidden"
        ])
    }
    let empty: [Query] = [
      Query(from: .init(Key("c")), to: .init(Key("a"))), Query(limit: .first(0)),
      Query(.value, from: .init(.text("z"))), Query(.child(.root), to: .init(.none)),
    ]
    for (tag, query) in empty.enumerated() {
      #expect(bench.serve(listen(UInt32(tag) + 10, "l", query)).count == 1)
    }
    #expect(
      bench.serve(listen(20, "l", Query(limit: .first(.max)))).map(words) == [
        "snapshot 20 #0: a b c"
      ])
    #expect(bench.serve(set(1, "l/b", 3)).count == 2)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `any mixture of messages, crashes and time is survived`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "mischief")
    var bench = Bench(tree: SmallWorld.node(&chance, depth: 3), clients: 4, servers: 2, queue: 3) {
      $0.sessionTimeout = .milliseconds(40)
      $0.pace = Pace(perSecond: 500, burst: 3, waits: seed % 2 == 0)
      $0.quota = seed % 3 == 0 ? .init(bytes: 900, wait: .milliseconds(5)) : nil
      $0.replicas = 1 + Int(seed % 4)
      $0.lag = .milliseconds(Int64(seed % 5))
    }
    for _ in 0..<1_500 {
      let client = UInt32(chance.below(5))
      let session = 1 + UInt32(chance.below(40))
      switch chance.below(60) {
      case 0: bench.act { $0.crash(at: $1, into: &$2) }
      case 1...4: bench.act { $0.restart(at: $1, into: &$2) }
      case 5...12: _ = bench.pass(until: bench.now + .milliseconds(Int64(chance.below(9))))
      case 13...25: if !bench.jobs.isEmpty { bench.finish(chance.index(below: bench.jobs.count)) }
      case 26: bench.act { $0.closeSession(of: client, session: session, at: $1, into: &$2) }
      default:
        let body = Self.anything(&chance)
        for number in [session, 1, 2, 3] as [UInt32] {
          bench.receive(body, from: client, session: number)
        }
      }
    }
    bench.act { $0.restart(at: $1, into: &$2) }
    bench.finishAll()
    #expect(bench.backend.busyServers == 0)
    _ = bench.pass(until: bench.now + .seconds(1))
    for client in 0..<4 as Range<UInt32> {
      #expect(bench.lateRoot(client) == bench.backend.root)
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `any degradation that comes and goes is survived, and the copies agree in the end`(
    seed: UInt64
  ) {
    var chance = RandomStream(seed: seed, "hardships")
    var bench = Bench(tree: SmallWorld.node(&chance, depth: 3), clients: 4, servers: 2, queue: 3) {
      $0.sessionTimeout = .milliseconds(60)
      $0.mayFallBehind = true
      $0.seed = seed
      $0.buggify = Ratio(1, of: 4)
    }
    for _ in 0..<800 {
      let client = UInt32(chance.below(4))
      switch chance.below(40) {
      case 0: bench.act { $0.crash(at: $1, into: &$2) }
      case 1...3: bench.act { $0.restart(at: $1, into: &$2) }
      case 4...9: _ = bench.pass(until: bench.now + .milliseconds(Int64(chance.below(9))))
      case 10...19: if !bench.jobs.isEmpty { bench.finish(chance.index(below: bench.jobs.count)) }
      case 20...22:
        let degradation = Self.degradation(&chance)
        bench.act { $0.apply(degradation, at: $1, into: &$2) }
      default:
        let body = Self.anything(&chance)
        for number in 1...3 as ClosedRange<UInt32> {
          bench.receive(body, from: client, session: number)
        }
      }
    }
    bench.act { $0.restart(at: $1, into: &$2) }
    bench.degrade()
    _ = bench.pass(until: bench.now + .seconds(1))
    bench.finishAll()
    #expect(bench.backend.busyServers == 0)
    for client in 0..<4 as Range<UInt32> {
      #expect(bench.lateRoot(client) == bench.backend.root)
    }
  }

  private static func degradation(_ chance: inout RandomStream) -> Backend.Degradation {
    var degradation = Backend.Degradation()
    func share() -> Ratio { Ratio(chance.below(4), of: 4) }
    degradation.slowness = 1 + Int64(chance.below(9_000))
    degradation.turnsAway = share()
    degradation.rejects = share()
    degradation.losesAnswers = share()
    degradation.answersBeforeData = chance.below(2) == 0
    if chance.below(2) == 0 { degradation.pace = Pace(gap: .milliseconds(3), waits: true) }
    if chance.below(2) == 0 { degradation.ration = .init(writes: 3, bytes: 900) }
    if chance.below(2) == 0 { degradation.lag = .milliseconds(Int64(chance.below(30))) }
    if chance.below(2) == 0 {
      degradation.delaysAnswers = (share(), QuantileTable(constant: .milliseconds(7)))
    }
    if chance.below(2) == 0 { degradation.unreadable = [SmallWorld.path(&chance, upTo: 2)] }
    return degradation
  }

  private static func anything(_ chance: inout RandomStream) -> Message.Body {
    let number = UInt32(chance.below(12))
    switch chance.below(9) {
    case 0: return .hello
    case 1: return .authenticate(id: number, chance.below(2) == 0 ? nil : .init(uid: "u"))
    case 2:
      return .listen(
        tag: number, SmallWorld.path(&chance, upTo: 3), SmallWorld.query(&chance), known: 0)
    case 3: return .unlisten(tag: number)
    case 4: return .whenGone(id: number, SmallWorld.write(&chance))
    case 5: return .neverMind(id: number, SmallWorld.path(&chance, upTo: 2))
    case 6: return chance.below(6) == 0 ? .goodbye : .ping
    default:
      return .write(
        id: number, SmallWorld.write(&chance), guard: chance.below(5) == 0 ? .unchanged(0) : nil)
    }
  }
}
