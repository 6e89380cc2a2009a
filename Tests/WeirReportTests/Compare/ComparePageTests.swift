// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirRun
import WeirTestSupport

import WeirReport

@Suite struct ComparePageTests {
  private static func results(_ name: String, _ rows: [String]) throws -> Results {
    let header = "schema_version,scenario,seed,metric,group,unit,kind,n,mean,p99"
    var results = Results(named: name)
    try results.addMetrics(
      Array(([header] + rows).map { $0 + "\r\n" }.joined().utf8), file: "\(name)/metrics.csv")
    return results
  }

  private static func rows(_ factor: Double, gone: Bool = false) -> [String] {
    (1...8).flatMap { seed -> [String] in
      let p99 = (0.3 + Double(seed) / 100) * factor
      return [
        "1,chat,\(seed),reorder-depth,all,1,exact,5,\(2 * factor),",
        "1,chat,\(seed),messages,all,1,cost,\(100 + seed + (factor > 1 ? 1 : 0)),,",
        "1,chat,\(seed),post-to-seen,all,s,exact,57,0.2,\(p99)",
      ] + (gone ? [] : ["1,chat,\(seed),lost,all,1,exact,3,,"])
    }
  }

  @Test func `what people feel comes first, with before, after, interval and verdict`() throws {
    let comparison = Comparison(
      base: try Self.results("a", Self.rows(1)),
      head: try Self.results("b", Self.rows(1.25, gone: true)))
    let told = comparison.sortedRows.filter { $0.verdict != .pass }
    #expect(
      told.map { "\($0.metric) \($0.statistic)" }
        == ["post-to-seen p99", "messages count", "reorder-depth mean", "lost count"])
    let html = ComparePage(comparison).html
    let heard = try #require(Heard.ofPage(html), "the page is not well-formed")
    for words in [
      "DIFFERENT", "differs (worse)", "345ms", "431ms", "+25 %", "missing",
      "8 pairs rose and 0 fell of 8",
    ] {
      #expect(heard.words.contains(words), "\(words)")
    }
    #expect(html.utf8.count <= Page.mostBytes && !heard.elements.contains("script"))
    expectSnapshot(html, named: "compare.html")
  }

  @Test func `the same numbers are said to be the same, and no name becomes part of the page`()
    throws
  {
    let evil = "</title><script>alert('x')</script>"
    let base = try Self.results(evil, Self.rows(1))
    let heard = try #require(Heard.ofPage(ComparePage(Comparison(base: base, head: base)).html))
    #expect(heard.words.contains("SAME") && !heard.words.contains("What differs"))
    #expect(!heard.elements.contains("script") && heard.words.contains(evil))
  }
}
