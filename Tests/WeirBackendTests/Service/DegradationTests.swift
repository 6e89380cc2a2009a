// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirBackend
import WeirCore
import WeirTree

@Suite struct DegradationTests {
  private let all = Ratio.one

  @Test func `a slow server takes so many times as long, and as long as ever afterwards`() {
    var bench = Bench { $0.service = QuantileTable(constant: .milliseconds(10)) }
    bench.degrade { $0.slowness = 2_500 }
    bench.receive(set(1, "x"))
    bench.degrade()
    bench.receive(set(2, "x"))
    #expect(bench.ends == [Instant.zero + .milliseconds(25), Instant.zero + .milliseconds(10)])
  }

  @Test func `overload turns away listens and writes, which can be repeated`() {
    var bench = Bench(tree: tree("a"))
    bench.degrade { $0.turnsAway = all }
    #expect(bench.serve(listen(1, "l")).map(words) == ["refused 1 overloaded"])
    #expect(bench.serve(set(1, "x")).map(words) == ["answer 1 overloaded after 0"])
    #expect(bench.refused == 2 && bench.backend.version == 0)
    bench.degrade()
    #expect(bench.serve(listen(1, "l")).map(words) == ["snapshot 1 #0: a"])
    #expect(bench.serve(set(2, "x")).map(words) == ["answer 2 committed after 0"])
  }

  @Test func `overload by chance turns away as many as its chance says`() {
    var bench = Bench { $0.seed = 3 }
    bench.degrade { $0.turnsAway = Ratio(1, of: 4) }
    for id in 1...400 as ClosedRange<UInt32> { _ = bench.serve(set(id, "x")) }
    #expect((70...130).contains(bench.refused), "\(bench.refused) of 400")
    #expect(Int(bench.backend.version) == 400 - bench.refused)
  }

  @Test func `a throttled session waits, and all that waited comes in order`() {
    var bench = Bench()
    bench.degrade { $0.pace = Pace(gap: .milliseconds(1_500), waits: true) }
    for id in 1...3 as ClosedRange<UInt32> { bench.receive(set(id, "x", Int64(id))) }
    bench.finishAll()
    #expect(bench.answers == ["0:answer 1 committed after 0"])
    #expect(bench.pass(until: Instant.zero + .milliseconds(1_499)).isEmpty)
    #expect(
      bench.pass(until: Instant.zero + .milliseconds(1_500)).map(words) == [
        "answer 2 committed after 0"
      ])
    bench.sent.removeAll()
    bench.degrade()
    bench.finishAll()
    #expect(bench.answers == ["0:answer 3 committed after 0"])
    #expect(bench.serve(set(4, "x", 4)).map(words) == ["answer 4 committed after 0"])
  }

  @Test func `a pace may be any fraction of a second`() {
    let gap = Interval(nanoseconds: 526_315_789)  // 1.9 a second
    var bench = Bench { $0.pace = Pace(gap: gap, waits: true) }
    for id in 1...20 as ClosedRange<UInt32> { bench.receive(set(id, "x")) }
    bench.finishAll()
    #expect(bench.pass(until: .zero + gap * 19 + Interval(nanoseconds: -1)).count == 18)
    #expect(bench.pass(until: .zero + gap * 19).count == 1)
    #expect(Pace(perSecond: 4, burst: 1) == Pace(gap: .milliseconds(250)))
  }

  @Test func `what goes beyond a ration is forbidden, in each session anew`() {
    var bench = Bench()
    bench.degrade { $0.ration = .init(writes: 2) }
    #expect(
      (1...3 as ClosedRange<UInt32>).flatMap { bench.serve(set($0, "x")).map(words) } == [
        "answer 1 committed after 0", "answer 2 committed after 0", "answer 3 forbidden after 0",
      ])
    #expect(bench.serve(set(1, "y"), from: 1).map(words) == ["answer 1 committed after 0"])
    bench.receive(.hello, session: 2)
    #expect(bench.serve(set(1, "x"), session: 2).map(words) == ["answer 1 committed after 0"])
    bench.degrade { $0.ration = .init(bytes: 0) }
    #expect(bench.serve(set(2, "x"), session: 2).map(words) == ["answer 2 forbidden after 0"])
    bench.degrade()
    #expect(bench.serve(set(3, "x"), session: 2).map(words) == ["answer 3 committed after 0"])
  }

  @Test func `a rejected write changes nothing, and stays rejected when it is repeated`() {
    var bench = Bench(tree: tree("a"))
    _ = bench.serve(listen(0, "l"))
    bench.degrade { $0.rejects = all }
    #expect(bench.serve(set(1, "l/b")).map(words) == ["answer 1 forbidden after 0"])
    bench.degrade()
    #expect(bench.serve(set(1, "l/b")).map(words) == ["answer 1 forbidden after 0"])
    #expect(bench.backend.version == 0)
  }

  @Test func `half of the clients read a copy that falls behind and catches up when it may`() {
    var bench = Bench(tree: tree("a")) { $0.mayFallBehind = true }
    for client in 0..<2 as Range<UInt32> { _ = bench.serve(listen(0, "l"), from: client) }
    #expect(bench.serve(set(1, "l/b")).count == 3)
    bench.degrade { $0.lag = .seconds(5) }
    #expect(
      bench.serve(set(2, "l/c")).map(words) == ["change 0 #2: c", "answer 2 committed after 2"])
    #expect(bench.lateRoot(1)[Path("l/c")].isNull)
    #expect(bench.pass(until: Instant.zero + .seconds(4)).isEmpty)
    #expect(bench.pass(until: Instant.zero + .seconds(5)).map(words) == ["change 0 #2: c"])
    _ = bench.serve(set(3, "l/d"))
    bench.sent.removeAll()
    bench.degrade()
    #expect(bench.sent.map { "\($0.client) \(words($0.body))" } == ["1 change 0 #3: d"])
    #expect(bench.lateRoot(1) == bench.backend.root)
  }

  @Test func `late answers come behind later data, and only while the session lasts`() {
    var bench = Bench(tree: tree("a"))
    _ = bench.serve(listen(0, "l"))
    bench.degrade { $0.delaysAnswers = (all, QuantileTable(constant: .seconds(1))) }
    #expect(bench.serve(set(1, "l/b")).map(words) == ["change 0 #1: b"])
    #expect(bench.serve(set(1, "l/c"), from: 1).map(words) == ["change 0 #2: c"])
    bench.act { $0.closeSession(of: 1, session: 1, at: $1, into: &$2) }
    #expect(
      bench.pass(until: Instant.zero + .seconds(2)).map(words) == ["answer 1 committed after 1"])
  }

  @Test func `a lost answer ends the session after the write was done`() {
    var bench = Bench(tree: tree("a"))
    _ = bench.serve(listen(0, "l"))
    _ = bench.serve(.whenGone(id: 1, .set(Path("l/a"), .null)))
    bench.degrade { $0.losesAnswers = all }
    #expect(
      bench.serve(set(2, "l/b")).map(words) == ["change 0 #1: b", "closed 0s"])
    #expect(bench.hooks.suffix(2) == ["0 ended 1", "0 fired /l/a of 1"])
    #expect(bench.backend.root[Path("l")] == Node([(Key("b"), .integer(2))]))
  }

  @Test func `early answers overtake the data`() {
    var bench = Bench(tree: tree("a"))
    _ = bench.serve(listen(0, "l"))
    bench.degrade { $0.answersBeforeData = true }
    #expect(
      bench.serve(set(1, "l/b")).map(words) == ["answer 1 committed after 0", "change 0 #1: b"])
  }

  @Test func `what is unreadable is taken from its listeners, and given again afterwards`() {
    var bench = Bench(tree: tree("a"))
    _ = bench.serve(listen(0, "l"))
    _ = bench.serve(listen(1, "m"))
    bench.sent.removeAll()
    bench.degrade { $0.unreadable = [Path("l")] }
    #expect(bench.sent.map { words($0.body) } == ["revoked 0 #1"])
    #expect(bench.serve(listen(2, "l/a")).map(words) == ["refused 2 forbidden"])
    #expect(bench.serve(listen(3, "")).count == 1)
    bench.degrade()
    #expect(bench.serve(listen(4, "l")).map(words) == ["snapshot 4 #1: a"])
  }

  @Test func `degradation that is over leaves no trace in what is drawn later`() {
    func served(_ isDegraded: Bool) -> [Instant] {
      var bench = Bench {
        $0.service = QuantileTable(sample: (1...50).map { .milliseconds(Int64($0)) })
      }
      if isDegraded {
        bench.degrade { ($0.turnsAway, $0.rejects) = (Ratio(1, of: 1_000_000), Ratio(1, of: 2)) }
      }
      for id in 1...30 as ClosedRange<UInt32> { _ = bench.serve(set(id, "x")) }
      return bench.ends
    }
    #expect(served(true) == served(false))
  }
}

@Suite struct BuggifyPointTests {
  private func bench(_ points: [Backend.BuggifyPoint]) -> Bench {
    var bench = Bench(tree: tree("a b")) {
      $0.buggify = .one
      $0.service = QuantileTable(constant: .milliseconds(1))
    }
    bench.backend.enliven(points)
    return bench
  }

  @Test func `without a chance no point ever fires`() {
    var bench = Bench(tree: tree("a b"))
    for id in 1...20 as ClosedRange<UInt32> { _ = bench.serve(set(id, "l/c")) }
    #expect(bench.points.isEmpty)
  }

  @Test func `a request takes longer`() {
    var bench = bench([.servesLate])
    bench.receive(set(1, "x"))
    #expect(bench.ends == [Instant.zero + .milliseconds(251)] && bench.points == [.servesLate])
  }

  @Test func `an answer comes later than the data`() {
    var bench = bench([.answersLate])
    _ = bench.serve(listen(0, "l"))
    #expect(bench.serve(set(1, "l/c")).map(words) == ["change 0 #1: c"])
    #expect(
      bench.pass(until: Instant.zero + .milliseconds(400)).map(words) == [
        "answer 1 committed after 1"
      ])
  }

  @Test func `all that a query shows is pushed, or told anew`() {
    var bench = bench([.tellsAll, .tellsAnew])
    _ = bench.serve(listen(0, "l", Query(limit: .last(2))))
    #expect(bench.serve(set(1, "l/c")).first.map(words) == "overwrite 0 #1: b c")
    let known = Node([(Key("b"), .integer(1)), (Key("c"), .integer(2))]).fingerprint
    let again = Message.Body.listen(
      tag: 0, Path("l"), Query(limit: .last(2)), known: known)
    #expect(bench.serve(again).map(words) == ["snapshot 0 #1: b c"])
    #expect(bench.points == [.tellsAll, .tellsAnew])
    bench.backend.enliven([])
    #expect(bench.serve(again).map(words) == ["unchanged 0 #1"])
  }

  @Test func `a listen is turned away, a session ends after its write`() {
    var bench = bench([.turnsAway, .endsSession])
    #expect(bench.serve(listen(0, "l")).map(words) == ["refused 0 overloaded"])
    #expect(
      bench.serve(set(1, "x")).map(words) == ["answer 1 committed after 0", "closed 0s"])
    let isOpen = bench.backend.hasSession(0)
    #expect(!isOpen)
  }
}
