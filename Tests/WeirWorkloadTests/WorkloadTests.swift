// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirScenario

import WeirWorkload

@Suite struct WorkloadTests {
  private func rules(
    _ pace: WorkRules.Pace, name: String = "work", clients: Range<UInt32> = 0..<4,
    who: Chooser = .uniform, seconds: Int64 = 100, mixed: Bool = false
  ) -> WorkRules {
    WorkRules(
      name: name, clients: clients, actions: mixed ? [.post, .edit] : [.post],
      share: ChoiceTable(weights: mixed ? [1, 1] : [1]), pace: pace, who: who, from: .zero,
      until: Instant.zero + .seconds(seconds), firstStage: 1)
  }

  /// Returns the intents with their times, up to the end of the work; answers come after `answer`,
  /// if given.
  private func play(
    _ rules: [WorkRules], seed: UInt64 = 1, answer: Interval? = nil
  ) -> [(at: Instant, intent: Intent)] {
    var workload = Workload(rules, seed: seed)
    var wishes: [Workload.Wish] = []
    var alarms: [(at: Instant, order: Int, work: Int, client: UInt32, isAnswer: Bool)] = []
    var intents: [(at: Instant, intent: Intent)] = []
    var order = 0
    var now = Instant.zero
    workload.begin(into: &wishes)
    while true {
      for wish in wishes {
        order += 1
        switch wish {
        case .wake(let work, let client, let at): alarms.append((at, order, work, client, false))
        case .intend(let intent):
          intents.append((now, intent))
          if let answer {
            alarms.append((now + answer, order, intent.work, intent.client, true))
          }
        }
      }
      wishes.removeAll()
      guard
        let next = alarms.indices.min(by: {
          (alarms[$0].at, alarms[$0].order) < (alarms[$1].at, alarms[$1].order)
        })
      else { return intents }
      let alarm = alarms.remove(at: next)
      now = alarm.at
      if alarm.isAnswer {
        workload.answered(work: alarm.work, client: alarm.client, at: now, into: &wishes)
      } else {
        workload.wake(work: alarm.work, client: alarm.client, at: now, into: &wishes)
      }
    }
  }

  /// Lengths of time without memory.
  private func exponential(_ mean: Interval) -> QuantileTable {
    QuantileTable(
      edges: (0..<QuantileTable.edgeCount).map { edge in
        let above = max(QuantileTable.probability(ofEdge: edge).above, 0x1p-60)
        return Int64(-log(above) * Double(mean.nanoseconds))
      })
  }

  @Test func `constant arrivals come at exact times, without drift`() {
    let thirds = play([rules(.constant(.init(millionths: 3_000_000)))])
    #expect(thirds.count == 299)
    for (number, act) in thirds.enumerated() {
      #expect(act.at.nanoseconds == Int64(number + 1) * 1_000_000_000 / 3)
    }
  }

  @Test func `Poisson arrivals have the count, mean and spread of their rate`() {
    let table = exponential(.milliseconds(10))
    let acts = play([rules(.poisson(table), seconds: 100)])
    // 10,000 expected, with a standard deviation of 100.
    #expect((9600...10400).contains(acts.count))
    let distances = zip(acts, acts.dropFirst()).map { Double(($1.at - $0.at).nanoseconds) / 1e6 }
    let mean = distances.reduce(0, +) / Double(distances.count)
    let square = distances.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(distances.count)
    #expect(abs(mean - 10) < 0.4)
    #expect(abs(square.squareRoot() / mean - 1) < 0.05)
    // Counts of a second vary as much as they are large.
    var counts = Array(repeating: 0.0, count: 100)
    for act in acts { counts[Int(act.at.nanoseconds / 1_000_000_000)] += 1 }
    let level = counts.reduce(0, +) / 100
    let dispersion = counts.map { ($0 - level) * ($0 - level) }.reduce(0, +) / 99 / level
    #expect((0.6...1.5).contains(dispersion))
  }

  @Test func `stages follow their curve, and say which they are`() {
    let hundred = Scenario.Rate(millionths: 100_000_000)
    let twenty = Scenario.Rate(millionths: 20_000_000)
    let table = exponential(hundred.distance)
    let pace = WorkRules.Pace.stages(
      from: twenty,
      [
        .init(rate: twenty, lasts: .seconds(50), slides: false),
        .init(rate: hundred, lasts: .seconds(50), slides: true),
        .init(rate: .init(millionths: 0), lasts: .seconds(10), slides: false),
        .init(rate: hundred, lasts: .seconds(50), slides: false),
      ], highest: hundred, table)
    let acts = play([rules(pace, seconds: 160)])
    let counts = (1...4).map { stage in acts.filter { $0.intent.stage == UInt16(stage) }.count }
    // Within about five standard deviations of 1,000, 3,000, 0 and 5,000.
    #expect((840...1160).contains(counts[0]) && (2730...3270).contains(counts[1]))
    #expect(counts[2] == 0 && (4650...5350).contains(counts[3]))
    let ends: [Int64] = [50, 100, 110, 160]
    for act in acts {
      let stage = Int(act.intent.stage) - 1
      #expect(act.at.nanoseconds <= ends[stage] * 1_000_000_000)
    }
    // The slide's second half holds the rates from 60 to 100.
    let late = acts.filter { $0.intent.stage == 2 && $0.at > Instant.zero + .seconds(75) }.count
    #expect((1780...2220).contains(late))
  }

  @Test func `the rate slides exactly, and holds after the end`() {
    let stages = [
      Scenario.Stage(rate: .init(millionths: 10), lasts: .seconds(10), slides: true),
      Scenario.Stage(rate: .init(millionths: 4), lasts: .seconds(2), slides: true),
    ]
    func rate(_ ms: Int64) -> Int64 {
      Workload.rate(at: .milliseconds(ms), from: .init(millionths: 0), stages).rate.millionths
    }
    #expect([0, 5000, 10000, 11000, 12000, 99000].map(rate) == [0, 5, 10, 7, 4, 4])
  }

  @Test func `a burst is so many at one instant`() {
    let acts = play([rules(.bursts(of: 3, QuantileTable(constant: .seconds(10))), seconds: 35)])
    #expect(acts.map { $0.at.nanoseconds / 1_000_000_000 } == [10, 10, 10, 20, 20, 20, 30, 30, 30])
  }

  @Test func `in a closed loop nobody acts again before the answer and a thought`() {
    let thought = QuantileTable(constant: .seconds(2))
    let loop = rules(.think(thought), clients: 0..<1, seconds: 20)
    let acts = play([loop], answer: .seconds(3))
    #expect(acts.map { $0.at.nanoseconds / 1_000_000_000 } == [2, 7, 12, 17])
    // Without an answer there is no second act.
    #expect(play([loop]).count == 1)
  }

  @Test func `those on a pace of their own do not wait for answers`() {
    let acts = play([
      rules(.every(QuantileTable(constant: .seconds(2))), clients: 5..<7, seconds: 7)
    ])
    #expect(acts.map(\.intent.client) == [5, 6, 5, 6, 5, 6])
  }

  @Test func `who acts is uniform, popular or in turn`() {
    let rate = Scenario.Rate(millionths: 100_000_000)
    func counts(_ who: Chooser) -> [Int] {
      let acts = play([rules(.constant(rate), clients: 10..<14, who: who, seconds: 80)])
      return (10..<14).map { client in acts.filter { $0.intent.client == UInt32(client) }.count }
    }
    #expect(counts(.inTurn) == [2000, 2000, 2000, 1999])
    for count in counts(.uniform) { #expect((1800...2200).contains(count)) }
    let popular = counts(.weighted(ChoiceTable(weights: [12, 6, 4, 3])))
    for (count, share) in zip(popular, [3840, 1920, 1280, 960]) {
      #expect(abs(count - share) < 200)
    }
  }

  @Test func `one more client or entry changes nobody else's plans`() {
    let table = exponential(.milliseconds(300))
    let base = rules(.every(table), clients: 0..<3, mixed: true)
    let wider = rules(.every(table), clients: 0..<4, mixed: true)
    let other = rules(.poisson(table), name: "other", clients: 0..<3, mixed: true)
    func plan(_ list: [WorkRules], work: Int) -> [[String]] {
      let acts = play(list).filter { $0.intent.work == work }
      return (0..<3).map { client in
        acts.filter { $0.intent.client == UInt32(client) }.map { "\($0.at) \($0.intent.action)" }
      }
    }
    let alone = plan([base], work: 0)
    #expect(alone.allSatisfy { $0.count > 200 })
    #expect(plan([wider], work: 0) == alone)
    #expect(plan([base, other], work: 0) == alone)
    #expect(plan([other, base], work: 1) == alone)
    #expect(alone[0] != alone[1])
  }

  @Test func `another way to choose who acts changes no time and no action`() {
    let hundred = Scenario.Rate(millionths: 100_000_000)
    let table = exponential(hundred.distance)
    let pace = WorkRules.Pace.stages(
      from: .init(millionths: 0), [.init(rate: hundred, lasts: .seconds(50), slides: true)],
      highest: hundred, table)
    func plan(_ who: Chooser) -> [String] {
      play([rules(pace, who: who, seconds: 50, mixed: true)]).map { "\($0.at) \($0.intent.action)" }
    }
    #expect(plan(.uniform) == plan(.inTurn))
  }

  @Test func `another seed makes other plans, the same seed the same`() {
    let list = [rules(.every(exponential(.milliseconds(300))))]
    func plan(_ seed: UInt64) -> [Instant] { play(list, seed: seed).map(\.at) }
    #expect(plan(1) == plan(1) && plan(1) != plan(2))
  }
}

extension Scenario.Rate {
  /// The mean distance at this rate.
  fileprivate var distance: Interval { Interval(nanoseconds: 1_000_000_000_000_000 / millionths) }
}
