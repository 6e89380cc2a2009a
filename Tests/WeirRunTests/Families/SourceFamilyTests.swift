// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore
import WeirMetrics
import WeirRun
import WeirScenario
import WeirTestSupport
import WeirTrace

/// Lists of sources in worlds: their options, what they are refused, and what becomes of them in bad weather.
@Suite struct SourceFamilyTests {
  private static func text(
    _ stack: String = "sources", look: String = "",
    does: String = "swap: 40%, type: 30%, erase: 20%, reopen: 10%",
    away: String = "away: 700ms, ", network: String = "delay: 30ms",
    writes: String = "post: 40%, edit: 40%, remove: 20%",
    faults: String = ""
  ) -> String {
    FamilyPlay.text(
      "Somebody looks at a list that follows a source.", stack,
      rows:
        "a: { text: ape, score: 2, team: red }, b: { text: bee, score: 1, team: blue }, c: { text: cat, score: 2, team: red }",
      look: look, does: does, away: away, network: network, writes: writes, faults: faults)
  }

  private static func outcome(_ text: String, seed: UInt64 = 1) throws -> Outcome {
    try FamilyPlay.outcome(text, seed: seed)
  }

  /// The promises that broke, and whether the family's own had something to judge.
  private static func broken(_ outcome: Outcome) -> [String] {
    FamilyPlay.broken(outcome, mustJudge: ["source-rows", "source-events", "converge"])
  }

  static let weathers: [(stack: String, look: String, network: String, faults: String)] = [
    ("sources", "", "delay: 30ms", ""),
    ("{ sources: { writers: 1 } }", ", order: { child: score }", "delay: 30ms", ""),
    (
      "{ sources: { writers: 3 } }", ", order: { child: score }, descending: on",
      "delay: { uniform: [5ms, 200ms] }", "{ fault: disconnect, every: { exponential: 2s } }"
    ),
    (
      "{ sources: { keep: on } }", "", "delay: 200ms",
      "{ fault: kill, clients: readers, every: { exponential: 2s }, for: 500ms }"
    ),
    (
      "{ sources: { keep: on, writers: 2 } }", ", sections: { by: team }", "delay: 30ms",
      "{ fault: kill, clients: readers, every: { exponential: 2s }, for: 500ms }, { fault: cache-corruption, clients: readers, every: { exponential: 2s } }"
    ),
    (
      "{ sources: { writers: 1 } }",
      ", sections: { by: team }, batch: { wait: 50ms, at-most: 200ms }",
      "delay: 30ms", "{ fault: background, every: { exponential: 3s }, for: 1s }"
    ),
    (
      "sources", ", where: { field: team, is: red }", "transport: datagram, loss: 5%, delay: 30ms",
      "{ fault: revoke, list: list, at: 6s, for: 2s }"
    ),
    (
      "{ sources: { search: team } }", ", where: { has: score }, order: value", "delay: 30ms",
      "{ fault: crash, every: { exponential: 4s }, for: 1s }"
    ),
  ]

  @Test(arguments: weathers.indices, fewerInDebug(1..<4))
  func `in any weather a list of sources keeps its promises`(number: Int, seed: UInt64) throws {
    let weather = Self.weathers[number]
    let text = Self.text(
      weather.stack, look: weather.look, network: weather.network, faults: weather.faults)
    let outcome = try Self.outcome(text, seed: seed)
    #expect(Self.broken(outcome) == [])
    // A debug build leaves that to the scenarios.
    #if !DEBUG
      #expect(try Self.outcome(text, seed: seed).digest == outcome.digest)
    #endif
  }

  @Test func `a wrong option is told with its place and a remedy`() {
    func words(_ stack: String) -> String {
      FamilyPlay.words(Self.text(stack), named: "sources.yaml")
    }
    #expect(words("sources") == "fine")
    #expect(words("{ sources: { search: a/b, writers: 2, keep: on } }") == "fine")
    #expect(words("{ sources: { search: \"\" } }").contains("write search: text"))
    #expect(words("{ sources: { search: a.b } }").contains("sources.yaml:9:"))
    #expect(words("{ sources: { writers: 99 } }").contains("out of range"))
    #expect(words("{ sources: { tables: 1 } }").contains("unknown key 'tables'"))
  }

  @Test(arguments: [
    (", newest: 5", "leave it out"), (", show: 5", "leave it out"),
    (", also: [list]", "one list"),
    (", sections: [ { field: team, is: red }, { has: team } ]", "sections of a field"),
  ])
  func `what a list of sources cannot show is refused`(look: String, remedy: String) {
    let words = FamilyPlay.words(Self.text(look: look))
    #expect(words.contains(remedy), "\(words)")
  }

  @Test func `what people do with sources is counted, and in no run without them`() throws {
    let outcome = try Self.outcome(Self.text(does: "type: 100%", away: ""))
    let typed = try #require(outcome.metric("letters-typed")).count
    let followed = try #require(outcome.metric("sources-followed")).count
    // Each letter is another source, and so is the first value of each of the four readers.
    #expect(typed > 50 && typed...typed + 4 ~= followed)
    let plain = try Self.outcome(Self.text("streams", does: "post: 100%", away: ""))
    #expect(plain.metric("letters-typed") == nil)
    #expect(!plain.findings.contains { $0.checker == "source-rows" })
  }
}
