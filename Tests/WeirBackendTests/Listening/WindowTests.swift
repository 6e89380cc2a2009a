// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirBackend
import WeirCore
import WeirTestSupport
import WeirTree

@Suite struct WindowTests {
  @Test(arguments: fewerInDebug(0..<400))
  func `every push leads a listener to the query from scratch, and nobody hears of nothing`(
    seed: UInt64
  ) {
    var chance = RandomStream(seed: seed, "history")
    var bench = Bench(tree: SmallWorld.node(&chance, depth: 4), clients: 1)
    var naive = bench.backend.root
    var listeners: [NaiveListener] = []
    var open: Set<Int> = []
    for id in 1...60 as ClosedRange<UInt32> {
      if listeners.count < 14, chance.below(3) > 0 {
        var listener = NaiveListener(
          path: SmallWorld.path(&chance, upTo: 3), query: SmallWorld.query(&chance))
        let tag = listeners.count
        for body in bench.serve(
          .listen(tag: UInt32(tag), listener.path, listener.query, known: 0))
        {
          listener.hear(body)
        }
        listeners.append(listener)
        open.insert(tag)
      }
      if chance.below(12) == 0, !listeners.isEmpty {
        let tag = chance.index(below: listeners.count)
        #expect(bench.serve(.unlisten(tag: UInt32(tag))).isEmpty)
        open.remove(tag)
      }
      let write = SmallWorld.write(&chance)
      let before = listeners.map { $0.truth(naive) }
      var told: [Int] = []
      for body in bench.serve(.write(id: id, write, guard: nil)) {
        switch body {
        case .change(let tag, _, _, _), .changes(let tag, _, _), .overwrite(let tag, _, _):
          listeners[Int(tag)].hear(body)
          told.append(Int(tag))
        case .answer(_, .committed, _): write.apply(to: &naive)
        case .answer(_, let answer, _): #expect(answer == .invalid)
        default: Issue.record("\(body)")
        }
      }
      #expect(bench.backend.root == naive)
      #expect(Set(told).count == told.count, "one write is one push")
      for (tag, listener) in listeners.enumerated() {
        guard open.contains(tag) else {
          #expect(!told.contains(tag), "seed \(seed): who has left is told nothing")
          continue
        }
        let truth = listener.truth(naive)
        #expect(
          listener.known == truth && listener.known.fingerprint == truth.fingerprint,
          "seed \(seed), write \(id) \(write), listener \(tag) at \(listener.path) \(listener.query)"
        )
        if before[tag] == truth { #expect(!told.contains(tag), "seed \(seed), write \(id)") }
      }
      expectOrder(told, listeners)
    }
  }

  private func expectOrder(_ told: [Int], _ listeners: [NaiveListener]) {
    for (place, tag) in told.enumerated() {
      for later in told[place...] where later != tag {
        let (above, below) = (listeners[tag].path, listeners[later].path)
        #expect(above == below || !below.leads(below: above), "deeper listeners are told before")
      }
    }
  }

  @Test func `what leaves a window is told before what comes, so that nobody evicts a third`() {
    var bench = Bench(tree: tree("b c"))
    _ = bench.serve(listen(0, "l", Query(limit: .first(2))))
    let parts = [Write.Part(Key("a"), .integer(1)), .init(Key("b"), .null)]
    #expect(
      bench.serve(.write(id: 1, .merge(Path("l"), parts), guard: nil)).map(words) == [
        "changes 0 #1: -b a", "answer 1 committed after 1",
      ])
  }

  @Test func `a child that moves out of the window by its value makes room for the next`() {
    var bench = Bench(tree: .null)
    let scores = [("a", 1), ("b", 2), ("c", 3)] as [(String, Int64)]
    for (id, score) in scores.enumerated() {
      _ = bench.serve(set(UInt32(id + 1), "l/\(score.0)/score", score.1))
    }
    let best = Query(.child(Path("score")), limit: .last(2))
    #expect(bench.serve(listen(0, "l", best)).map(words) == ["snapshot 0 #0: b c"])
    #expect(
      bench.serve(set(4, "l/c/score", 0)).map(words) == [
        "changes 0 #1: -c a", "answer 4 committed after 1",
      ])
    #expect(
      bench.serve(set(5, "l/a/name", 7)).map(words) == [
        "change 0 #2: a", "answer 5 committed after 2",
      ])
    #expect(bench.serve(set(6, "l/c/name", 7)).map(words) == ["answer 6 committed after 2"])
  }

  @Test func `a repeated listen gets a new snapshot, but pushes come once`() {
    var bench = Bench(tree: tree("a"))
    #expect(bench.serve(listen(0, "l")).map(words) == ["snapshot 0 #0: a"])
    #expect(bench.serve(listen(0, "l")).map(words) == ["snapshot 0 #0: a"])
    #expect(
      bench.serve(set(1, "l/b")).map(words) == ["change 0 #1: b", "answer 1 committed after 1"])
  }

  @Test func `who knows it already is told just that`() {
    var bench = Bench(tree: tree("a b c"))
    let node = bench.backend.root[Path("l")]
    #expect(
      bench.serve(listen(0, "l", known: node.fingerprint)).map(words) == ["unchanged 0 #0"])
    let window = Node([(Key("c"), .integer(1))])
    let last = Query(limit: .last(1))
    #expect(
      bench.serve(listen(1, "l", last, known: window.fingerprint)).map(words) == ["unchanged 1 #0"])
    #expect(bench.serve(listen(2, "l", last, known: 77)).map(words) == ["snapshot 2 #0: c"])
    #expect(bench.serve(listen(3, "gone", known: 0)).map(words) == ["snapshot 3 #0:"])
  }

  @Test func `a listener of a window hears neither of a leaf nor of the priority`() {
    var bench = Bench(tree: tree("a"))
    _ = bench.serve(listen(0, "l"))
    _ = bench.serve(listen(1, "l", Query(limit: .first(5))))
    let priority = Path("l").appending(.priority)
    #expect(
      bench.serve(.write(id: 1, .set(priority, .integer(4)), guard: nil)).map(words) == [
        "overwrite 0 #1: a !", "answer 1 committed after 1",
      ])
    #expect(
      bench.serve(set(2, "l", 4)).map(words) == [
        "overwrite 0 #2: leaf", "changes 1 #3: -a", "answer 2 committed after 3",
      ])
  }

  @Test func `an unlisten that overtakes its listen is not forgotten`() {
    var bench = Bench(tree: tree("a"))
    bench.receive(listen(3, "l"))
    bench.receive(.unlisten(tag: 3))
    bench.finishAll()
    #expect(bench.sent.isEmpty)
    #expect(bench.serve(set(1, "l/b")).map(words) == ["answer 1 committed after 0"])
    #expect(bench.serve(listen(3, "l")).isEmpty)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `who comes and goes is told, in the order of coming, and nobody else is`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "visitors")
    var bench = Bench(tree: tree("a"), clients: 20)
    var here: [(client: UInt32, tag: UInt32)] = []
    var tags: [UInt32] = Array(repeating: 0, count: 20)
    var id: UInt32 = 0
    for _ in 0..<300 {
      if here.count < 30, chance.below(2) == 0 {
        let client = UInt32(chance.below(20))
        tags[Int(client)] += 1
        here.append((client, tags[Int(client)]))
        _ = bench.serve(listen(tags[Int(client)], "l", Query(limit: .last(3))), from: client)
      } else if !here.isEmpty {
        let left = here.remove(at: chance.index(below: here.count))
        _ = bench.serve(.unlisten(tag: left.tag), from: left.client)
      }
      id += 1
      _ = bench.serve(set(id, "l/a", Int64(id) + 9))
      let told = bench.sent.compactMap {
        if case .change(let tag, _, _, _) = $0.body { "\($0.client) \(tag)" } else { nil }
      }
      #expect(told == here.map { "\($0.client) \($0.tag)" })
    }
  }
}
