// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirTestSupport
import WeirTrace
import WeirTree

import WeirMetrics

/// A meter that forgets what is over, beside one that remembers everything.
@Suite struct MeterForgettingTests {
  /// Three people write and take back what there is, and show it a little later; of each row they take back so many in a
  /// hundred, and now and then one of them leaves and comes again.
  private static func meter(
    turns: Int, seed: UInt64, memory: Interval, window: Int, removal: Int = 8,
    isRestless: Bool = false,
    leastLook: Int = 128
  ) -> Meter {
    var meter = Meter(
      from: .zero + .seconds(5), until: .zero + .seconds(100_000), postAction: 1,
      writeActions: [1, 2], stageEnds: [], groups: [0, 1, 1], memory: memory,
      leastLook: leastLook)
    var chance = RandomStream(seed: seed, "forgetting meter")
    var shown: [[Row]] = [[], [], []]
    var rows: [Row] = []
    var now = Int64(10)
    var lateUntil = 0
    var isHere = [true, true, true]
    func tell(
      _ kind: Step.Kind, _ client: UInt32, _ journey: UInt32 = 0, _ key: Key = Step.noKey,
      x: UInt64 = 0, y: UInt64 = 0, after ms: Int64 = 0, list: UInt32 = 0
    ) {
      meter.observe(
        Step(
          at: .zero + .milliseconds(now + ms), kind, client: client, journey: journey, list: list,
          key: key, x: x, y: y))
    }
    func show(_ client: Int, after ms: Int64) {
      let new = Array(rows.suffix(window).reversed())
      var (changes, workspace) = (ChangeSet(), DiffWorkspace())
      diff(from: shown[client], to: new, into: &changes, workspace: &workspace)
      shown[client] = new
      tell(.arrived, UInt32(client), x: UInt64((now + ms - 1) * 1_000_000), y: 1, after: ms)
      meter.observe(
        Step(
          at: .zero + .milliseconds(now + ms), .published, client: UInt32(client), list: 0),
        changes, sections: [new])
    }
    for client: UInt32 in 0...2 {
      tell(.opened, client, x: Step.window(Query(limit: .last(window))))
    }
    for turn in 0..<turns {
      now += 50 + Int64(chance.index(below: 300))
      let (client, journey) = (UInt32(chance.index(below: 3)), UInt32(turn + 1))
      let removes = chance.index(below: 100) < rows.count * removal
      tell(.meant, client, journey, x: removes ? 2 : 1)
      if chance.index(below: 30) == 0 {
        tell(.skipped, client, journey)
        continue
      }
      let isTurnedAway = chance.index(below: 12) == 0
      let place = removes ? chance.index(below: rows.count) : rows.count
      let key = removes ? rows[place].key : Key("k\(turn + 100_000)")
      tell(.wrote, client, journey, key, x: removes ? 0 : 9, y: 1)
      if !isTurnedAway {
        tell(.committed, client, journey, key, x: removes ? 0 : 9, y: UInt64(turn), after: 5)
        if removes { rows.remove(at: place) } else { rows.append(Row(key: key, stamp: 9)) }
      }
      tell(.answered, client, journey, x: isTurnedAway ? 1 : 0, after: 10)
      if turn >= lateUntil, chance.index(below: 50) == 0 { lateUntil = turn + 4 }
      for viewer in 0...2 where isHere[viewer] && (viewer != 2 || turn >= lateUntil) {
        show(viewer, after: 20 + Int64(viewer))
      }
      guard isRestless, chance.index(below: 20) == 0 else { continue }
      let viewer = chance.index(below: 3)
      if !isHere[viewer] {
        tell(.opened, UInt32(viewer), x: Step.window(Query(limit: .last(window))), after: 30)
        shown[viewer] = []
      } else {
        // Somebody turns to another list without a word.
        let kind: Step.Kind = [.killed, .closed, .opened][chance.index(below: 3)]
        tell(kind, UInt32(viewer), x: kind == .opened ? 3 : 0, after: 30, list: 1)
      }
      isHere[viewer].toggle()
    }
    return meter
  }

  @Test(arguments: fewerInDebug(0..<12), [5, 100])
  func `measures as who remembers everything`(seed: UInt64, window: Int) {
    let short = Self.meter(turns: 1500, seed: seed, memory: .seconds(4), window: window)
    let long = Self.meter(turns: 1500, seed: seed, memory: .seconds(1_000_000), window: window)
    #expect(short.counts == long.counts)
    #expect(short.groups.map(\.counts) == long.groups.map(\.counts))
    #expect(Array(short.postToSeen.all) == Array(long.postToSeen.all))
    #expect(short.postToSeen.groups == long.postToSeen.groups)
    #expect(Array(short.writeToAck.all) == Array(long.writeToAck.all))
    #expect(long.counts.seen > 500 && long.counts.declined > 50)
    #expect(short.remembered < long.remembered)
  }

  @Test(arguments: fewerInDebug(0..<12), [2, 9])
  func `who looks often for what is left behind measures as who never looks`(
    seed: UInt64, leastLook: Int
  ) {
    func meter(_ leastLook: Int) -> Meter {
      Self.meter(
        turns: 1500, seed: seed, memory: .seconds(4), window: 5, removal: 1, isRestless: true,
        leastLook: leastLook)
    }
    let (often, never) = (meter(leastLook), meter(.max))
    #expect(often.counts == never.counts)
    #expect(often.groups.map(\.counts) == never.groups.map(\.counts))
    #expect(Array(often.postToSeen.all) == Array(never.postToSeen.all))
    #expect(never.counts.seen > 300 && never.counts.missed > 20)
  }

  @Test func `what one list has left behind may be news to who shows several`() {
    var meter = Meter(
      from: .zero, until: .zero + .seconds(1000), postAction: 1, stageEnds: [], leastLook: 2)
    func tell(
      _ ms: Int64, _ kind: Step.Kind, _ client: UInt32, _ journey: UInt32 = 0,
      _ key: Key = Step.noKey, list: UInt32 = 0, x: UInt64 = 0, y: UInt64 = 0
    ) {
      meter.observe(
        Step(
          at: .zero + .milliseconds(ms), kind, client: client, journey: journey, list: list,
          key: key, x: x, y: y))
    }
    func show(_ ms: Int64, _ client: UInt32, _ key: Key, list: UInt32 = 0) {
      tell(ms, .arrived, client, list: list, x: UInt64(ms * 1_000_000), y: 1)
      meter.observe(
        Step(at: .zero + .milliseconds(ms), .published, client: client, list: list),
        ChangeSet(inserts: [0]), sections: [[Row(key: key, stamp: 9)]])
    }
    let window = Step.window(Query(limit: .last(1)))
    for client: UInt32 in 0...1 { tell(0, .opened, client, x: window) }
    tell(0, .opened, 2, list: 1, x: window | 1 << 63)
    for journey: UInt32 in 1...20 {
      let (ms, key) = (Int64(journey) * 100, Key("k\(journey + 100)"))
      tell(ms, .meant, 0, journey, x: 1)
      tell(ms, .wrote, 0, journey, key, x: 9, y: 1)
      tell(ms + 1, .committed, 0, journey, key, x: 9, y: UInt64(journey))
      for client: UInt32 in 0...1 { show(ms + 10, client, key) }
    }
    #expect(meter.counts.seen == 20 && meter.postToSeen.all.max() == 10_000_000)
    show(5000, 2, Key("k101"), list: 1)
    #expect(meter.counts.seen == 21 && meter.postToSeen.all.max() == 4_900_000_000)
  }

  @Test(arguments: [false, true])
  func `remembers no more of more posts that stay, once everybody has left them behind`(
    isRestless: Bool
  ) {
    func remembered(_ turns: Int) -> Int {
      Self.meter(
        turns: turns, seed: 1, memory: .seconds(5), window: 5, removal: 0, isRestless: isRestless
      ).remembered
    }
    #expect(remembered(8000) < remembered(2000) + 600)
  }

  @Test(arguments: [5, 100])
  func `remembers no more of a longer run`(window: Int) {
    func remembered(_ turns: Int) -> Int {
      Self.meter(turns: turns, seed: 1, memory: .seconds(5), window: window).remembered
    }
    #expect(remembered(8000) < remembered(2000) + 600)
  }

  @Test(arguments: fewerInDebug(0..<10))
  func `samples are what was put in, short or long`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "samples")
    var (samples, naive): (Samples, [Int64]) = (Samples(), [])
    for _ in 0..<40_000 {
      let edge = Int64(UInt32.max) - 2 + Int64(chance.index(below: 5))
      let value = chance.index(below: 3) == 0 ? edge : Int64(chance.index(below: 1_000_000))
      samples.add(value, stage: 0)
      naive.append(value)
    }
    #expect(Array(samples.all) == naive && samples.count == naive.count)
    #expect(Array(samples.part(ofStage: 0)) == naive && Array(samples.part(ofStage: 1)).isEmpty)
  }
}
