import Testing
import WeirBackend
import WeirCore
import WeirTree

/// A backend whose requests are finished by hand, with what it sent.
struct Bench: ~Copyable {
  var backend: Backend
  var jobs: [UInt32] = []
  var sent: [(client: UInt32, body: Message.Body)] = []
  var committed: [(client: UInt32, journey: UInt32)] = []
  var refused = 0

  init(tree: Node = .null, clients: Int = 2, servers: Int? = nil, queue: Int? = nil) {
    backend = Backend(
      tree: tree, clients: clients, servers: servers, service: QuantileTable(constant: .zero),
      queue: queue, chance: RandomStream(seed: 1, "service"))
  }

  mutating func receive(_ body: Message.Body, from client: UInt32 = 0) {
    var wishes: [Backend.Wish] = []
    let journey = Message(client: client, journey: 0, sentAt: .zero, body: body).writeID ?? 0
    backend.receive(
      Message(client: client, journey: journey, sentAt: .zero, body: body), at: .zero, into: &wishes
    )
    take(wishes)
  }

  mutating func finish(_ place: Int = 0) {
    var wishes: [Backend.Wish] = []
    backend.finish(jobs.remove(at: place), at: .zero, into: &wishes)
    take(wishes)
  }

  /// Receives a request and finishes it at once; gives what was sent on it.
  mutating func serve(_ body: Message.Body, from client: UInt32 = 0) -> [Message.Body] {
    sent.removeAll()
    receive(body, from: client)
    while !jobs.isEmpty { finish() }
    return sent.map(\.body)
  }

  private mutating func take(_ wishes: [Backend.Wish]) {
    for wish in wishes {
      switch wish {
      case .serve(let job, _): jobs.append(job)
      case .send(let client, _, let body): sent.append((client, body))
      case .committed(let client, let journey, _, let version, _):
        committed.append((client, journey))
        #expect(version == UInt64(committed.count))
      case .refused: refused += 1
      case .taken: break
      }
    }
  }

  /// The answers sent so far, in words.
  var answers: [String] {
    sent.compactMap {
      if case .answer(let id, let answer, let after) = $0.body {
        "\($0.client):\(id) \(answer) after \(after)"
      } else {
        nil
      }
    }
  }
}

/// What a message says, in words.
func words(_ body: Message.Body) -> String {
  func list(_ entries: [Message.Entry]) -> String {
    entries.map { $0.node.isNull ? "-\($0.key)" : "\($0.key)" }.joined(separator: " ")
  }
  switch body {
  case .snapshot(let tag, let sequence, let entries):
    return "snapshot \(tag) #\(sequence): \(list(entries))"
  case .change(let tag, let sequence, let key, let node):
    return "change \(tag) #\(sequence): \(list([.init(key, node)]))"
  case .changes(let tag, let sequence, let entries):
    return "changes \(tag) #\(sequence): \(list(entries))"
  case .answer(let id, let answer, let after): return "answer \(id) \(answer) after \(after)"
  case .refused(let tag): return "refused \(tag)"
  case .pong(let sequence): return "pong \(sequence)"
  default: return "?"
  }
}

@Suite struct BackendTests {
  private static func tree(_ keys: String) -> Node {
    Node([(Key("l"), Node(keys.split(separator: " ").map { (Key(String($0)), .integer(1)) }))])
  }

  private static func set(_ id: UInt32, _ path: String, _ number: Int64? = 2) -> Message.Body {
    .write(id: id, .set(Path(path), number.map { .integer($0) } ?? .null))
  }

  @Test func `a write pushes to the listeners, and only then answers with the number of the push`()
  {
    var bench = Bench(tree: Self.tree("a b"))
    let listen = Message.Body.listen(tag: 4, Path("l"), Query())
    #expect(bench.serve(listen).map(words) == ["snapshot 4 #1: a b"])
    #expect(
      bench.serve(Self.set(1, "l/c")).map(words) == [
        "change 4 #2: c", "answer 1 committed after 2",
      ])
    #expect(
      bench.serve(Self.set(2, "elsewhere")).map(words) == ["answer 2 committed after 2"])
    #expect(
      bench.serve(Self.set(3, "l/a", nil)).map(words) == [
        "change 4 #3: -a", "answer 3 committed after 3",
      ])
    #expect(bench.serve(Self.set(4, "l/a", nil)).map(words) == ["answer 4 committed after 3"])
    #expect(bench.serve(.ping).map(words) == ["pong 3"])
  }

  @Test func `deeper listeners are told before shallower ones, siblings in key order`() {
    var bench = Bench(tree: Self.tree("a b"))
    for (tag, path) in ["", "l", "l/b", "l/a", "l/a/x"].enumerated() {
      _ = bench.serve(.listen(tag: UInt32(tag), Path(path), Query()))
    }
    let entries = ["b", "a"].map { Message.Entry(Key($0), Node([(Key("x"), .integer(3))])) }
    #expect(
      bench.serve(.write(id: 1, .merge(Path("l"), entries))).map(words) == [
        "change 3 #6: x", "change 2 #7: x", "changes 1 #8: a b", "change 0 #9: l",
        "answer 1 committed after 9",
      ])
    #expect(
      bench.serve(.write(id: 2, .set(.root, .null))).map(words) == [
        "change 3 #10: -x", "change 2 #11: -x", "changes 1 #12: -a -b", "change 0 #13: -l",
        "answer 2 committed after 13",
      ])
  }

  @Test func `a full window is told what takes the place of a child that leaves it`() {
    var bench = Bench(tree: Self.tree("a b c d"))
    _ = bench.serve(.listen(tag: 0, Path("l"), Query(limit: .last(2))))
    _ = bench.serve(.listen(tag: 1, Path("l"), Query(limit: .first(2))))
    #expect(
      bench.serve(Self.set(1, "l/d", nil)).map(words) == [
        "changes 0 #3: -d b", "answer 1 committed after 3",
      ])
    #expect(
      bench.serve(Self.set(2, "l/a", nil)).map(words) == [
        "changes 1 #4: -a c", "answer 2 committed after 4",
      ])
    #expect(
      bench.serve(Self.set(3, "l/e")).map(words) == [
        "change 0 #5: e", "answer 3 committed after 5",
      ])
  }

  @Test func `what leaves a window is told before what comes, so that nobody evicts a third`() {
    var bench = Bench(tree: Self.tree("b c"))
    _ = bench.serve(.listen(tag: 0, Path("l"), Query(limit: .first(2))))
    let entries = [Message.Entry(Key("a"), .integer(1)), .init(Key("b"), .null)]
    #expect(
      bench.serve(.write(id: 1, .merge(Path("l"), entries))).map(words) == [
        "changes 0 #2: -b a", "answer 1 committed after 2",
      ])
  }

  @Test func `a merge of nothing is a write that pushes nothing`() {
    var bench = Bench(tree: Self.tree("a"))
    _ = bench.serve(.listen(tag: 0, .root, Query()))
    #expect(
      bench.serve(.write(id: 1, .merge(Path("l"), []))).map(words) == ["answer 1 committed after 1"]
    )
  }

  @Test func `a repeated listen gets a new snapshot, but pushes come once`() {
    var bench = Bench(tree: Self.tree("a"))
    let listen = Message.Body.listen(tag: 0, Path("l"), Query())
    #expect(bench.serve(listen).map(words) == ["snapshot 0 #1: a"])
    #expect(bench.serve(listen).map(words) == ["snapshot 0 #2: a"])
    #expect(
      bench.serve(Self.set(1, "l/b")).map(words) == [
        "change 0 #3: b", "answer 1 committed after 3",
      ])
  }

  @Test func `too much is turned away, and a repeated request gets the same answer`() {
    var bench = Bench(servers: 1, queue: 1)
    for id in 1...3 as ClosedRange<UInt32> { bench.receive(Self.set(id, "x")) }
    bench.receive(.listen(tag: 5, .root, Query()))
    #expect(bench.refused == 2)
    #expect(bench.sent.map { words($0.body) } == ["answer 3 overloaded after 0", "refused 5"])
    bench.receive(Self.set(3, "x"))
    bench.receive(Self.set(2, "x"))
    #expect(bench.answers == ["0:3 overloaded after 0", "0:3 overloaded after 0"])
    while !bench.jobs.isEmpty { bench.finish() }
    bench.sent.removeAll()
    for id in [3, 1, 2, 3] as [UInt32] { bench.receive(Self.set(id, "x", 9)) }
    #expect(
      bench.answers == [
        "0:3 overloaded after 0", "0:1 committed after 0", "0:2 committed after 0",
        "0:3 overloaded after 0",
      ])
    #expect(bench.backend.root[Path("x")] == .integer(2))
    #expect(bench.backend.version == 2)
    #expect(bench.serve(Self.set(4, "x", 4)).map(words) == ["answer 4 committed after 0"])
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `writes take effect once and in order for each client, however they arrive`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "arrivals")
    var bench = Bench(clients: 3, servers: 3, queue: 4)
    let count: UInt32 = 12
    var answered: Set<UInt32> = []  // client * 100 + id
    for _ in 0..<20_000 where answered.count < Int(count) * 3 {
      if chance.below(2) == 0, !bench.jobs.isEmpty {
        bench.finish(chance.index(below: bench.jobs.count))
      } else {
        let client = UInt32(chance.below(3))
        let id = 1 + UInt32(chance.below(UInt64(count)))
        bench.receive(Self.set(id, "c\(client)", Int64(id)), from: client)
      }
      for case (let client, .answer(let id, _, _)) in bench.sent {
        answered.insert(client * 100 + id)
      }
    }
    #expect(answered.count == Int(count) * 3)
    var answers: [UInt32: Set<String>] = [:]
    for case (let client, .answer(let id, let answer, _)) in bench.sent {
      answers[client * 100 + id, default: []].insert("\(answer)")
    }
    #expect(answers.values.allSatisfy { $0.count == 1 })
    for client in 0..<3 as Range<UInt32> {
      let order = bench.committed.filter { $0.client == client }.map(\.journey)
      #expect(order == order.sorted() && Set(order).count == order.count)
      let committed = (1...count).filter { answers[client * 100 + $0] == ["committed"] }
      #expect(order == committed)
      let last: Node = order.last.map { .integer(Int64($0)) } ?? .null
      #expect(bench.backend.root[Path("c\(client)")] == last)
    }
  }
}
