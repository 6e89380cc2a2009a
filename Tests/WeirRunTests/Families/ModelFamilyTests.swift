// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore
import WeirMetrics
import WeirRun
import WeirScenario
import WeirTestSupport
import WeirTrace

/// Apps with models in worlds: their options, what they are refused, and what becomes of them in bad weather.
@Suite struct ModelFamilyTests {
  private static func text(
    _ stack: String = "models", look: String = "",
    does: String =
      "like: 30%, look-at: 20%, cover: 10%, uncover: 15%, tell-again: 10%, undo: 5%, reopen: 10%",
    away: String = "away: 700ms, ", network: String = "delay: 30ms",
    writes: String = "post: 40%, edit: 40%, remove: 20%", faults: String = ""
  ) -> String {
    FamilyPlay.text(
      "Somebody looks at a list whose rows several screens share.", stack,
      rows: "a: { text: ape, likes: 2 }, b: { text: bee, likes: 1 }, c: { text: cat }",
      look: look, does: does, away: away, network: network, writes: writes, faults: faults)
  }

  private static func outcome(_ text: String, seed: UInt64 = 1) throws -> Outcome {
    try FamilyPlay.outcome(text, seed: seed)
  }

  static let weathers: [(stack: String, look: String, network: String, faults: String)] = [
    ("models", "", "delay: 30ms", ""),
    ("{ models: { lane-time: 0s, tabs: 3 } }", ", order: { child: likes }", "delay: 30ms", ""),
    (
      "{ models: { lane-time: 30ms, tabs: 1 } }", ", order: { child: likes }, descending: on",
      "delay: { uniform: [5ms, 200ms] }", "{ fault: disconnect, every: { exponential: 2s } }"
    ),
    (
      "{ models: { cache: on, link: b } }", "", "delay: 200ms",
      "{ fault: kill, clients: readers, every: { exponential: 2s }, for: 500ms }"
    ),
    (
      "{ models: { cache: on, cache-failures: 25%, tabs: 1, cache-time: 80ms } }", "",
      "delay: 30ms",
      "{ fault: kill, clients: readers, every: { exponential: 2s }, for: 500ms }, { fault: cache-corruption, clients: readers, every: { exponential: 2s } }"
    ),
    (
      "{ models: { cache: on, log-out: on } }", ", batch: { wait: 50ms, at-most: 200ms }",
      "delay: 30ms", "{ fault: background, every: { exponential: 3s }, for: 1s }"
    ),
    (
      "{ models: { counts: text, link: nobody } }", "",
      "transport: datagram, loss: 5%, delay: 30ms",
      "{ fault: revoke, list: list, at: 6s, for: 2s }"
    ),
    ("{ models: { news: to-models, tabs: 1, lane-time: 10ms } }", "", "delay: 30ms", ""),
    (
      "{ models: { news: to-models, lane-time: 20ms } }", ", order: { child: likes }",
      "delay: { uniform: [5ms, 100ms] }",
      "{ fault: disconnect, every: { exponential: 2s } }, { fault: reject, chance: 10% }"
    ),
    (
      "{ models: { news: to-models, cache: on, link: b } }", "", "delay: 200ms",
      "{ fault: kill, clients: readers, every: { exponential: 2s }, for: 500ms }"
    ),
    (
      "{ models: { news: to-models, log-out: on, cache: on, tabs: 2 } }",
      ", order: { child: likes }, descending: on", "delay: 30ms",
      "{ fault: background, every: { exponential: 3s }, for: 1s }, { fault: revoke, list: list, at: 6s, for: 2s }"
    ),
  ]

  @Test(arguments: weathers.indices, fewerInDebug(1..<4))
  func `in any weather an app with models keeps its promises`(number: Int, seed: UInt64) throws {
    let weather = Self.weathers[number]
    let text = Self.text(
      weather.stack, look: weather.look, network: weather.network, faults: weather.faults)
    let outcome = try Self.outcome(text, seed: seed)
    let own =
      ["screens-agree", "screen-rows", "screen-events"]
      + (weather.stack.contains("cache: on, link") ? ["kept-models"] : [])
      + (weather.stack.contains("to-models") ? [] : ["converge"])
    #expect(FamilyPlay.broken(outcome, mustJudge: own) == [])
    // A debug build leaves that to the scenarios.
    #if !DEBUG
      #expect(try Self.outcome(text, seed: seed).digest == outcome.digest)
    #endif
  }

  @Test func `a wrong option is told with its place and a remedy`() {
    func words(_ stack: String) -> String {
      FamilyPlay.words(Self.text(stack), named: "models.yaml")
    }
    #expect(words("models") == "fine")
    #expect(words("{ models: { counts: stars, tabs: 2, cache: on, cache-time: 1s } }") == "fine")
    #expect(words("{ models: { news: to-models } }") == "fine")
    #expect(words("{ models: { news: to-nobody } }").contains("models.yaml:9:"))
    #expect(words("{ models: { counts: a.b } }").contains("models.yaml:9:"))
    #expect(words("{ models: { link: a/b } }").contains("models.yaml:9:"))
    #expect(words("{ models: { cache-time: 1s } }").contains("write cache: on as well"))
    #expect(words("{ models: { cache-failures: 5% } }").contains("there is no cache"))
    #expect(words("{ models: { tabs: 9 } }").contains("out of range"))
  }

  @Test(arguments: [
    (", newest: 5", "leave it out"), (", show: 5", "leave it out"),
    (", also: [list]", "one list"), (", where: { has: text }", "leave 'where' out"),
    (", sections: { by: text }", "leave 'sections' out"),
  ])
  func `what an app with models cannot show is refused`(look: String, remedy: String) {
    let words = FamilyPlay.words(Self.text(look: look))
    #expect(words.contains(remedy), "\(words)")
  }

  @Test func `what people do with models is counted, and in no run without them`() throws {
    let outcome = try Self.outcome(Self.text(does: "look-at: 50%, like: 50%", away: ""))
    #expect(try #require(outcome.metric("rows-opened")).count > 30)
    // An update takes three steps of a millisecond on average, and waits for those before it.
    let time = try #require(outcome.metric("model-time"))
    #expect(time.count > 100)
    #expect(try #require(outcome.metric("screens-apart")).count > 10)
    let plain = try Self.outcome(Self.text("streams", does: "post: 100%", away: ""))
    #expect(plain.metric("rows-opened") == nil)
    #expect(!plain.findings.contains { $0.checker == "screens-agree" })
  }

  @Test func `news that go to the models come to the list by the lanes`() throws {
    func shown(_ news: String, lane: String) throws -> Outcome {
      try Self.outcome(
        Self.text(
          "{ models: { news: \(news), lane-time: \(lane) } }", does: "look-at: 100%", away: ""))
    }
    let late = try shown("to-models", lane: "20ms")
    #expect(late.findings.allSatisfy { !$0.verdict.isBroken })
    // The list changes in the turn in which the other screens do, and not before.
    let apart = try #require(late.metric("screens-apart")).count
    let before = try #require(shown("to-list", lane: "20ms").metric("screens-apart")).count
    #expect(before > 10 && apart * 2 < before, "\(before) times, and then \(apart) times")
  }

  @Test func `what was removed is put back under its key`() throws {
    let outcome = try Self.outcome(
      Self.text(
        "{ models: { news: to-models, lane-time: 20ms } }", does: "remove: 50%, undo: 50%",
        away: "",
        writes: "remove: 100%"))
    #expect(FamilyPlay.broken(outcome, mustJudge: ["screen-rows", "lost-writes"]) == [])
    // Three rows can be removed only three times, unless they come back.
    #expect(try #require(outcome.metric("write-to-ack")).count > 30)
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `a badge that waits for the first like of a row hears that the row went`(seed: UInt64) throws
  {
    let outcome = try Self.outcome(
      Self.text(
        "{ models: { news: to-models, lane-time: 25ms } }", does: "look-at: 50%, like: 50%",
        away: "", network: "delay: 5ms", writes: "post: 55%, remove: 45%"), seed: seed)
    #expect(FamilyPlay.broken(outcome, mustJudge: ["screens-agree"]) == [])
  }

  @Test func `the longer a step of the lanes takes the longer screens are apart`() throws {
    func apart(_ lane: String) throws -> Double {
      let outcome = try Self.outcome(
        Self.text("{ models: { lane-time: \(lane) } }", does: "look-at: 50%, like: 50%", away: ""))
      let metric = try #require(outcome.metric("screens-apart"))
      return try #require(metric.p50)
    }
    #expect(try apart("2ms") * 5 < apart("20ms"))
  }

  @Test func `a tab of a list that is empty when somebody comes back shows nothing`() throws {
    let text = Self.text(
      "{ models: { tabs: 1, cache: on, log-out: on } }", does: "reopen: 100%", away: "away: 2s, ",
      writes: "remove: 100%")
    #expect(FamilyPlay.broken(try Self.outcome(text), mustJudge: ["screens-agree"]) == [])
  }

  @Test func `without time on the lanes screens are never apart`() throws {
    let outcome = try Self.outcome(
      Self.text("{ models: { lane-time: 0s } }", does: "look-at: 50%, like: 50%", away: ""))
    #expect(try #require(outcome.metric("screens-apart")).count == 0)
  }
}
