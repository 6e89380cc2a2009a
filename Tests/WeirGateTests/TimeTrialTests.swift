// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirStatistics

import WeirGate
import WeirReport

@Suite struct TimeTrialTests {
  /// A machine with a slow phase, and a head that costs `slowDown` more.
  private static func play(
    slowDown: Double, twin: Double = 0, seed: UInt64, _ fresh: TimeTrial = fresh
  ) -> TimeTrial {
    var trial = fresh.again(seed: seed)
    var stream = RandomStream(seed: seed, "machine")
    func cost(_ arm: TimeTrial.Arm, _ number: Int) -> TimeTrial.Cost {
      let own = arm == .head ? 1 + slowDown : arm == .twin ? 1 + twin : 1
      let phase = number > 30 ? 1.7 : 1
      let noise = 1 + (Double(stream.below(1000)) / 1000 - 0.5) * 0.02
      let time = UInt64(6e6 * own * phase * noise)
      return .init(processor: time, wall: time + 1000, interruptions: 0, events: 100)
    }
    var number = 0
    while let turn = trial.next() {
      let first = cost(turn.first, number)
      trial.take(first, cost(turn.second, number))
      number += 1
    }
    return trial
  }

  private static let fresh = TimeTrial(budget: 0.02, seed: 0)

  @Test func `every eighth pair is a control, and both orders are about as frequent`() {
    let trial = Self.play(slowDown: 0.015, seed: 3)
    for (place, pair) in trial.pairs.enumerated() {
      #expect(pair.turn.isControl == (place % 8 == 7))
      #expect(pair.turn.first == .base || pair.turn.second == .base)
    }
    var headFirst = 0
    for seed in 0..<20 as Range<UInt64> {
      var trial = Self.fresh.again(seed: seed)
      for _ in 0..<20 {
        guard let turn = trial.next() else { break }
        if turn.first == .head { headFirst += 1 }
        trial.take(
          .init(processor: 10, wall: 10, interruptions: 0, events: 1),
          .init(processor: 10, wall: 10, interruptions: 0, events: 1))
      }
    }
    // 350 tosses.
    #expect(headFirst > 130 && headFirst < 220)
  }

  @Test func `a slow phase of the machine decides nothing, a slow program does`() {
    for seed in 0..<10 as Range<UInt64> {
      let same = Self.play(slowDown: 0, seed: seed)
      #expect(TimeTrial.verdict([same]) == .pass)
      let slow = Self.play(slowDown: 0.03, seed: seed)
      #expect(slow.saysSlower)
      #expect(TimeTrial.verdict([slow, slow]) == .slower)
    }
  }

  @Test func `only who is slower twice is slower`() {
    let (slow, same) = (Self.play(slowDown: 0.05, seed: 1), Self.play(slowDown: 0, seed: 2))
    for (trials, verdict, isOpen) in [
      ([], GateVerdict.nothing, true), ([slow], .cannotTell, true), ([same], .pass, false),
      ([slow, slow], .slower, false), ([slow, same], .cannotTell, true),
      ([slow, same, slow], .slower, false), ([slow, same, same], .pass, false),
    ] {
      #expect(TimeTrial.verdict(trials) == verdict)
      #expect(TimeTrial.isOpen(trials) == isOpen)
    }
    var late = Self.fresh.again(seed: 3)
    #expect(TimeTrial.verdict([late]) == .nothing)
    _ = late.next()
    late.take(
      .init(processor: 10, wall: 10, interruptions: 0, events: 1),
      .init(processor: 10, wall: 10, interruptions: 0, events: 1))
    late.giveUp()
    #expect(TimeTrial.verdict([late]) == .cannotTell)
    #expect(TimeTrial.verdict([slow, late]) == .cannotTell)
  }

  @Test func `a machine on which two copies differ is not believed`() {
    // So few controls cannot accuse anybody; a gate that takes long has enough of them.
    let trial = Self.play(slowDown: 0.0145, twin: 0.05, seed: 1)
    let controls = trial.pairs.count { $0.turn.isControl }
    #expect(trial.isControlBroken == (controls >= 11))
    var long = TimeTrial(PairedGate.Rule(budget: 0.02, looks: [640]), seed: 1)
    while let turn = long.next() {
      func cost(_ arm: TimeTrial.Arm) -> TimeTrial.Cost {
        .init(processor: arm == .twin ? 105 : 100, wall: 100, interruptions: 9, events: 1)
      }
      long.take(cost(turn.first), cost(turn.second))
    }
    #expect(long.isControlBroken && abs((long.controlShare ?? 0) - 0.05) < 1e-9)
    #expect(TimeTrial.verdict([long]) == .invalid)
    #expect(long.remarks.isEmpty)
  }

  @Test func `a machine that is not calm is named with what it does to the pairs`() {
    var trial = Self.fresh.again(seed: 1)
    var number: UInt64 = 0
    while let turn = trial.next() {
      number += 1
      func cost(_ arm: TimeTrial.Arm) -> TimeTrial.Cost {
        let time = arm == .base ? 1000 : [900, 1000, 1100][Int(number % 3)]
        return .init(processor: UInt64(time), wall: 1000, interruptions: 0, events: 1)
      }
      trial.take(cost(turn.first), cost(turn.second))
    }
    #expect(trial.remarks.contains { $0.hasPrefix("the machine is not calm: pairs scatter by 1") })
  }

  @Test func `the finding has a sentence, a power line and a row for each clock`() throws {
    let same = Self.play(slowDown: 0, seed: 1)
    let finding = TimeTrial.finding(
      file: "a.yaml", scenario: "a", [same], elapsed: 0.42)
    #expect(finding.verdict == .pass && finding.sentence.hasPrefix("not slower by 2 %: "))
    #expect(finding.sentence.hasSuffix("20 pairs, 0.4 s"))
    #expect(finding.notes.contains { $0.contains("with 90 % probability") })
    #expect(finding.rows.map(\.clock) == ["cpu", "wall"])
    #expect(finding.rows.map(\.verdict) == ["pass", "info"])
    let slow = Self.play(slowDown: 0.05, seed: 1)
    let failed = TimeTrial.finding(
      file: "a.yaml", scenario: "a", [slow, slow], elapsed: 1)
    #expect(failed.verdict == .slower && failed.rows[0].verdict == "fail")
    #expect(failed.sentence.hasPrefix("slower by more than 1 %, twice: +"))
    let unconfirmed = TimeTrial.finding(
      file: "a.yaml", scenario: "a", [slow, same, same], elapsed: 1)
    #expect(unconfirmed.verdict == .pass)
    #expect(unconfirmed.notes.first?.contains("did not confirm") == true)
    #expect(PairTable.csv([("a", same)]).split(separator: "\r\n").count == 1 + 2 * same.pairs.count)
  }

  @Test func `among many gates a weak probability is taken back`() {
    var finding = GateFinding(
      file: "a.yaml", scenario: "a", lane: .time, verdict: .slower, sentence: "")
    var row = GateRow(
      verdict: "fail", metric: "cpu-time", stat: "ratio", unit: "1", kind: "time", clock: "cpu")
    row.probability = 0.0008
    finding.rows = [row]
    var calm = finding
    calm.verdict = .pass
    calm.rows[0].probability = 0.9
    #expect(GateFinding.corrected([finding]).map(\.verdict) == [.slower])
    let many = GateFinding.corrected([finding] + Array(repeating: calm, count: 19))
    #expect(many[0].verdict == .cannotTell && many[1].verdict == .pass)
    #expect(abs((many[0].rows[0].probability ?? 0) - 0.016) < 1e-12)
  }

  @Test func `a record of gates counts verdicts and says how sure that is`() {
    var record = GateRecord()
    for _ in 0..<30 {
      record.take(
        GateFinding(file: "", scenario: "", lane: .time, verdict: .pass, sentence: ""), [])
    }
    #expect(record.count == 30 && !record.criesWolf)
    #expect(record.text.hasPrefix("30 gates played\n"))
    for _ in 0..<5 {
      record.take(
        GateFinding(file: "", scenario: "", lane: .time, verdict: .slower, sentence: ""), [])
    }
    #expect(record.slowerCount == 5 && record.criesWolf)
  }
}
