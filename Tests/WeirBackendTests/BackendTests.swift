// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirBackend
import WeirCore
import WeirTree

@Suite struct BackendTests {
  @Test func `a write pushes to the listeners, and only then answers with the number of the push`()
  {
    var bench = Bench(tree: tree("a b"))
    #expect(bench.serve(listen(4, "l")).map(words) == ["snapshot 4 #0: a b"])
    #expect(
      bench.serve(set(1, "l/c")).map(words) == ["change 4 #1: c", "answer 1 committed after 1"])
    #expect(bench.serve(set(2, "elsewhere")).map(words) == ["answer 2 committed after 1"])
    #expect(
      bench.serve(set(3, "l/a", nil)).map(words) == [
        "change 4 #2: -a", "answer 3 committed after 2",
      ])
    #expect(bench.serve(set(4, "l/a", nil)).map(words) == ["answer 4 committed after 2"])
    #expect(bench.serve(.ping).map(words) == ["pong 2"])
  }

  @Test func `on request the answer comes before the data`() {
    var bench = Bench(tree: tree("a")) { $0.answersBeforeData = true }
    _ = bench.serve(listen(0, "l"))
    #expect(
      bench.serve(set(1, "l/b")).map(words) == ["answer 1 committed after 0", "change 0 #1: b"])
  }

  @Test func `deeper listeners are told before shallower ones, siblings in key order`() {
    var bench = Bench(tree: tree("a b"))
    for (tag, path) in ["", "l", "l/b", "l/a", "l/a/x"].enumerated() {
      _ = bench.serve(listen(UInt32(tag), path))
    }
    let parts = ["b", "a"].map { Write.Part(Key($0), Node([(Key("x"), .integer(3))])) }
    #expect(
      bench.serve(.write(id: 1, .merge(Path("l"), parts), guard: nil)).map(words) == [
        "overwrite 4 #1: leaf", "overwrite 3 #2: x", "overwrite 2 #3: x", "changes 1 #4: a b",
        "change 0 #5: l", "answer 1 committed after 5",
      ])
    #expect(
      bench.serve(.write(id: 2, .set(.root, .null), guard: nil)).map(words) == [
        "overwrite 4 #6:", "overwrite 3 #7:", "overwrite 2 #8:", "overwrite 1 #9:",
        "overwrite 0 #10:", "answer 2 committed after 10",
      ])
  }

  @Test func `a full window is told what takes the place of a child that leaves it`() {
    var bench = Bench(tree: tree("a b c d"))
    _ = bench.serve(listen(0, "l", Query(limit: .last(2))))
    _ = bench.serve(listen(1, "l", Query(limit: .first(2))))
    #expect(
      bench.serve(set(1, "l/d", nil)).map(words) == [
        "changes 0 #1: -d b", "answer 1 committed after 1",
      ])
    #expect(
      bench.serve(set(2, "l/a", nil)).map(words) == [
        "changes 1 #2: -a c", "answer 2 committed after 2",
      ])
    #expect(
      bench.serve(set(3, "l/e")).map(words) == ["change 0 #3: e", "answer 3 committed after 3"])
  }

  @Test func `a merge of nothing is a write that pushes nothing`() {
    var bench = Bench(tree: tree("a"))
    _ = bench.serve(listen(0, ""))
    #expect(
      bench.serve(.write(id: 1, .merge(Path("l"), []), guard: nil)).map(words) == [
        "answer 1 committed after 0"
      ])
    #expect(bench.backend.version == 1)
  }

  @Test func `too much is turned away, and a repeated request gets the same answer`() {
    var bench = Bench(servers: 1, queue: 1)
    for id in 1...3 as ClosedRange<UInt32> { bench.receive(set(id, "x")) }
    bench.receive(listen(5, ""))
    #expect(bench.refused == 2)
    #expect(
      bench.sent.map { words($0.body) } == ["answer 3 overloaded after 0", "refused 5 overloaded"])
    bench.receive(set(3, "x"))
    bench.receive(set(2, "x"))
    #expect(bench.answers == ["0:answer 3 overloaded after 0", "0:answer 3 overloaded after 0"])
    bench.finishAll()
    bench.sent.removeAll()
    for id in [3, 1, 2, 3] as [UInt32] { bench.receive(set(id, "x", 9)) }
    #expect(
      bench.answers == [
        "0:answer 3 overloaded after 0", "0:answer 1 committed after 0",
        "0:answer 2 committed after 0", "0:answer 3 overloaded after 0",
      ])
    #expect(bench.backend.root[Path("x")] == .integer(2))
    #expect(bench.backend.version == 2)
    #expect(bench.serve(set(4, "x", 4)).map(words) == ["answer 4 committed after 0"])
  }

  @Test func `a session that asks too often is refused, or held back, as the options say`() {
    var strict = Bench { $0.pace = Pace(perSecond: 10, burst: 2) }
    for id in 1...3 as ClosedRange<UInt32> { strict.receive(set(id, "x", Int64(id))) }
    strict.finishAll()
    #expect(
      strict.answers == [
        "0:answer 3 overloaded after 0", "0:answer 1 committed after 0",
        "0:answer 2 committed after 0",
      ])
    strict.now = Instant.zero + .milliseconds(100)
    #expect(strict.serve(set(4, "x", 4)).map(words) == ["answer 4 committed after 0"])
    #expect(strict.serve(set(5, "x", 5)).map(words) == ["answer 5 overloaded after 0"])

    var patient = Bench { $0.pace = Pace(perSecond: 10, burst: 1, waits: true) }
    for id in 1...3 as ClosedRange<UInt32> { patient.receive(set(id, "x", Int64(id))) }
    #expect(patient.backend.queueLength == 2)
    #expect(patient.alarms == [Instant.zero + .milliseconds(100)])
    #expect(patient.pass(until: Instant.zero + .milliseconds(199)).count == 2)
    #expect(
      patient.pass(until: Instant.zero + .milliseconds(200)).map(words) == [
        "answer 3 committed after 0"
      ])
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
        bench.receive(set(id, "c\(client)", Int64(id)), from: client)
      }
      for case (let client, _, .answer(let id, _, _)) in bench.sent {
        answered.insert(client * 100 + id)
      }
    }
    #expect(answered.count == Int(count) * 3)
    var answers: [UInt32: Set<String>] = [:]
    for case (let client, _, .answer(let id, let answer, _)) in bench.sent {
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
