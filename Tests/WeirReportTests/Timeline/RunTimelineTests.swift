// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore
import WeirMetrics
import WeirTrace

import WeirReport

@Suite struct CoarseLatencyHistogramTests {
  @Test(arguments: 0..<12 as Range<UInt64>)
  func `quantiles are those of the sorted lengths, give or take a bucket`(seed: UInt64) {
    var random = RandomStream(seed: seed, "lengths", of: "tally")
    var parts = [CoarseLatencyHistogram(), CoarseLatencyHistogram(), CoarseLatencyHistogram()]
    var lengths: [Int64] = []
    for _ in 0..<(1 + random.next() % 500) {
      let length = Int64(random.next() % (1 << (1 + random.next() % 45)))
      lengths.append(length)
      parts[Int(random.next() % 3)].add(length)
    }
    var histogram = CoarseLatencyHistogram()
    for part in parts { histogram.merge(part) }
    lengths.sort()
    #expect(histogram.count == lengths.count && histogram.greatest == lengths.last)
    for (numerator, denominator) in [(0, 1), (1, 2), (9, 10), (99, 100), (1, 1)] {
      let rank = max(1, (lengths.count * numerator + denominator - 1) / denominator)
      let exact = Double(lengths[rank - 1])
      let found = Double(histogram.quantile(numerator, of: denominator) ?? -1)
      #expect(abs(found - exact) <= exact / 16 + 0.5, "\(numerator)/\(denominator)")
    }
  }

  @Test func `nothing has no quantile`() {
    #expect(CoarseLatencyHistogram().quantile(1, of: 2) == nil)
  }
}

@Suite struct RunTimelineTests {
  /// Random steps and samples in the order of time.
  private static func life(_ seed: UInt64, count: Int, seconds: UInt64)
    -> [(step: Step, sample: Sample?)]
  {
    var random = RandomStream(seed: seed, "life", of: "timeline")
    var at: UInt64 = 0
    let kinds: [Step.Kind] = [
      .meant, .committed, .sent, .refused, .published, .faulted, .linked, .killed,
    ]
    return (0..<count).map { _ in
      at += random.next() % (2 * seconds * 1_000_000_000 / UInt64(count))
      let instant = Instant(nanoseconds: Int64(at))
      let kind = kinds[Int(random.next() % UInt64(kinds.count))]
      let x = kind == .linked ? random.next() % 2 : random.next() % 100
      let y = kind == .published ? (random.next() % 5) << 30 | random.next() % 3 : random.next() % 3
      let step = Step(
        at: instant, kind, client: UInt32(random.next() % 9), journey: 1, x: x, y: y)
      let sample = Sample(
        .writeToAck, at: instant, nanoseconds: Int64(random.next() % 1_000_000_000))
      return (step, random.next() % 3 == 0 ? sample : nil)
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `counts of all spans are those of all steps, however time was cut`(seed: UInt64) {
    let life = Self.life(seed, count: 3000, seconds: 1 + seed * seed * 40)
    var timeline = RunTimeline(StepNames(lists: ["/a"]))
    for start in stride(from: 0, to: life.count, by: 97) {
      let part = life[start..<min(life.count, start + 97)]
      timeline.observe(part.map(\.step), part.compactMap(\.sample))
    }
    #expect(timeline.spans.count <= RunTimeline.mostSpans && timeline.stepCount == 3000)
    for (spans, length) in [
      (timeline.spans, timeline.spanLength), timeline.spans(atMost: 64),
      timeline.spans(atMost: 1),
    ] {
      for (place, span) in spans.enumerated() {
        let mine = life.filter { Int($0.step.at.nanoseconds / length) == place }
        func count(_ kind: Step.Kind) -> Int { mine.filter { $0.step.kind == kind }.count }
        #expect(span[.writes] == count(.meant) && span[.overloads] == count(.refused))
        #expect(span[.commits] == count(.committed) && span[.restarts] == count(.killed))
        let published = mine.filter { $0.step.kind == .published }
        #expect(span[.inserts] == published.reduce(0) { $0 + Int($1.step.y >> 30) })
        #expect(span[.updates] == published.reduce(0) { $0 + Int($1.step.y & 7) })
        #expect(span[.writeToAck].count == mine.compactMap(\.sample).count)
      }
    }
    // Who is connected, by hand.
    var connected: Set<UInt32> = []
    for (step, _) in life where step.kind == .linked || step.kind == .killed {
      if step.kind == .linked, step.x == 1 {
        connected.insert(step.client)
      } else {
        connected.remove(step.client)
      }
    }
    #expect(timeline.spans.last?.connected == connected.count)
  }

  @Test func `of very many measurements every so many-th is kept, and how many is known`() {
    var timeline = RunTimeline(StepNames(lists: []))
    for number in 0..<50_000 {
      let instant = Instant(nanoseconds: Int64(number) * 1000)
      timeline.observe([], [Sample(.postToSeen, at: instant, nanoseconds: Int64(number))])
    }
    let dots = timeline.dots[0]
    #expect(dots.count == 50_000 && dots.kept.count <= RunTimeline.mostDots && dots.every == 64)
    let kept = dots.kept.enumerated().allSatisfy { $1.nanoseconds == Int64($0 * dots.every) }
    #expect(kept)
  }

  @Test func `the last steps before the first broken promise are kept, and none after it`() throws {
    var timeline = RunTimeline(StepNames(lists: []))
    let steps = (0..<100_000).map { (number: Int) -> Step in
      Step(at: Instant(nanoseconds: Int64(number / 2)), .meant, client: UInt32(number % 7))
    }
    func finding(_ at: Int64) -> Finding {
      Finding(
        checker: "lists",
        verdict: .broken(at: Instant(nanoseconds: at), because: "client 12: row 3 appeared"),
        opportunities: 1)
    }
    timeline.observe(Array(steps[..<60_000]), [])
    #expect(timeline.failure == nil)
    timeline.observe(Array(steps[60_000..<70_000]), [], firstBroken: finding(32_000))
    timeline.observe(Array(steps[70_000...]), [], firstBroken: finding(32_000))
    let failure = try #require(timeline.failure)
    #expect(failure.client == 12 && failure.at == Instant(nanoseconds: 32_000))
    #expect(failure.steps.count == RunTimeline.mostSteps)
    #expect(failure.steps == Array(steps[..<64_002].suffix(RunTimeline.mostSteps)))
  }

  @Test func `whose promise it was is read out of the reason`() {
    #expect(RunTimeline.client(in: "client 3: row 1") == 3)
    #expect(RunTimeline.client(in: "the list view of client 40 faulted by rule LV-4") == 40)
    #expect(RunTimeline.client(in: "3 messages were under way") == nil)
    #expect(
      RunTimeline.client(in: "clients 3 and 4") == nil && RunTimeline.client(in: "client") == nil)
  }

  @Test func `when the server was down is kept, also when it never came back`() {
    var timeline = RunTimeline(StepNames(lists: []))
    func crash(_ seconds: Int64, _ isUp: UInt64) -> Step {
      Step(at: Instant.zero + .seconds(seconds), .crashed, x: isUp)
    }
    timeline.observe([crash(1, 0), crash(3, 1), crash(7, 0)], [])
    let expected: [RunTimeline.Trouble] = [
      RunTimeline.Trouble(from: Instant.zero + .seconds(1), until: Instant.zero + .seconds(3)),
      RunTimeline.Trouble(from: Instant.zero + .seconds(7), until: nil),
    ]
    #expect(timeline.downs == expected)
  }
}

@Suite struct StrikesTests {
  private static func step(
    _ seconds: Int64, _ kind: Step.Kind, _ fault: UInt64, client: UInt32 = Step.nobody,
    lasts: UInt64 = 0
  ) -> Step {
    Step(at: Instant.zero + .seconds(seconds), kind, client: client, x: fault, y: lasts)
  }

  @Test func `a strike of many clients is one, and ends when it is over`() {
    var timeline = RunTimeline(StepNames(lists: []))
    timeline.observe(
      [
        Self.step(1, .disturbed, 0, client: 4, lasts: 5_000_000_000),
        Self.step(1, .disturbed, 1),
        Self.step(1, .disturbed, 0, client: 5, lasts: 5_000_000_000),
        Self.step(3, .calmed, 0, client: 4),
        Self.step(9, .disturbed, 0, client: 4, lasts: .max),
      ], [])
    let kept = timeline.strikes.kept
    #expect(timeline.strikes.count == 3 && kept.map(\.fault) == [0, 1, 0])
    #expect(kept.map(\.clients) == [2, 0, 1])
    #expect(kept[0].until == Instant.zero + .seconds(3) && kept[1].until == kept[1].from)
    #expect(kept[2].until == nil)
  }

  @Test func `of very many strikes the first are kept, and how many is known`() {
    var timeline = RunTimeline(StepNames(lists: []))
    for second in 0..<1000 {
      for client in 0..<3 as Range<UInt32> {
        timeline.observe([Self.step(Int64(second), .disturbed, 0, client: client)], [])
      }
    }
    #expect(timeline.strikes.count == 1000 && timeline.strikes.kept.count == Strikes.most)
    #expect(timeline.strikes.kept.allSatisfy { $0.clients == 3 })
  }
}
