// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirMetrics
import WeirRun
import WeirTestSupport

import WeirReport

@Suite struct RunsPageTests {
  @Test func `what did not pass comes first, and each run is linked with its figures`() throws {
    let report = Report(try Watched(Watched.room()).outcome, file: "a.yaml")
    var good = RunsPage.Entry(file: "a.yaml", verdict: "PASS")
    good.add(report, folder: "a b/#1?", hasPage: true)
    var plain = RunsPage.Entry(file: "p.yaml", verdict: "NOTHING MEASURED")
    plain.add(report, folder: "javascript:p", hasPage: false)
    let bad = RunsPage.Entry(file: "<b>.yaml", verdict: "REFUSED")
    let html = RunsPage(
      [good, plain, bad], verdict: "REFUSED", tally: "3 scenarios: 1 passed"
    ).html
    let heard = try #require(Heard.ofPage(html), "the page is not well-formed")
    #expect(heard.attributes.contains("./a%20b/%231%3F/report.html"))
    #expect(heard.attributes.contains("./javascript%3Ap/report.txt"))
    let places = try ["<b>.yaml", "p.yaml", "a.yaml"].map {
      try #require(heard.words.range(of: $0)?.lowerBound)
    }
    #expect(places == places.sorted())
    #expect(
      heard.words.contains("3 scenarios: 1 passed") && heard.words.contains("Phones in a room."))
    let p99 = try #require(report.outcome.metric("post-to-seen")?.p99)
    #expect(heard.words.contains(Interval(nanoseconds: Int64(p99)).rounded))
    #expect(!heard.elements.contains("b"))
    let refused = RunsPage([bad], verdict: "REFUSED", tally: "2 scenarios: 1 wrong, 1 not run")
    expectSnapshot(refused.html, named: "runs.html")
  }
}
