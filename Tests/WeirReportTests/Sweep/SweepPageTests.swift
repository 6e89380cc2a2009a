// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore
import WeirRun
import WeirScenario
import WeirSweep
import WeirTestSupport

import WeirReport

@Suite struct SweepPageTests {
  private static func result(
    _ seed: UInt64, _ verdict: SeedResult.Verdict = .pass, because: String = "row 3 is twice"
  ) -> SeedResult {
    var result = SeedResult(scenario: 0, seed: seed, verdict: verdict, words: "")
    let lists: Verdict =
      verdict == .broken
      ? .broken(at: Instant.zero + .seconds(2), because: Breach(because)) : .held
    result.findings = [
      Finding(checker: "lists", verdict: lists, opportunities: 10),
      Finding(checker: "hooks", verdict: .notReached, opportunities: 0),
    ]
    result.values = [Double(seed) * 1e8]
    return result
  }

  private static func report(
    _ results: [SeedResult], seeds: ClosedRange<UInt64>, name: String = "chat"
  ) -> SweepReport {
    var tally = SweepTally()
    for result in results { tally.add(result) }
    let part = SweepReport.Part(
      name: name, about: "A few phones.", file: "in/\(name).yaml", tally: tally)
    var report = SweepReport(parts: [part], seeds: seeds)
    for result in results { report.draw(result) }
    return report
  }

  private static let mixed = (1...40 as ClosedRange<UInt64>).map { seed in
    result(seed, [7, 23].contains(seed) ? .broken : seed == 11 ? .nothing : .pass)
  }

  @Test func `a sweep has a strip, its first broken seeds with their command, and its promises`()
    throws
  {
    let html = SweepPage(Self.report(Self.mixed, seeds: 1...40)).html
    let heard = try #require(Heard.ofPage(html), "the page is not well-formed")
    for words in [
      "BROKEN", "1 scenario, 40 runs, 3 failed", "seed 7",
      "lists broke at 2s, because row 3 is twice",
      "weir run in/chat.yaml --seed 23", "weir follow in/chat.yaml --seed 7", "hooks",
      "from left to right: 3 of 40 failed",
    ] {
      #expect(heard.words.contains(words), "\(words)")
    }
    #expect(
      !heard.elements.contains("script") && !html.contains("http:") && !html.contains("https:"))
    expectSnapshot(html, named: "sweep.html")
  }

  @Test
  func `of any number of seeds the strip has few cells, and a cell with a failure has failed`() {
    var strip = SeedStrip(1...1_000_000)
    for seed in [1, 4999, 5001, 1_000_000] as [UInt64] {
      strip.add(Self.result(seed, seed == 5001 ? .broken : .pass), isFailure: seed == 5001)
    }
    #expect(strip.cells.count == SeedStrip.mostCells && strip.width == 5000)
    #expect(strip.cells[0] == .init(count: 2) && strip.cells[1] == .init(count: 1, failed: 1))
    #expect(strip.cells.last == .init(count: 1))
    strip.add(Self.result(12_345, .nothing), isFailure: true)
    #expect(strip.cells[2] == .init(count: 1, failed: 1, empty: 1))
    strip.add(Self.result(0), isFailure: true)
    #expect(strip.cells.reduce(0) { $0 + $1.failed } == 2)
    let all = SeedStrip(0 ... .max)
    #expect(all.cells.count <= SeedStrip.mostCells)
    #expect(SeedStrip(5...9).cells.count == 5)
  }

  @Test
  func `points have a plot for each measure, a table, and one seed each of those that failed`()
    throws
  {
    let variations = [try Variation("network.delay=10ms..500ms")]
    var report = Self.report([], seeds: 1...2)
    report.measures = [try #require(Measure("post-to-seen.p99"))]
    report.parts = try SweepPoint.first(4, of: variations).map { point in
      var tally = SweepTally()
      for seed in [1, 2] as [UInt64] {
        tally.add(Self.result(seed, point.number == 2 ? .broken : .pass))
      }
      var part = SweepReport.Part(name: "chat", about: "Phones.", file: "chat.yaml", tally: tally)
      part.point = point
      return part
    }
    let heard = try #require(Heard.ofPage(SweepPage(report).html))
    #expect(heard.words.contains("post-to-seen.p99 against network.delay"))
    #expect(heard.words.contains("chat · point 2") && !heard.words.contains("chat · point 3"))
    #expect(heard.words.contains("and 1 more: sweep.csv has all"))
    #expect(heard.words.contains("--set network.delay="))
    #expect(heard.elements.filter { $0 == "circle" }.count == 4)
  }

  @Test func `names and reasons cannot become part of the page, and it stays small`() throws {
    let evil = "</title><script>alert('x')</script>&\"\u{202E}"
    let results = (1...3000 as ClosedRange<UInt64>).map {
      Self.result($0, .broken, because: evil)
    }
    var report = Self.report(results, seeds: 1...3000, name: evil)
    report.settings = [evil]
    report.parts = Array(repeating: report.parts[0], count: 300)
    let html = SweepPage(report).html
    let heard = try #require(Heard.ofPage(html))
    #expect(!heard.elements.contains("script") && heard.words.contains("<script>alert('x')"))
    #expect(html.utf8.count <= Page.mostBytes, "\(html.utf8.count)")
    #expect(heard.words.contains("Drawn are 24 of 300 scenarios"))
  }
}
