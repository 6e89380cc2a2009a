// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirTrace
import WeirTree

import WeirMetrics

@Suite struct MeterTests {
  private static let post: UInt64 = 1

  /// A meter that is told steps in milliseconds.
  private struct Probe {
    var meter: Meter
    private var journey: UInt32 = 0

    init(
      from: Int64 = 0, until: Int64 = 10_000, stageEnds: [Int64] = [], window: Query = Query(),
      isPlain: Bool = true
    ) {
      meter = Meter(
        from: Instant.zero + .milliseconds(from), until: Instant.zero + .milliseconds(until),
        postAction: MeterTests.post,
        stageEnds: stageEnds.map { Instant.zero + .milliseconds($0) })
      for client: UInt32 in 0...1 {
        tell(0, .opened, client, x: Step.window(window) | (isPlain ? 0 : 1 << 63))
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

    /// A client posts; its journey.
    mutating func post(_ ms: Int64, _ client: UInt32, _ key: String, stage: UInt64 = 0) -> UInt32 {
      journey += 1
      tell(ms, .meant, client, journey: journey, x: MeterTests.post, y: stage)
      tell(ms, .wrote, client, journey: journey, key, x: 99, y: 1)
      return journey
    }

    /// A client does something else to a row.
    mutating func act(_ ms: Int64, _ client: UInt32, _ key: String, stamp: UInt64) -> UInt32 {
      journey += 1
      tell(ms, .meant, client, journey: journey, x: 3)
      tell(ms, .wrote, client, journey: journey, key, x: stamp, y: 1)
      return journey
    }

    mutating func show(
      _ ms: Int64, _ client: UInt32, _ keys: [String], deletes: [Place] = [], inserts: [Place] = []
    ) {
      let step = Step(at: Instant.zero + .milliseconds(ms), .published, client: client, list: 0)
      meter.observe(
        step, ChangeSet(deletes: deletes, inserts: inserts),
        sections: [keys.map { Row(key: Key($0), stamp: 99) }])
    }

    var seen: [Int64] { meter.postToSeen.all.map { $0 / 1_000_000 } }
  }

  @Test func `a post is seen by others, from the moment it was meant, and not by its author`() {
    var probe = Probe()
    _ = probe.post(100, 0, "a")
    probe.show(100, 0, ["a"], inserts: [0])
    probe.show(350, 1, ["a"], inserts: [0])
    #expect(probe.seen == [250])
  }

  @Test func `what was meant in the warm-up is not measured, even if it is seen later`() {
    var probe = Probe(from: 200)
    let early = probe.post(100, 0, "a")
    let late = probe.post(200, 0, "b")
    probe.show(300, 1, ["a", "b"], inserts: [0, 1])
    probe.tell(320, .answered, 0, journey: early)
    probe.tell(330, .answered, 0, journey: late)
    #expect(probe.seen == [100])
    #expect(Array(probe.meter.writeToAck.all) == [130_000_000])
    #expect(probe.meter.counts.writes == 1)
  }

  @Test func `a row that comes back into a window is not seen again`() {
    var probe = Probe(window: Query(limit: .last(2)))
    for key in ["a", "b", "c"] { _ = probe.post(100, 0, key) }
    probe.show(200, 1, ["b", "a"], inserts: [0, 1])
    probe.show(300, 1, ["c", "b"], deletes: [1], inserts: [0])
    probe.show(900, 1, ["b", "a"], deletes: [0], inserts: [1])
    #expect(probe.seen == [100, 100, 200])
    // A later one is news all the same.
    _ = probe.post(1000, 0, "d")
    probe.show(1100, 1, ["d", "b"], deletes: [1], inserts: [0])
    #expect(probe.seen == [100, 100, 200, 100])
  }

  @Test func `where no edge tells what is news, a row is seen once`() {
    var probe = Probe(window: Query(limit: .last(2)), isPlain: false)
    for key in ["a", "b"] { _ = probe.post(100, 0, key) }
    probe.show(200, 1, ["b", "a"], inserts: [0, 1])
    probe.show(300, 1, ["b"], deletes: [1])
    probe.show(400, 1, ["a", "b"], inserts: [0])
    #expect(probe.seen == [100, 100])
  }

  @Test func `rows that come with their section are seen, too`() {
    var probe = Probe()
    _ = probe.post(100, 0, "a")
    probe.meter.observe(
      Step(at: Instant.zero + .milliseconds(250), .published, client: 1, list: 0),
      ChangeSet(sections: SectionChanges(inserts: [0])), sections: [[Row(key: Key("a"), stamp: 9)]])
    #expect(probe.seen == [150])
  }

  @Test func `pages and jumps are counted`() {
    var probe = Probe()
    probe.tell(10, .paged, 0)
    probe.tell(20, .pageFailed, 0)
    probe.tell(20, .pageFailed, 1)
    probe.tell(30, .jumped, 1)
    #expect(probe.meter.counts.pages == 1)
    #expect(probe.meter.counts.failedPages == 2)
    #expect(probe.meter.counts.jumps == 1)
  }

  @Test func `a row whose removal was turned away is not seen again by who removed it`() {
    var probe = Probe()
    _ = probe.post(100, 0, "a")
    probe.show(200, 1, ["a"], inserts: [0])
    _ = probe.act(300, 1, "a", stamp: 0)
    probe.show(300, 1, [], deletes: [0])
    probe.show(700, 1, ["a"], inserts: [0])
    #expect(probe.seen == [100])
  }

  @Test func `a row that was removed and written anew is no post`() {
    var probe = Probe()
    let post = probe.post(100, 0, "a")
    probe.tell(150, .committed, 0, journey: post, "a", x: 99, y: 1)
    probe.show(200, 1, ["a"], inserts: [0])
    let removal = probe.act(300, 0, "a", stamp: 0)
    probe.tell(350, .committed, 0, journey: removal, "a", x: 0, y: 2)
    probe.show(400, 1, [], deletes: [0])
    let again = probe.act(500, 0, "a", stamp: 7)
    probe.tell(550, .committed, 0, journey: again, "a", x: 7, y: 3)
    probe.show(600, 1, ["a"], inserts: [0])
    #expect(probe.seen == [100])
  }

  @Test func `only committed writes count as answered`() {
    var probe = Probe()
    let first = probe.post(100, 0, "a")
    let second = probe.post(100, 0, "b")
    probe.tell(160, .answered, 0, journey: first, x: 1)
    probe.tell(170, .answered, 0, journey: second, x: 0)
    #expect(Array(probe.meter.writeToAck.all) == [70_000_000])
  }

  @Test func `each stage has its writes, commits, commits in time and overloads`() {
    var probe = Probe(stageEnds: [1000, 2000])
    let first = probe.post(900, 0, "a", stage: 1)
    let second = probe.post(950, 0, "b", stage: 1)
    let third = probe.post(1500, 0, "c", stage: 2)
    probe.tell(1000, .committed, 0, journey: first, "a", x: 99)
    probe.tell(1001, .committed, 0, journey: second, "b", x: 99)
    probe.tell(1600, .refused, 0, journey: third)
    var one = Meter.StageCounts()
    (one.writes, one.inTime) = (2, 1)
    var two = Meter.StageCounts()
    (two.writes, two.overloads) = (1, 1)
    #expect(probe.meter.stages == [Meter.StageCounts(), one, two])
  }

  @Test func `an intent with nothing to act on is no write`() {
    var probe = Probe(stageEnds: [1000])
    probe.tell(10, .meant, 0, journey: 1, x: 2, y: 1)
    probe.tell(10, .skipped, 0, journey: 1, x: 2)
    #expect(probe.meter.counts.skipped == 1 && probe.meter.counts.writes == 0)
    #expect(probe.meter.stages[1].writes == 0)
  }

  @Test func `only the measured part of a service is busy time`() {
    var probe = Probe(from: 1000, until: 2000)
    let service: UInt64 = 400_000_000
    for end: Int64 in [1000, 1100, 1500, 2200, 2500] {
      probe.tell(end, .served, 0, x: service, y: service)
    }
    // Nothing, 100 ms, 400 ms, 200 ms of the one that the end cuts, nothing.
    #expect(probe.meter.counts.busy == 700_000_000)
    #expect(probe.meter.serverStay.count == 3)
  }

  @Test func `a wait counts when it began after the warm-up`() {
    var probe = Probe(from: 1000)
    probe.tell(1200, .taken, 0, x: 300_000_000, y: 4)
    probe.tell(1300, .taken, 0, x: 300_000_000, y: 2)
    #expect(Array(probe.meter.serverWait.all) == [300_000_000])
    #expect(probe.meter.counts.queueLongest == 5)
  }

  @Test func `messages are counted with what became of them, and timed to their arrival`() {
    var probe = Probe()
    probe.tell(10, .sent, 0, x: 60_000_000, y: 3)
    probe.tell(20, .sent, 0, x: 60_000_000, y: 1 << 32)
    probe.tell(30, .sent, 0, x: .max, y: 1 | 1 << 33)
    probe.tell(60, .arrived, 0, x: 10_000_000)
    let counts = probe.meter.counts
    #expect(counts.messages == 3 && counts.lost == 4)
    #expect(counts.overtaken == 1 && counts.doubled == 1)
    #expect(probe.meter.messageFlight.count == 1)
    #expect(probe.meter.messageFlight.sum == 50_000_000)
  }
}

// What slid out of a window before it was shown.
extension MeterTests {
  private static let keys = ["a", "b", "c", "d"]

  /// Four posts at 100, 200, 300 and 400 ms; a list of the newest `most` shows what it can at 1000 ms.
  private static func late(most: Int) -> Probe {
    var probe = Probe(window: Query(limit: .last(most)))
    for (index, key) in keys.enumerated() {
      let ms = Int64(100 * (index + 1))
      let post = probe.post(ms, 0, key)
      probe.tell(ms + 10, .committed, 0, journey: post, key, x: 99)
    }
    probe.tell(950, .arrived, 1, x: 900_000_000, y: 1)
    let rows = Array(keys.reversed().prefix(most))
    probe.show(1000, 1, rows, inserts: rows.indices.map { Place(Int32($0)) })
    return probe
  }

  @Test(arguments: 1...4)
  func `a post that slides out unseen counts as long as it waited, whatever the window`(most: Int) {
    let probe = Self.late(most: most)
    #expect(probe.meter.counts.seen == most && probe.meter.counts.missed == 4 - most)
    #expect(probe.seen.sorted() == [600, 700, 800, 900])
  }

  @Test func `what a client writes itself pushes out nothing of which it has not heard`() {
    var probe = Probe(window: Query(limit: .last(1)))
    let other = probe.post(100, 0, "a")
    probe.tell(110, .committed, 0, journey: other, "a", x: 99)
    _ = probe.post(200, 1, "b")
    probe.show(200, 1, ["b"], inserts: [0])
    #expect(probe.meter.counts.missed == 0)
    probe.tell(300, .arrived, 1, x: 109_000_000, y: 1)
    #expect(probe.meter.counts.missed == 0)
    probe.tell(500, .arrived, 1, x: 450_000_000, y: 1)
    #expect(probe.meter.counts.missed == 1 && probe.seen == [400])
  }

  @Test
  func
    `nobody misses what is its own, removed or of the warm-up, but what comes too late for the window`()
  {
    var probe = Probe(from: 100, window: Query(limit: .last(2)))
    var posts = [probe.post(50, 0, "a"), probe.post(100, 1, "b"), probe.post(100, 0, "c")]
    for key in ["e", "f"] { posts.append(probe.post(150, 0, key)) }
    for (post, key) in zip(posts, ["a", "b", "c", "e", "f"]) {
      probe.tell(200, .committed, 0, journey: post, key, x: 99)
    }
    let removal = probe.act(210, 0, "c", stamp: 0)
    probe.tell(220, .committed, 0, journey: removal, "c", x: 0)
    // Its clock is behind: by now the window begins after it.
    let late = probe.post(230, 0, "d")
    probe.tell(240, .committed, 0, journey: late, "d", x: 99)
    probe.tell(290, .arrived, 1, x: 280_000_000, y: 1)
    probe.show(300, 1, ["f", "e"], inserts: [0, 1])
    #expect(probe.meter.counts.seen == 2 && probe.meter.counts.missed == 1)
    #expect(probe.seen == [150, 150, 70])
  }

  @Test func `who starts an app again sees nothing twice, and what came meanwhile`() {
    var probe = Probe(window: Query(limit: .last(3)))
    _ = probe.post(100, 0, "a")
    _ = probe.post(200, 0, "b")
    probe.show(300, 1, ["b", "a"], inserts: [0, 1])
    probe.tell(400, .killed, 1)
    _ = probe.post(500, 0, "c")
    probe.tell(600, .opened, 1, x: Step.window(Query(limit: .last(3))))
    probe.show(700, 1, ["c", "b", "a"], inserts: [0, 1, 2])
    #expect(probe.seen == [100, 200, 200])
    #expect(probe.meter.counts.restarts == 1)
  }

  @Test func `who comes back to a list sees nothing twice`() {
    var probe = Probe()
    let post = probe.post(100, 0, "a")
    probe.tell(110, .committed, 0, journey: post, "a", x: 99)
    probe.show(300, 1, ["a"], inserts: [0])
    probe.tell(400, .closed, 1)
    probe.tell(600, .opened, 1)
    probe.show(700, 1, ["a"], inserts: [0])
    #expect(probe.seen == [200])
  }
}

// Nobody waits for what was there before a list was opened.
extension MeterTests {
  /// A person posts at 100 ms, and another one opens the list at 90, 110 or 111 ms, and is shown the post at 5 s.
  @Test(arguments: [(90, [4900]), (110, [4900]), (111, [])] as [(Int64, [Int64])])
  func `who opens a list has not waited for what was committed before`(
    opened: Int64, seen: [Int64]
  ) {
    var probe = Probe(window: Query(limit: .last(2)))
    if opened < 100 { probe.tell(opened, .opened, 2, x: Step.window(Query(limit: .last(2)))) }
    let post = probe.post(100, 0, "a")
    probe.tell(110, .committed, 0, journey: post, "a", x: 99)
    if opened > 100 { probe.tell(opened, .opened, 2, x: Step.window(Query(limit: .last(2)))) }
    probe.show(5000, 2, ["a"], inserts: [0])
    #expect(probe.seen == seen && probe.meter.counts.seen == seen.count)
  }

  @Test func `who is away waits for nothing, and for all from the moment of coming back`() {
    let window = Query(limit: .last(3))
    var probe = Probe(window: window)
    for (ms, key) in [(100, "a"), (300, "b"), (500, "c")] as [(Int64, String)] {
      if ms == 300 { probe.tell(200, .closed, 1) }
      if ms == 500 { probe.tell(400, .opened, 1, x: Step.window(window)) }
      let post = probe.post(ms, 0, key)
      probe.tell(ms + 10, .committed, 0, journey: post, key, x: 99)
      if ms == 100 { probe.show(150, 1, ["a"], inserts: [0]) }
    }
    probe.show(700, 1, ["c", "b", "a"], inserts: [0, 1, 2])
    #expect(probe.seen == [50, 200] && probe.meter.counts.seen == 2)
    #expect(probe.meter.counts.missed == 0)
  }

  @Test(arguments: [0, 2])
  func `a post that had not come when the list was closed counts as long as it waited`(most: Int) {
    let window = most == 0 ? Query() : Query(limit: .last(most))
    var probe = Probe(window: window)
    for (ms, key) in [(100, "d"), (200, "e"), (300, "f"), (400, "g")] as [(Int64, String)] {
      let post = probe.post(ms, 0, key)
      // One of them is not committed when the list is closed.
      if key != "g" { probe.tell(ms + 10, .committed, 0, journey: post, key, x: 99) }
      if key == "e" { probe.show(250, 1, ["e", "d"], inserts: [0, 1]) }
    }
    // Far behind the edge: no window of two would show it.
    let old = probe.post(410, 0, "a")
    probe.tell(420, .committed, 0, journey: old, "a", x: 99)
    probe.tell(500, .closed, 1)
    probe.tell(600, .closed, 1)
    #expect(probe.seen == [50, 150, 200] + (most == 0 ? [90] : []))
    #expect(probe.meter.counts.seen == 2 && probe.meter.counts.missed == 0)
  }

  /// A window of the oldest rows, an arranged list, and one whose person pages may be right not to show a post.
  @Test(arguments: ["oldest", "arranged", "paged"])
  func `nobody waits for what a list need not show when it is closed`(kind: String) {
    var probe = Probe(
      window: Query(limit: kind == "oldest" ? .first(2) : .last(2)), isPlain: kind != "arranged")
    if kind == "paged" { probe.tell(50, .asked, 1) }
    let post = probe.post(100, 0, "a")
    probe.tell(110, .committed, 0, journey: post, "a", x: 99)
    probe.tell(500, .closed, 1)
    #expect(probe.seen.isEmpty && probe.meter.counts.missed == 0)
  }
}

// What is counted adds up.
extension MeterTests {
  @Test func `only actions that write are writes`() {
    var meter = Meter(
      from: .zero, until: Instant.zero + .seconds(9), postAction: Self.post, writeActions: [1],
      stageEnds: [Instant.zero + .seconds(5)])
    for journey: UInt32 in 1...3 {
      // A post, a page, a page with nothing to act on.
      meter.observe(
        Step(at: .zero, .meant, client: 0, journey: journey, x: journey == 1 ? 1 : 9, y: 1))
    }
    meter.observe(Step(at: .zero, .skipped, client: 0, journey: 3, x: 9))
    #expect(meter.counts.writes == 1 && meter.counts.skipped == 1)
    #expect(meter.stages[1].writes == 1)
  }

  @Test func `each write is acknowledged, declined or unanswered, and each commit known or not`() {
    var probe = Probe(until: 1000)
    let writes = (0..<5).map { probe.post(100, 0, "k\($0)") }
    // The first is committed after the end of the work, and changes two rows; the second is never told of;
    // the third is turned away, sent again and committed; the fourth is refused; nobody hears of the fifth.
    probe.tell(1200, .committed, 0, journey: writes[0], "k0", x: 99)
    probe.tell(1200, .committed, 0, journey: writes[0], "other", x: 99)
    probe.tell(300, .committed, 0, journey: writes[1], "k1", x: 99)
    probe.tell(310, .answered, 0, journey: writes[2], x: 1)
    probe.tell(320, .answered, 0, journey: writes[2], x: 0)
    probe.tell(330, .committed, 0, journey: writes[2], "k2", x: 99)
    probe.tell(340, .answered, 0, journey: writes[3], x: 2)
    probe.tell(1300, .answered, 0, journey: writes[0], x: 0)
    let counts = probe.meter.counts
    #expect(counts.writes == 5 && counts.acknowledged == 2 && counts.declined == 1)
    #expect(counts.commits == 3 && counts.unconfirmed == 1 && counts.commitsInTime == 2)
  }

  @Test func `a stage counts what reached the server in it, not what was meant by people away`() {
    var probe = Probe(stageEnds: [1000])
    let writes = (0..<3).map { probe.post(100, 0, "k\($0)", stage: 1) }
    // Served in the stage, taken up after it but there before, and there only after it.
    probe.tell(200, .taken, 0, journey: writes[0], x: 0)
    probe.tell(250, .served, 0, journey: writes[0], x: 50_000_000, y: 50_000_000)
    probe.tell(1100, .taken, 0, journey: writes[1], x: 100_000_000)
    probe.tell(1150, .served, 0, journey: writes[1], x: 150_000_000, y: 50_000_000)
    probe.tell(1100, .taken, 0, journey: writes[2], x: 99_999_999)
    probe.tell(1150, .served, 0, journey: writes[2], x: 149_999_999, y: 50_000_000)
    #expect(probe.meter.stages[1].writes == 3)
    #expect(probe.meter.stages[1].arrived == 2 && probe.meter.stages[1].served == 1)
  }
}

// Openings and pages, and the same for each group of clients.
extension MeterTests {
  @Test func `whoever pages sees what is live in the pages, and misses nothing in them`() {
    var probe = Probe(window: Query(limit: .last(2)))
    probe.show(0, 1, ["x", "w"], inserts: [0, 1])
    let early = probe.post(100, 0, "b")
    probe.tell(110, .committed, 0, journey: early, "b", x: 99)
    probe.tell(120, .arrived, 1, x: 115_000_000, y: 1)
    probe.show(120, 1, ["x", "w"])
    // The window passed it by; the page that brings it is no news of it.
    #expect(probe.meter.counts.missed == 1)
    probe.tell(200, .asked, 1, x: 1, y: 2)
    probe.show(250, 1, ["x", "w", "b", "a"], inserts: [2, 3])
    let live = probe.post(300, 0, "c")
    probe.tell(310, .committed, 0, journey: live, "c", x: 99)
    probe.show(340, 1, ["x", "w", "c", "b", "a"], inserts: [2])
    #expect(probe.meter.counts.seen == 1 && probe.meter.counts.missed == 1)
    #expect(probe.seen.last == 40)
    // What is beyond the last page is not owed.
    let beyond = probe.post(400, 0, "A")
    probe.tell(410, .committed, 0, journey: beyond, "A", x: 99)
    probe.tell(420, .arrived, 1, x: 415_000_000, y: 1)
    probe.show(430, 1, ["x", "w", "c", "b", "a", "A"], inserts: [5])
    #expect(probe.meter.counts.seen == 1 && probe.meter.counts.missed == 1)
  }

  @Test func `an opening ends with the load, and one that never loads counts as long as it waited`()
  {
    func openings(_ steps: [(Int64, Step.Kind, UInt64)]) -> [Int64] {
      var probe = Probe()
      probe.tell(0, .loaded, 1)
      for (ms, kind, x) in steps { probe.tell(ms, kind, 0, x: x) }
      return probe.meter.openToRows.all.map { $0 / 1_000_000 }
    }
    #expect(openings([(120, .loaded, 0)]) == [0, 120])
    // A list loads once; a second load belongs to the next opening.
    #expect(openings([(120, .loaded, 0), (130, .loaded, 0)]) == [0, 120])
    #expect(
      openings([(120, .loaded, 0), (200, .closed, 0), (300, .opened, 0), (340, .loaded, 0)])
        == [0, 120, 40])
    #expect(openings([(150, .killed, 0), (300, .opened, 0), (310, .loaded, 0)]) == [0, 150, 10])
    #expect(openings([(90, .closed, 0)]) == [0, 90])
    #expect(openings([(900, .rested, 0)]) == [0, 900])
    // What may not be read owes nothing, nor does a load that failed end the wait.
    #expect(openings([(50, .cancelled, 1), (900, .rested, 0)]) == [0])
    #expect(openings([(50, .loaded, 3), (80, .loaded, 0)]) == [0, 80])
  }

  @Test func `a page is timed from the wish for it, each call by itself`() {
    var probe = Probe()
    probe.tell(100, .asked, 0, x: 1, y: 20)
    probe.tell(110, .asked, 0, x: 2, y: 20)
    probe.tell(110, .pageFailed, 0, x: 2, y: 1)
    probe.tell(120, .asked, 1, x: 1, y: 20)
    probe.tell(160, .paged, 0, x: 1, y: 41)
    probe.tell(200, .asked, 0, x: 3, y: 20)
    probe.tell(250, .killed, 0)
    probe.tell(260, .paged, 0, x: 3, y: 41)
    probe.tell(300, .rested)
    #expect(probe.meter.pageToRows.all.map { $0 / 1_000_000 } == [60, 50, 180])
  }

  @Test func `groups of clients are told apart, and together they are the whole`() {
    var meter = Meter(
      from: .zero, until: .never, postAction: Self.post, stageEnds: [], groups: [0, 1, 1])
    func tell(
      _ ms: Int64, _ kind: Step.Kind, _ client: UInt32, journey: UInt32 = 0, x: UInt64 = 0,
      y: UInt64 = 0
    ) {
      meter.observe(
        Step(
          at: Instant.zero + .milliseconds(ms), kind, client: client, journey: journey, list: 0,
          key: Key("a"), x: x, y: y))
    }
    for client: UInt32 in 0...2 {
      tell(0, .opened, client)
      tell(Int64(client) * 10, .loaded, client)
    }
    tell(100, .meant, 2, journey: 1, x: Self.post)
    tell(100, .wrote, 2, journey: 1, x: 99, y: 1)
    // Half a millisecond of its way the message waits in line.
    tell(100, .sent, 2, journey: 1, x: 105_000_000, y: 500 << 34)
    tell(105, .arrived, 2, journey: 1, x: 100_000_000)
    tell(105, .committed, 2, journey: 1, x: 99, y: 1)
    tell(110, .answered, 2, journey: 1, y: 1)
    let step = Step(at: Instant.zero + .milliseconds(140), .published, client: 0, list: 0)
    meter.observe(
      step, ChangeSet(inserts: [0]), sections: [[Row(key: Key("a"), stamp: 99)]])
    #expect(Array(meter.openToRows.part(ofGroup: 0)) == [0])
    #expect(Array(meter.openToRows.part(ofGroup: 1)) == [10_000_000, 20_000_000])
    #expect(Array(meter.postToSeen.part(ofGroup: 0)) == [40_000_000])
    #expect(Array(meter.postToSeen.part(ofGroup: 1)).isEmpty)
    #expect(Array(meter.writeToAck.part(ofGroup: 1)) == [10_000_000])
    let (first, second) = (meter.groups[0], meter.groups[1])
    #expect((first.counts.writes, first.counts.seen, first.counts.listUpdates) == (0, 1, 1))
    #expect(
      (second.counts.writes, second.counts.commits, second.counts.acknowledged) == (1, 1, 1))
    #expect((second.counts.messages, second.counts.unconfirmed) == (1, 0))
    #expect((first.messageFlight.count, second.messageFlight.count) == (0, 1))
    #expect((first.lineWait.count, second.lineWait.greatest) == (0, 500_000))
    #expect(meter.counts.messages == 1 && meter.counts.writes == 1 && meter.counts.seen == 1)
    let figures = RunFigures(
      meter: meter,
      order: OrderFigures(of: OrderMeter(from: .zero, lists: 1, clients: []), at: .zero),
      found: [], rollbacks: 0, eventCount: 0, measuredSeconds: 1, servers: nil,
      groups: ["first", "second"], stages: [])
    // A part that is the whole is told as the whole is, under its own name.
    for (name, counts, means) in [
      ("open-to-rows", [3, 1, 2], [10e6, 0, 15e6]),
      ("write-to-ack", [1, 0, 1], [10e6, nil, 10e6]),
    ] as [(String, [Int], [Double?])] {
      let rows = figures.rows.filter { $0.metric.name == name }
      #expect(
        rows.map(\.group) == ["all", "first", "second"] && rows.allSatisfy { $0.part == nil })
      #expect(rows.map(\.count) == counts && rows.map(\.mean) == means)
      let spreads = figures.distributions.filter { $0.metric == name }
      #expect(spreads.map(\.histogram.count) == counts.filter { $0 > 0 })
      #expect(spreads.map(\.group) == rows.filter { $0.count > 0 }.map(\.group))
    }
  }
}

@Suite struct SampleTests {
  /// A client meant something to happen at 1 s and had its answer at 1.5 s.
  private static func steps() -> [Step] {
    [
      Step(at: Instant.zero + .seconds(1), .meant, client: 0, journey: 1, x: 1, y: 0),
      Step(
        at: Instant.zero + .milliseconds(1200), .arrived, client: 0, journey: 1,
        x: UInt64((Instant.zero + .seconds(1)).nanoseconds)),
      Step(at: Instant.zero + .milliseconds(1200), .taken, journey: 1, x: 0),
      Step(at: Instant.zero + .milliseconds(1300), .served, journey: 1, x: 100_000_000),
      Step(at: Instant.zero + .milliseconds(1500), .answered, client: 0, journey: 1, y: 1),
    ]
  }

  @Test func `single measurements are kept only for who takes them away`() {
    var meter = Meter(from: .zero, until: Instant.zero + .seconds(9), postAction: 1, stageEnds: [])
    for step in Self.steps() { meter.observe(step) }
    #expect(meter.takeSamples().isEmpty && Array(meter.writeToAck.all) == [500_000_000])
  }

  @Test func `measurements say when they were complete, and add up to the series`() {
    var meter = Meter(from: .zero, until: Instant.zero + .seconds(9), postAction: 1, stageEnds: [])
    meter.isKeeping = true
    for step in Self.steps() { meter.observe(step) }
    let samples = meter.takeSamples()
    #expect(samples.map(\.series) == [.messageFlight, .serverWait, .serverStay, .writeToAck])
    #expect(samples.map(\.nanoseconds) == [200_000_000, 0, 100_000_000, 500_000_000])
    #expect(samples.map { $0.at.nanoseconds / 1_000_000 } == [1200, 1200, 1300, 1500])
    #expect(samples.map(\.client) == [0, Step.nobody, Step.nobody, 0])
    #expect(meter.takeSamples().isEmpty)
  }
}
