// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore
import WeirMetrics
import WeirRun
import WeirScenario
import WeirTestSupport
import WeirTrace

/// Apps with objects in worlds: their options, what they are refused, and what becomes of them in bad weather.
@Suite struct ObjectFamilyTests {
  private static func text(
    _ stack: String = "objects", look: String = "",
    does: String =
      "open-form: 10%, fill-in: 25%, save: 20%, discard: 5%, join: 20%, part: 10%, delete: 5%, reopen: 5%",
    away: String = "away: 700ms, ", network: String = "delay: 30ms",
    writes: String = "post: 40%, edit: 40%, remove: 20%", faults: String = ""
  ) -> String {
    FamilyPlay.text(
      "Somebody edits rows in a form.", stack,
      rows: "a: { word: ape }, b: { word: bee }, c: { word: cat }",
      look: look, does: does, away: away, network: network, writes: writes, faults: faults)
  }

  static let weathers: [(stack: String, look: String, network: String, faults: String)] = [
    ("objects", "", "delay: 30ms", ""),
    (
      "{ objects: { conflicts: theirs } }", ", order: { child: word }, descending: on",
      "delay: { uniform: [5ms, 200ms] }", "{ fault: disconnect, every: { exponential: 2s } }"
    ),
    (
      "{ objects: { mend-after: 300ms } }", "", "delay: 200ms",
      "{ fault: kill, clients: readers, every: { exponential: 2s }, for: 500ms }"
    ),
    (
      "objects", ", batch: { wait: 50ms, at-most: 200ms }", "delay: 30ms",
      "{ fault: background, every: { exponential: 3s }, for: 1s }, { fault: reject, chance: 20% }"
    ),
    (
      "{ objects: { keep: on } }", "", "delay: { uniform: [50ms, 400ms] }",
      "{ fault: kill, clients: readers, every: { exponential: 2s }, for: 500ms }"
    ),
    (
      "objects", ", sections: { by: word }", "transport: datagram, loss: 5%, delay: 30ms",
      "{ fault: revoke, list: list, at: 6s, for: 2s }, { fault: crash, at: 8s, for: 1s }"
    ),
  ]

  @Test(arguments: weathers.indices, fewerInDebug(1..<4))
  func `in any weather an app with objects keeps its promises`(number: Int, seed: UInt64) throws {
    let weather = Self.weathers[number]
    let text = Self.text(
      weather.stack, look: weather.look, network: weather.network, faults: weather.faults)
    let outcome = try FamilyPlay.outcome(text, seed: seed)
    #expect(FamilyPlay.broken(outcome, mustJudge: ["forms", "relations", "converge"]) == [])
    // A debug build leaves that to the scenarios.
    #if !DEBUG
      #expect(try FamilyPlay.outcome(text, seed: seed).digest == outcome.digest)
    #endif
  }

  @Test func `its checkers know by which number steps call the action that relates two rows`() {
    let action = Catalogue.standard.schema.actions.first { $0.name == "join" }
    #expect(action?.verb.number == ObjectNotes.joining)
  }

  @Test func `a wrong option is told with its place and a remedy`() {
    func words(_ stack: String) -> String {
      FamilyPlay.words(Self.text(stack), named: "objects.yaml")
    }
    #expect(words("objects") == "fine")
    #expect(words("{ objects: { conflicts: theirs, mend-after: 5s } }") == "fine")
    #expect(words("{ objects: { keep: on } }") == "fine")
    #expect(words("{ objects: { table: 4 } }") == "fine")
    #expect(words("{ objects: { keep: perhaps } }").contains("objects.yaml:9:"))
    #expect(words("{ objects: { table: many } }").contains("objects.yaml:9:"))
    #expect(words("{ objects: { conflicts: nobody } }").contains("objects.yaml:9:"))
    #expect(words("{ objects: { mend-after: soon } }").contains("objects.yaml:9:"))
  }

  @Test(arguments: [
    (", newest: 5", "leave it out"), (", show: 5", "leave it out"), (", also: [list]", "one list"),
  ])
  func `what an app with objects cannot show is refused`(look: String, remedy: String) {
    let words = FamilyPlay.words(Self.text(look: look))
    #expect(words.contains(remedy), "\(words)")
  }

  @Test func `what people do with objects is counted, and in no run without them`() throws {
    let outcome = try FamilyPlay.outcome(
      Self.text(
        does: "open-form: 10%, fill-in: 40%, save: 40%, discard: 10%", away: "",
        writes: "edit: 100%"))
    let saved = try #require(outcome.metric("form-time"))
    #expect(saved.count > 10)
    #expect(try #require(outcome.metric("edit-conflicts")).count > 3)
    let plain = try FamilyPlay.outcome(Self.text("streams", does: "post: 100%", away: ""))
    #expect(plain.metric("form-time") == nil)
    #expect(!plain.findings.contains { $0.checker == "forms" })
  }

  @Test func `relations to rows that others remove are mended, sooner where the app waits less`()
    throws
  {
    func half(_ wait: String) throws -> (mended: Int, longest: Double) {
      let outcome = try FamilyPlay.outcome(
        Self.text(
          "{ objects: { mend-after: \(wait) } }", does: "join: 100%", away: "",
          writes: "post: 60%, remove: 40%"))
      let half = try #require(outcome.metric("half-relations"))
      return (try #require(outcome.metric("relations-mended")).count, try #require(half.greatest))
    }
    let (soon, late) = (try half("200ms"), try half("5s"))
    #expect(soon.mended > 0 && late.mended > 0)
    #expect(soon.longest < late.longest, "\(soon.longest) s and \(late.longest) s")
  }

  @Test func `a save that is turned away is counted, and the text stays`() throws {
    let outcome = try FamilyPlay.outcome(
      Self.text(
        does: "open-form: 10%, fill-in: 40%, save: 50%", away: "", writes: "edit: 100%",
        faults: "{ fault: reject, chance: 50% }"))
    #expect(try #require(outcome.metric("saves-refused")).count > 3)
    #expect(FamilyPlay.broken(outcome, mustJudge: ["forms"]) == [])
  }

  @Test(arguments: fewerInDebug(1..<4))
  func `apps of two versions sign the same rows, and keep their promise`(seed: UInt64) throws {
    let outcome = try FamilyPlay.outcome(
      Self.text(
        does: "sign: 40%, sign-older: 40%, delete: 20%", away: "",
        network: "delay: { uniform: [5ms, 400ms] }", writes: "post: 60%, edit: 40%",
        faults: "{ fault: reject, chance: 20% }, { fault: disconnect, every: { exponential: 2s } }"
      ),
      seed: seed)
    #expect(FamilyPlay.broken(outcome, mustJudge: ["versions"]) == [])
  }
}
