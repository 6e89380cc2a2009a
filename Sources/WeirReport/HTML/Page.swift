// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirCore
package import WeirMetrics
import WeirRun
import WeirScenario

/// The report of a run as one page for a browser, with everything in it: no network, no script.
///
///     let page = Page(report, timeline: timeline, distributions: world.distributions())
///     try WholeFile.write(page.html, to: "Reports/latest/first-steps/report.html")
///
/// The verdict comes first, then what broke in plain sentences with the command that runs the same again,
/// then plots, each with its numbers behind it. It can be read on a phone, in the dark, and by a screen
/// reader. The same build, scenario and seed give the same bytes; no page is larger than ``mostBytes``.
package struct Page: Sendable {
  /// The number of bytes that a page has at most.
  package static let mostBytes = 300_000

  let report: Report
  let timeline: RunTimeline
  let distributions: [MetricDistribution]

  /// Makes the page of a run from what it found and what was gathered while it went on.
  package init(_ report: Report, timeline: RunTimeline, distributions: [MetricDistribution]) {
    self.report = report
    self.timeline = timeline
    self.distributions = distributions
  }

  var outcome: Outcome { report.outcome }

  /// The page.
  package var html: String {
    Markup.page(
      "\(report.verdict.rawValue) · \(outcome.scenario.name) · seed \(outcome.seed)", main)
  }

  private func main(_ markup: inout Markup) {
    heading(&markup)
    judgement(&markup)
    if let failure = timeline.failure {
      markup.section("Before it broke") { SpaceTime(failure, names: timeline.names).write(&$0) }
    }
    let figures = self.figures
    markup.section("What happened") { markup in
      if figures.isEmpty { markup.element("p", "Nothing was measured that could be drawn.") }
      if !figures.isEmpty, let words = restWords { markup.element("p", words) }
      markup.element("div", ["class": "figures"]) { markup in
        for (number, figure) in figures.enumerated() { figure.write(&markup, number: number + 1) }
      }
    }
    markup.section("All numbers", metricsTable)
    markup.section("Where it comes from", origin)
  }

  private func heading(_ markup: inout Markup) {
    markup.verdict(
      report.verdict.rawValue, report.verdict.shade, report.verdict.sign,
      of: "weir · \(outcome.scenario.name) · seed \(outcome.seed)",
      tally: [report.caughtTally, report.tallyWords].compactMap { $0 }
    ) { $0.element("p", outcome.scenario.about) }
  }
}

extension Report {
  /// The promises that broke as they should in a run that is wrong on purpose; nil of all other
  /// runs.
  ///
  /// A pass above promises that broke needs a word of explanation.
  var caughtTally: String? {
    let broken = outcome.findings.filter(\.verdict.isBroken).map(\.checker)
    guard verdict == .pass, !broken.isEmpty else { return nil }
    let wanted = outcome.scenario.expectations.compactMap { expectation -> String? in
      if case .broken(let name) = expectation.subject { name } else { nil }
    }
    let others = broken.filter { !wanted.contains($0) }
    return (outcome.scenario.isWrongOnPurpose ? "Wrong on purpose, and caught: " : "")
      + "\(wanted.joined(separator: ", ")) broke, as expected"
      + (others.isEmpty ? "." : "; with it broke \(others.joined(separator: ", ")).")
  }
}

extension Report.Verdict {
  /// The colour of the verdict; never the only sign of it.
  var shade: Shade {
    switch self {
    case .pass: .good
    case .broken, .missed: .bad
    case .nothing, .interrupted: .doubt
    }
  }

  /// A sign that stands for it.
  var sign: String { shade.sign }
}
