// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore
import WeirMetrics
import WeirRun
import WeirScenario
import WeirTestSupport
import WeirTrace

/// Pagers in worlds: their options, what they are refused, and what becomes of them in bad weather.
@Suite struct PagerFamilyTests {
  private static func text(
    _ stack: String = "pager", look: String = "", server: String = "",
    network: String = "delay: 30ms",
    does: String = "scroll: 60%, scroll-back: 10%, refresh: 10%, page: 20%",
    writes: String = "post: 70%, remove: 30%", away: String = "", values: String = "",
    faults: String = ""
  ) -> String {
    let rows = (10..<60).map { "r\($0): { score: \($0 * 7 % 50) }" }.joined(separator: ", ")
    return """
      weir: 1
      about: Somebody leafs through a list.
      settle: 60s
      server:
        tree: { list: { \(rows) } }
        \(server)
      network: { \(network) }
      clients:
        - { name: writers, count: 2, list: list, newest: 5 }
        - { name: readers, count: 4, list: list\(look), stack: \(stack) }
      workload:
        - { clients: writers, each: client, does: { \(writes) }, \(values)every: 300ms, for: 12s }
        - { clients: readers, each: client, does: { \(does) }, \(away)think: { exponential: 300ms }, for: 12s }
      \(faults.isEmpty ? "" : "faults: [ \(faults) ]")
      expect: { lists: held }

      """
  }

  private static func scenario(_ text: String) throws(Problems) -> Scenario {
    try FamilyPlay.read(text, named: "pager.yaml")
  }

  private static func outcome(_ text: String, seed: UInt64 = 1) throws -> Outcome {
    try FamilyPlay.outcome(text, seed: seed)
  }

  /// The promises that broke, and whether the family's own had something to judge.
  private static func broken(_ outcome: Outcome) -> [String] {
    FamilyPlay.broken(outcome, mustJudge: ["page-requests", "page-rows"])
  }

  static let weathers:
    [(stack: String, look: String, server: String, network: String, faults: String)] = [
      ("pager", "", "", "delay: 30ms", ""),
      (
        "{ pager: { keys: cursor, opens: end, page-size: 7 } }", "",
        "pages: { twice: 30%, later: 300ms }", "delay: 30ms", ""
      ),
      (
        "{ pager: { keys: keyset, page-size: 3, prefetch: 10 } }",
        ", order: { child: score }, descending: on", "", "delay: { uniform: [5ms, 200ms] }", ""
      ),
      (
        "{ pager: { refresh: all-pages, duplicates: latest } }", ", descending: on",
        "pages: { short: 30%, long: 20% }", "delay: 30ms",
        "{ fault: disconnect, every: { exponential: 2s } }"
      ),
      (
        "{ pager: { max-pages: 8, page-size: 8, prefetch: 4 } }", "", "pages: { slow: 30% }",
        "delay: 30ms", "{ fault: background, every: { exponential: 3s }, for: 1s }"
      ),
      (
        "{ pager: { keys: keyset, opens: end, on-return: keep, retries: 0 } }", "", "",
        "transport: datagram, loss: 5%, duplicate: 5%, delay: 30ms",
        "{ fault: kill, every: { exponential: 4s }, for: 500ms }"
      ),
      (
        "{ pager: { first-size: 30, timeout: 1s } }", "", "servers: 1", "delay: 30ms",
        "{ fault: overload, chance: 40%, every: { exponential: 4s }, for: 2s }"
      ),
      (
        "{ pager: { keys: keyset, opens: end, refresh: around, page-size: 8 } }", "", "",
        "delay: { uniform: [5ms, 200ms] }", "{ fault: disconnect, every: { exponential: 2s } }"
      ),
      (
        "{ pager: { keys: cursor, refresh: all-pages, page-size: 8 } }", ", descending: on", "",
        "delay: 30ms", "{ fault: kill, every: { exponential: 5s }, for: 1s }"
      ),
      (
        "{ pager: { store: on, on-return: keep, updates: 20%, page-size: 10 } }", "", "",
        "delay: 30ms", "{ fault: kill, every: { exponential: 2s }, for: 300ms }"
      ),
      (
        "{ pager: { store: on, keys: keyset, store-failures: 10%, duplicates: latest, page-size: 8 } }",
        ", descending: on", "pages: { short: 20%, twice: 20%, long: 10% }",
        "delay: { uniform: [5ms, 200ms] }",
        "{ fault: disconnect, every: { exponential: 2s } }, { fault: kill, every: { exponential: 5s }, for: 1s }"
      ),
    ]

  @Test(arguments: weathers.indices, fewerInDebug(1..<4))
  func `in any weather a pager keeps its promises`(number: Int, seed: UInt64) throws {
    let weather = Self.weathers[number]
    let text = Self.text(
      weather.stack, look: weather.look, server: weather.server, network: weather.network,
      does:
        "scroll: 45%, scroll-back: 10%, refresh: 10%, page: 20%, reopen: 5%, leave: 5%, jump: 5%",
      away: "away: 400ms, ", faults: weather.faults
    )
    let outcome = try Self.outcome(text, seed: seed)
    #expect(Self.broken(outcome) == [])
    // A debug build leaves that to the scenarios.
    #if !DEBUG
      #expect(try Self.outcome(text, seed: seed).digest == outcome.digest)
    #endif
  }

  @Test(arguments: ["cursor", "keyset"], 1...6 as ClosedRange<UInt64>)
  func `rows may move while pages begin behind them`(keys: String, seed: UInt64) throws {
    let text = Self.text(
      "{ pager: { keys: \(keys), page-size: 10 } }",
      look: ", order: { child: score }, descending: on",
      does: "scroll: 90%, refresh: 10%", writes: "assign: 50%, post: 25%, remove: 25%",
      away: "", values: "field: score, ")
    #expect(Self.broken(try Self.outcome(text, seed: seed)) == [])
  }

  /// The totals of an API may lie; whether there is more it says itself.
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `counts that lie keep nobody from the rest of a list`(seed: UInt64) throws {
    let text = Self.text(
      "{ pager: { page-size: 5 } }", server: "pages: { drift: 20 }", does: "scroll: 100%",
      writes: "edit: 100%")
    let outcome = try Self.outcome(text, seed: seed)
    #expect(Self.broken(outcome) == [])
    let more = try #require(outcome.findings.first { $0.checker == "page-more" })
    #expect(more.opportunities == 4)
  }

  /// To begin anew around a row that is gone would begin anew for ever.
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `a list whose rows go from under those who see them comes to rest`(seed: UInt64) throws {
    let text = Self.text(
      "{ pager: { page-size: 2, keys: cursor, refresh: around } }",
      does: "scroll: 60%, scroll-back: 40%", writes: "remove: 70%, post: 30%")
    let outcome = try Self.outcome(text, seed: seed)
    #expect(Self.broken(outcome) == [])
  }

  @Test func `a wrong option is told with its place and a remedy`() {
    func words(_ stack: String) -> String {
      do throws(Problems) {
        _ = try World(try Self.scenario(Self.text(stack)), seed: 1)
        return "fine"
      } catch { return "\(error)" }
    }
    #expect(words("pager") == "fine")
    #expect(words("{ pager: { opens: end } }").contains("write keys: cursor, or keys: keyset"))
    #expect(words("{ pager: { timeout: 0s } }").contains("write 10s"))
    #expect(words("{ pager: { max-pages: 3 } }").contains("write 0, or at least 4"))
    #expect(words("{ pager: { max-pages: 4 } }") == "fine")
    let kept = words("{ pager: { store: on, keys: cursor, opens: end } }")
    #expect(kept.contains("write store: off"))
    #expect(words("{ pager: { store-failures: 5% } }").contains("write store: on"))
    #expect(words("{ pager: { updates: 5% } }").contains("write store: on"))
    #expect(words("{ pager: { store: on, store-failures: 5%, updates: 5% } }") == "fine")
    #expect(words("{ pager: { page-size: 0 } }").contains("0 is out of range"))
  }

  @Test(arguments: [
    (", newest: 5", "page-size"), (", oldest: 5", "page-size"), (", show: 5", "page-size"),
    (", where: { has: score }", "where"), (", sections: { by: score }", "sections"),
    (", also: [list]", "one list"),
  ])
  func `what a pager cannot show is refused`(look: String, remedy: String) {
    do throws(Problems) {
      _ = try World(try Self.scenario(Self.text(look: look)), seed: 1)
      Issue.record("\(look) was taken")
    } catch {
      #expect("\(error)".contains(remedy), "\(error)")
    }
  }

  @Test func `its numbers stand in the metrics, and in no run without a pager`() throws {
    let outcome = try Self.outcome(Self.text())
    let doubles = try #require(outcome.metric("page-doubles"))
    #expect(doubles.count > 100 && doubles.hits != nil && doubles.high != nil)
    #expect(try #require(outcome.metric("scrolls")).count > 50)
    let plain = try Self.outcome(
      Self.text("streams", look: ", newest: 5", does: "post: 100%"))
    #expect(plain.metric("page-doubles") == nil)
    #expect(!plain.findings.contains { $0.checker == "page-rows" })
  }

  @Test func `who may not read hears so, and asks no more`() throws {
    let rules = "rules: { list: { .read: \"auth != null\", .write: true } }"
    let outcome = try Self.outcome(Self.text(server: rules, does: "refresh: 100%"))
    #expect(outcome.findings.filter(\.verdict.isBroken).map(\.checker) == [])
    #expect(outcome.findings.contains { $0.checker == "authority" && $0.opportunities > 3 })
  }

  /// The times from the opening of a list to its rows, over many lives of its app.
  private static func firstRows(_ stack: String) throws -> MetricRow {
    let text = Self.text(
      stack, network: "delay: 400ms", does: "scroll: 100%",
      faults: "{ fault: kill, clients: readers, every: 2s, for: 100ms }")
    return try #require(try Self.outcome(text).metric("open-to-rows"))
  }

  @Test func `a list that is kept is there at once after a kill, and no other one is`() throws {
    let (kept, fetched) = try (Self.firstRows("{ pager: { store: on } }"), Self.firstRows("pager"))
    #expect(kept.count > 15 && fetched.count > 15)
    #expect(try #require(kept.p50) < 10_000_000)
    #expect(try #require(fetched.least) > 400_000_000)
  }

  @Test func `an app that is newer than what it finds waits for the network`() throws {
    let newer = try Self.firstRows("{ pager: { store: on, updates: 100% } }")
    #expect(newer.count > 15 && newer.least ?? 0 > 400_000_000)
  }

  /// Without jumps the same people see the list from its start, and never need a page before the first one.
  @Test(arguments: ["pager", "{ pager: { keys: cursor } }", "{ pager: { keys: keyset } }"])
  func `who jumps into the middle scrolls back from there`(stack: String) throws {
    let still = "post: 100%"
    let jumping = try Self.outcome(
      Self.text(stack, does: "jump: 20%, scroll: 30%, scroll-back: 50%", writes: still))
    let walking = try Self.outcome(
      Self.text(stack, does: "scroll: 30%, scroll-back: 70%", writes: still))
    #expect(Self.broken(jumping) == [] && Self.broken(walking) == [])
    #expect(try #require(jumping.metric("thumb-jumps")).count > 100)
    #expect(try #require(walking.metric("thumb-jumps")).count == 0)
  }
}
