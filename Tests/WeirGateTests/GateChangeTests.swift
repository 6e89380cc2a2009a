// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirTestSupport

import WeirGate
import WeirReport

@Suite struct GateChangeTests {
  private static func row(
    _ metric: String, _ stat: String, _ base: String, _ head: String, _ concern: Concern,
    unit: String = "s"
  ) -> GateRow {
    var row = GateRow(
      verdict: "fail", metric: metric, stat: stat, unit: unit, kind: "exact", clock: "virtual")
    (row.base, row.head, row.concern) = (base, head, concern)
    row.direction = unit == "s" ? "lower" : ""
    if let was = Double(base), let now = Double(head) { row.growth = now / was - 1 }
    return row
  }

  private static func finding(_ name: String, events: Int, _ rows: [GateRow]) -> GateFinding {
    var finding = GateFinding(
      file: "\(name).yaml", scenario: name, lane: .exact, verdict: .differs, sentence: "it differs")
    finding.rows = rows
    finding.eventCount = events
    finding.run = "weir run \(name).yaml --seed 1"
    return finding
  }

  private static let findings = [
    finding(
      "large", events: 9000,
      [
        row("reorder-depth", "mean", "1", "900", .other, unit: "1"),
        row("post-to-seen", "mean", "0.2", "0.25", .latency),
        row("post-to-seen", "p99", "0.3", "0.6", .latency),
        row("messages", "n", "100", "101", .cost, unit: "1"),
      ]),
    finding("small", events: 90, [row("post-to-seen", "p99", "0.3", "0.31523", .latency)]),
    finding(
      "tiny", events: 9,
      [
        row("post-to-seen", "p99", "0.3", "0.2", .latency),
        row("converge-time", "max", "0.1", "0.2", .expected),
      ]),
  ]

  @Test func `each metric is a line in the order in which people feel it, with the smallest run`() {
    let changes = GateChange.all(of: Self.findings)
    #expect(
      changes.map(\.words) == [
        "converge-time max: worse, 100ms → 200ms (+100 %), in 1 scenario",
        "post-to-seen p99: worse, 300ms → 315ms (+5.1 %), in 3 scenarios, worse in 2",
        "messages n: more, 100 → 101 (+1 %), in 1 scenario",
        "reorder-depth mean: more, 1 → 900 (+89900 %), in 1 scenario",
      ])
    // The smallest run is better, and so shows nothing of what is worse.
    #expect(changes[1].finding.file == "small.yaml")
  }

  @Test func `the list stands on the screen and on the page, and what passed is not in it`() throws
  {
    var passed = Self.finding("fine", events: 1, [Self.row("lost", "n", "1", "2", .other)])
    passed.verdict = .pass
    let all = Self.findings + [passed]
    let text = GateReport(all).text
    #expect(text.hasPrefix("DIFFERS  3 of 4 scenarios\n\nWhat changed"))
    #expect(text.contains("    smallest: weir run small.yaml --seed 1\n"))
    #expect(!text.contains("lost"))
    let html = GatePage(all).html
    let heard = try #require(Heard.ofPage(html))
    for words in ["What changed", "in 3 scenarios, worse in 2", "weir run small.yaml --seed 1"] {
      #expect(heard.words.contains(words), "\(words)")
    }
    #expect(heard.elements.filter { $0 == "figure" }.count == 1)
    expectSnapshot(html, named: "gate.html")
  }

  @Test func `one scenario says itself what changed`() {
    #expect(!GateReport([Self.findings[1]]).text.contains("What changed"))
  }
}
