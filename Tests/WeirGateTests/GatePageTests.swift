// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirTestSupport
import WeirCore
import WeirStatistics

import WeirGate
import WeirReport

@Suite struct GatePageTests {
  /// A trial whose head costs `slowDown` more, on a machine with noise of one percent.
  private static func play(slowDown: Double, seed: UInt64) -> TimeTrial {
    var trial = TimeTrial(budget: 0.02, seed: seed)
    var stream = RandomStream(seed: seed, "machine")
    func cost(_ arm: TimeTrial.Arm) -> TimeTrial.Cost {
      let noise = 1 + (Double(stream.below(1000)) / 1000 - 0.5) * 0.02
      let time = UInt64(6e6 * (arm == .head ? 1 + slowDown : 1) * noise)
      return .init(processor: time, wall: time + 1000, interruptions: 0, events: 100)
    }
    while let turn = trial.next() { trial.take(cost(turn.first), cost(turn.second)) }
    return trial
  }

  /// The gates of scenarios `names`, of which each has its slow-down.
  private static func page(
    _ names: [(name: String, slowDown: Double)]
  ) -> (page: GatePage, trials: [TimeTrial]) {
    var findings: [GateFinding] = []
    var played: [GatePage.Played] = []
    for (number, one) in names.enumerated() {
      var trials: [TimeTrial] = []
      while TimeTrial.isOpen(trials) {
        trials.append(play(slowDown: one.slowDown, seed: UInt64(number * 10 + trials.count)))
      }
      var finding = TimeTrial.finding(
        file: "\(one.name).yaml", scenario: one.name, trials, elapsed: 1)
      finding.replay = "weir gate --against old \(one.name).yaml"
      findings.append(finding)
      for trial in trials { played.append((one.name, trial)) }
    }
    return (GatePage(findings, played), played.map(\.trial))
  }

  @Test func `a slower program is told first, with the command and how its pairs decided`() throws {
    let (page, trials) = Self.page([("calm", 0), ("slow", 0.05)])
    let html = page.html
    let heard = try #require(Heard.ofPage(html), "the page is not well-formed")
    #expect(html.utf8.count <= Page.mostBytes && !heard.elements.contains("script"))
    #expect(heard.words.contains("SLOWER") && heard.words.contains("1 of 2 scenarios"))
    #expect(heard.words.contains("weir gate --against old slow.yaml"))
    let (bad, good) = (
      try #require(html.range(of: "What is wrong")), try #require(html.range(of: "What is well"))
    )
    #expect(bad.lowerBound < good.lowerBound)
    // One of the calm program and two of the slow one, with two drawings each.
    #expect(trials.count == 3)
    #expect(heard.elements.filter { $0 == "figure" }.count == 6)
    #expect(heard.elements.filter { $0 == "desc" }.count == 6)
    #expect(
      heard.words.contains("bound of not slower") && heard.words.contains("base over its copy"))
  }

  @Test func `the looks that are drawn are those that decided`() throws {
    for (slowDown, verdict) in [(0, .notSlower), (0.05, .slower)] as [(Double, PairedGate.Verdict)]
    {
      let gate = Self.play(slowDown: slowDown, seed: 5).processor
      #expect(gate.verdict == verdict)
      let last = try #require(gate.looks.last)
      #expect(last.pairs == gate.logarithms.count)
      #expect((last.above >= last.enoughAbove) == (verdict == .slower))
      #expect((last.below >= last.enoughBelow) == (verdict == .notSlower))
      for look in gate.looks.dropLast() {
        #expect(look.above < look.enoughAbove && look.below < look.enoughBelow)
      }
    }
  }

  @Test func `of many gates those that failed are drawn, and the page says so`() throws {
    let calm = (1...20).map { (name: "calm-\($0)", slowDown: 0.0) }
    let (page, trials) = Self.page(calm + [("slow", 0.05)])
    let html = page.html
    let heard = try #require(Heard.ofPage(html))
    #expect(html.utf8.count <= Page.mostBytes)
    #expect(heard.words.contains("Drawn are 12 of \(trials.count) trials"))
    #expect(heard.words.contains("slow: head over base, pair by pair"))
    #expect(
      heard.words.contains("calm-1: head over base") && !heard.words.contains("calm-20: head"))
  }

  @Test func `exact numbers need no drawing, and no name becomes part of the page`() throws {
    let evil = "</title><script>alert('x')</script>"
    var finding = GateFinding(
      file: evil, scenario: evil, lane: .exact, verdict: .differs, sentence: "events grew")
    finding.notes = [evil]
    let heard = try #require(Heard.ofPage(GatePage([finding]).html))
    #expect(!heard.elements.contains("script") && !heard.elements.contains("figure"))
    #expect(heard.words.contains("DIFFERS") && heard.words.contains(evil))
    let empty = try #require(Heard.ofPage(GatePage([]).html))
    #expect(empty.words.contains("NOTHING MEASURED"))
  }
}
