// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore
import WeirDiff
import WeirStatistics
import WeirTrace
import WeirTree

import WeirMetrics

@Suite struct OrderMeterTests {
  /// A meter that is told steps in milliseconds: client 0 writes, client 1 is looked at.
  private struct Probe {
    var meter: OrderMeter
    private var journey: UInt32 = 0
    private var version: UInt64 = 0

    init(from: Int64 = 0, newest: Int? = nil, groups: [UInt16] = []) {
      let count = max(2, groups.count)
      meter = OrderMeter(
        from: Instant.zero + .milliseconds(from), lists: 1,
        clients: Array(repeating: [0], count: count), groups: groups)
      var source = QueryBuilder(Path("room")).descending()
      source.limit = newest
      for client in 0..<UInt32(count) {
        meter.observe(
          Step(at: .zero, .opened, client: client, list: 0),
          OpenedScreen(Screen(source), lists: [0], atMost: .zero))
      }
    }

    mutating func tell(
      _ ms: Int64, _ kind: Step.Kind, _ client: UInt32 = Step.nobody, journey: UInt32 = 0,
      _ key: String = "-", x: UInt64 = 0, y: UInt64 = 0
    ) {
      meter.observe(
        Step(
          at: Instant.zero + .milliseconds(ms), kind, client: client, journey: journey, list: 0,
          key: Key(key), x: x, y: y))
    }

    /// Client 0 means to write, and the server commits: each stage takes what is said.
    mutating func write(
      _ ms: Int64, _ key: String, _ stamp: UInt64, client: Int64 = 0, link: Int64 = 0,
      queue: Int64 = 0, server: Int64 = 0
    ) -> UInt32 {
      journey += 1
      version += 1
      tell(ms, .meant, 0, journey: journey, x: 1)
      var now = ms + client + link
      tell(now, .arrived, 0, journey: journey, x: UInt64((ms + client) * 1_000_000), y: 0)
      now += queue
      tell(now, .taken, 0, journey: journey, x: UInt64(queue * 1_000_000))
      now += server
      tell(now, .committed, 0, journey: journey, key, x: stamp, y: version)
      return journey
    }

    /// The server pushes to a client, and it arrives.
    mutating func push(_ ms: Int64, _ journey: UInt32, arrives: Int64?, client: UInt32 = 1) {
      let arrival = arrives.map { UInt64($0 * 1_000_000) } ?? .max
      tell(ms, .sent, client, journey: journey, x: arrival)
    }

    mutating func arrive(_ ms: Int64, _ journey: UInt32, sent: Int64 = 0, client: UInt32 = 1) {
      tell(ms, .arrived, client, journey: journey, x: UInt64(sent * 1_000_000), y: 1)
    }

    mutating func show(
      _ ms: Int64, _ rows: [(String, UInt64)], _ changes: ChangeSet = ChangeSet(),
      client: UInt32 = 1
    ) {
      meter.observe(
        Step(at: Instant.zero + .milliseconds(ms), .published, client: client, list: 0),
        Publication(changes, sections: [rows.map { Row(key: Key($0.0), stamp: $0.1) }]))
      meter.checkInvariants()
    }

    func tally(at ms: Int64) -> OrderTally {
      meter.measured(at: Instant.zero + .milliseconds(ms)).all.tally
    }
  }

  @Test func `each stage of a journey gets its part, and the parts are the whole`() {
    var probe = Probe()
    probe.show(0, [])
    let journey = probe.write(100, "a", 7, client: 3, link: 20, queue: 5, server: 2)
    probe.push(130, journey, arrives: 160)
    probe.arrive(160, journey, sent: 130)
    probe.tell(164, .heard, 1, "a", x: 7)
    probe.tell(200, .heard, 1, "a", x: 7)
    probe.show(190, [("a", 7)], ChangeSet(inserts: [0]))
    let stages = probe.tally(at: 300).stages
    func ms(_ series: OrderTally.Series) -> Int64 { Int64(series.histogram.sum) / 1_000_000 }
    #expect(ms(stages.total) == 90)
    #expect(ms(stages.client) == 3)
    #expect(ms(stages.link) == 20)
    #expect(ms(stages.queue) == 5)
    #expect(ms(stages.server) == 2)
    // What is heard at another moment than something arrives came from nowhere in particular.
    #expect(ms(stages.catchUp) == 34)
    #expect(ms(stages.batch) == 26)
  }

  @Test
  func `what a journey tried before its commit is told as that, and not as the server's time`() {
    var probe = Probe()
    probe.show(0, [])
    // The request that reads what it works on, a run that met newer data, and the one that is committed.
    probe.tell(100, .meant, 0, journey: 1, x: 1)
    for (sent, arrived) in [(103, 110), (120, 127), (140, 150)] as [(Int64, Int64)] {
      probe.tell(arrived, .arrived, 0, journey: 1, x: UInt64(sent * 1_000_000))
      probe.tell(arrived + 2, .taken, 0, journey: 1, x: 2_000_000)
      if sent == 140 { probe.tell(155, .committed, 0, journey: 1, "a", x: 7, y: 1) }
      probe.tell(arrived + 5, .served, 0, journey: 1, x: 5_000_000)
    }
    probe.push(155, 1, arrives: 165)
    probe.arrive(165, 1, sent: 155)
    probe.tell(165, .heard, 1, journey: 1, "a", x: 7)
    probe.show(165, [("a", 7)], ChangeSet(inserts: [0]))
    let stages = probe.tally(at: 300).stages
    func ms(_ series: OrderTally.Series) -> Int64 { Int64(series.histogram.sum / 1_000_000) }
    #expect(ms(stages.total) == 65)
    #expect([stages.client, stages.tries].map(ms) == [3, 37])
    #expect([stages.link, stages.queue, stages.server].map(ms) == [20, 2, 3])
  }

  @Test func `what a push tells at once is on the link from when it was sent`() {
    var probe = Probe()
    probe.show(0, [])
    let journey = probe.write(100, "a", 7)
    probe.push(110, journey, arrives: 160)
    probe.arrive(160, journey, sent: 110)
    probe.tell(160, .heard, 1, "a", x: 7)
    probe.show(190, [("a", 7)], ChangeSet(inserts: [0]))
    let stages = probe.tally(at: 300).stages
    func ms(_ series: OrderTally.Series) -> Int64 { Int64(series.histogram.sum) / 1_000_000 }
    #expect([stages.catchUp, stages.link, stages.batch].map(ms) == [10, 50, 30])
  }

  @Test func `a list differs from the commit on, until it shows it`() {
    var probe = Probe()
    probe.show(0, [])
    _ = probe.write(100, "a", 7)
    _ = probe.write(150, "b", 8)
    probe.show(250, [("a", 7)], ChangeSet(inserts: [0]))
    probe.show(300, [("a", 7), ("b", 8)], ChangeSet(inserts: [1]))
    let tally = probe.tally(at: 500)
    #expect(tally.divergence.histogram.count == 1)
    #expect(tally.diverged == .milliseconds(200))
    // One row for 50 ms, two for 100 ms, one for 50 ms.
    #expect(tally.divergedArea == 300_000_000)
    #expect(tally.watched == .milliseconds(500))
    #expect(tally.commitToSeen.histogram.sum == 300_000_000)
    #expect(tally.neverSeen.hits == 0 && tally.neverSeen.count == 2)
  }

  @Test func `a published row can be old by some versions, and all up to it are seen`() {
    var probe = Probe()
    probe.show(0, [])
    _ = probe.write(100, "a", 1)
    _ = probe.write(110, "a", 2)
    _ = probe.write(120, "a", 3)
    probe.show(150, [("a", 2)], ChangeSet(inserts: [0]))
    var tally = probe.tally(at: 160)
    #expect(tally.staleReads.hits == 1 && tally.staleReads.count == 1)
    #expect(tally.versionsBehind.histogram.sum == 1)
    #expect(tally.commitToSeen.histogram.sum == 90_000_000)
    #expect(tally.neverSeen.hits == 1)
    probe.show(170, [("a", 3)], ChangeSet(updates: [.init(old: 0, new: 0)]))
    tally = probe.tally(at: 180)
    #expect(tally.commitToSeen.histogram.sum == 140_000_000)
    #expect(tally.neverSeen.hits == 0)
    #expect(tally.staleReads.hits == 1 && tally.staleReads.count == 2)
  }

  @Test func `a row that is pushed out of the window is not missed, one that it lets in is`() {
    var probe = Probe(newest: 2)
    _ = probe.write(10, "a", 1)
    _ = probe.write(11, "b", 2)
    probe.show(20, [("b", 2), ("a", 1)])
    #expect(probe.tally(at: 30).diverged == .zero)
    _ = probe.write(100, "c", 3)
    // It lacks c and has a to spare.
    probe.show(150, [("c", 3), ("b", 2)], ChangeSet(deletes: [1], inserts: [0]))
    #expect(probe.tally(at: 200).divergedArea == 100_000_000)
    probe.tell(300, .committed, 0, "c", x: 0, y: 9)
    // It has c to spare and lacks a.
    probe.show(310, [("b", 2), ("a", 1)], ChangeSet(deletes: [0], inserts: [1]))
    #expect(probe.tally(at: 400).divergedArea == 120_000_000)
    #expect(probe.tally(at: 400).neverSeen.hits == 0)
  }

  @Test func `pushes are numbered as they are sent, and judged as they arrive`() {
    var probe = Probe()
    probe.show(0, [])
    let journeys = (0..<4).map { probe.write(Int64($0), "k\($0)", 5) }
    for (place, journey) in journeys.enumerated() {
      probe.push(10 + Int64(place), journey, arrives: place == 3 ? nil : 50)
    }
    probe.arrive(30, journeys[1])
    probe.arrive(40, journeys[0])
    probe.arrive(41, journeys[0])
    probe.arrive(50, journeys[2])
    let (tally, flows) = probe.meter.measured(at: Instant.zero + .milliseconds(60)).all
    #expect(tally.reordered.hits == 1 && tally.reordered.count == 3)
    #expect(tally.lateness.histogram.sum == 10_000_000)
    #expect(flows.map(\.inversions) == [1])
    #expect(tally.density.count(of: -1) == 1 && tally.density.count(of: 1) == 1)
    #expect(tally.occupancy.histogram.greatest == 1)
  }

  @Test func `each group has what its own clients see, and all have the sum`() throws {
    // Client 0 writes; client 1 is of its group, client 2 of another one.
    var probe = Probe(groups: [0, 0, 1])
    for client: UInt32 in 1...2 { probe.show(0, [], client: client) }
    let first = probe.write(100, "a", 7)
    let second = probe.write(120, "b", 8)
    // Both pushes arrive at client 1 in their order, and at client 2 the second one first.
    for client: UInt32 in 1...2 {
      probe.push(120, first, arrives: 200, client: client)
      probe.push(120, second, arrives: 200, client: client)
    }
    for (journey, client) in [(first, 1), (second, 1), (second, 2), (first, 2)]
      as [(UInt32, UInt32)]
    {
      probe.arrive(200, journey, sent: 120, client: client)
    }
    // Client 1 shows both after 50 ms and 130 ms. Client 2 shows the first one, shows none for a moment, and both again.
    probe.show(150, [("a", 7)], ChangeSet(inserts: [0]), client: 1)
    probe.show(250, [("b", 8), ("a", 7)], ChangeSet(inserts: [0]), client: 1)
    probe.show(300, [("a", 7)], ChangeSet(inserts: [0]), client: 2)
    probe.show(310, [], ChangeSet(deletes: [0]), client: 2)
    probe.show(320, [("a", 7)], ChangeSet(inserts: [0]), client: 2)
    let (all, groups) = probe.meter.measured(at: Instant.zero + .milliseconds(400))
    try #require(groups.count == 2)
    let tallies = [all.tally, groups[0].tally, groups[1].tally]
    #expect(tallies.map(\.commitToSeen.histogram.count) == [3, 2, 1])
    #expect(tallies.map { $0.commitToSeen.histogram.sum / 1_000_000 } == [380, 180, 200])
    // At the end client 2 still waits for the second one.
    #expect(tallies.map(\.neverSeen.hits) == [1, 0, 1])
    #expect(tallies.map(\.neverSeen.count) == [4, 2, 2])
    // Client 1 differs from 100 to 250, client 2 from 100 to the end.
    #expect(tallies.map(\.diverged) == [450, 150, 300].map { .milliseconds($0) })
    #expect(tallies.map(\.watched) == [800, 400, 400].map { .milliseconds($0) })
    // Client 1 lacks one row for 20 ms, two for 30 ms and one for 100 ms; client 2 one for 20 ms, two for 180 ms, one
    // for 10 ms, two for 10 ms and one for 80 ms.
    #expect(tallies.map { $0.divergedArea / 1_000_000 } == [670, 180, 490])
    #expect(tallies.map(\.stages.total.histogram.count) == [3, 2, 1])
    #expect(tallies.map(\.publications) == [5, 2, 3])
    #expect(tallies.map(\.flicker.count) == [1, 0, 1] && tallies.map(\.flicker.hits) == [1, 0, 1])
    #expect(tallies.map(\.reordered.hits) == [1, 0, 1])
    #expect(tallies.map(\.reordered.count) == [4, 2, 2])
    #expect(tallies.map(\.density.count) == [4, 2, 2])
    #expect(tallies.map { $0.density.count(of: 0) } == [2, 2, 0])
    #expect(tallies.map { $0.density.count(of: 1) } == [1, 0, 1])
    #expect(all.flows.map(\.inversions) == [0, 1])
    #expect(groups.map { $0.flows.map(\.inversions) } == [[0], [1]])
    // Who is not told apart has no groups.
    #expect(Probe().meter.measured(at: .zero).groups.isEmpty)
  }

  @Test func `what happens in the warm-up is not measured, though it leaves its traces`() {
    var probe = Probe(from: 1_000)
    probe.show(0, [])
    _ = probe.write(100, "a", 1)
    _ = probe.write(1_100, "b", 2)
    probe.show(1_200, [("a", 1), ("b", 2)], ChangeSet(inserts: [0, 1]))
    let tally = probe.tally(at: 1_500)
    #expect(tally.commitToSeen.histogram.count == 1)
    #expect(tally.divergedArea == 300_000_000)
    #expect(tally.watched == .milliseconds(500))
  }

  @Test func `rows that jump, flicker and drift are told from those that stay`() {
    var probe = Probe()
    for (place, key) in ["a", "b", "c", "d"].enumerated() {
      _ = probe.write(Int64(place), key, 1)
    }
    probe.show(10, [("a", 1), ("b", 1), ("c", 1), ("d", 1)])
    // The last becomes the first: one row moved by three places.
    probe.show(
      20, [("d", 1), ("a", 1), ("b", 1), ("c", 1)], ChangeSet(moves: [.init(from: 3, to: 0)]))
    var tally = probe.tally(at: 21)
    #expect(tally.jumpedRows.hits == 1 && tally.jumpedRows.count == 4)
    #expect(tally.jumpDistances.histogram.sum == 3)
    #expect(tally.drifts.histogram.sum == 1)
    #expect(tally.operations == 1 && tally.necessary == 1)
    // The same told as a deletion and an insertion, in the other direction: one more than necessary.
    probe.show(
      30, [("a", 1), ("b", 1), ("c", 1), ("d", 1)], ChangeSet(deletes: [0], inserts: [3]))
    tally = probe.tally(at: 31)
    #expect(tally.jumpedRows.hits == 2)
    #expect(tally.operations == 3 && tally.necessary == 2)
    #expect(tally.flicker.count == 0)
    probe.show(40, [("a", 1), ("c", 1), ("d", 1)], ChangeSet(deletes: [1]))
    probe.show(900, [("a", 1), ("b", 1), ("c", 1), ("d", 1)], ChangeSet(inserts: [1]))
    tally = probe.tally(at: 901)
    #expect(tally.flicker.hits == 1 && tally.flicker.count == 1)
    probe.show(950, [("a", 1), ("c", 1), ("d", 1)], ChangeSet(deletes: [1]))
    probe.show(1_951, [("a", 1), ("b", 1), ("c", 1), ("d", 1)], ChangeSet(inserts: [1]))
    tally = probe.tally(at: 1_952)
    #expect(tally.flicker.hits == 1 && tally.flicker.count == 2)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `the drift is what comparing the places of every row finds`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "drift")
    for _ in 0..<50 {
      let old = (0..<1 + stream.index(below: 8)).map { Row(key: Key("k\($0)"), stamp: 1) }
      var new = old.filter { _ in stream.below(3) > 0 }
      for fresh in 0..<stream.index(below: 4) {
        new.insert(Row(key: Key("n\(fresh)"), stamp: 1), at: stream.index(below: new.count + 1))
      }
      let deletes = old.indices.filter { !new.contains(old[$0]) }
      let inserts = new.indices.filter { !old.contains(new[$0]) }
      let drift = Steadiness.drift(
        of: old,
        ChangeSet(
          deletes: deletes.map { Place(Int32($0)) }, inserts: inserts.map { Place(Int32($0)) }))
      let first = old.firstIndex { new.contains($0) }
      let naive = first.map { place in abs((new.firstIndex(of: old[place]) ?? 0) - place) }
      #expect(drift == naive)
    }
  }
}
