import WeirCheck
import WeirCore
public import WeirRun
import WeirScenario

/// The report of a run as one page for a browser, with everything in it: no network, no script.
///
///     let page = Page(report, chronicle: chronicle, distributions: world.distributions())
///     try WholeFile.write(page.html, to: "Reports/latest/first-steps/report.html")
///
/// The verdict comes first, then what broke in plain sentences with the command that runs the same again,
/// then plots, each with its numbers behind it. It can be read on a phone, in the dark, and by a screen
/// reader. The same build, scenario and seed give the same bytes; no page is larger than ``mostBytes``.
public struct Page: Sendable {
  /// How many bytes a page has at most.
  public static let mostBytes = 300_000

  let report: Report
  let chronicle: Chronicle
  let distributions: [MetricDistribution]

  /// Makes the page of a run from what it found and what was gathered while it went on.
  public init(_ report: Report, chronicle: Chronicle, distributions: [MetricDistribution]) {
    self.report = report
    self.chronicle = chronicle
    self.distributions = distributions
  }

  var outcome: Outcome { report.outcome }

  /// The page.
  public var html: String {
    var markup = Markup()
    markup.own("<!DOCTYPE html>\n")
    markup.element("html", ["lang": "en"]) { html in
      html.element("head", [:], head)
      html.line()
      html.element("body") { body in
        body.element("main", [:], main)
      }
    }
    markup.line()
    return markup.text
  }

  private func head(_ markup: inout Markup) {
    markup.empty("meta", ["charset": "utf-8"])
    markup.empty(
      "meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
    // Nothing is fetched and nothing runs, whatever a scenario's words say.
    markup.empty(
      "meta",
      [
        "http-equiv": "Content-Security-Policy",
        "content": "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
      ])
    markup.element(
      "title", "\(report.verdict.rawValue) · \(outcome.scenario.name) · seed \(outcome.seed)")
    markup.element("style") { $0.style() }
  }

  private func main(_ markup: inout Markup) {
    heading(&markup)
    judgement(&markup)
    if let failure = chronicle.failure {
      section("Before it broke", &markup) { SpaceTime(failure, lists: chronicle.lists).write(&$0) }
    }
    let figures = self.figures
    section("What happened", &markup) { markup in
      if figures.isEmpty { markup.element("p", "Nothing was measured that could be drawn.") }
      markup.element("div", ["class": "figures"]) { markup in
        for (number, figure) in figures.enumerated() { figure.write(&markup, number: number + 1) }
      }
    }
    section("All numbers", &markup, metricsTable)
    section("Where it comes from", &markup, origin)
  }

  private func section(
    _ title: String, _ markup: inout Markup, _ inside: (inout Markup) -> Void
  ) {
    markup.line()
    markup.element("section") { markup in
      markup.element("h2", title)
      inside(&markup)
    }
  }

  private func heading(_ markup: inout Markup) {
    markup.element("header") { markup in
      markup.element(
        "p", ["class": "quiet"], "weir · \(outcome.scenario.name) · seed \(outcome.seed)")
      markup.element("h1", ["class": report.verdict.shade.name]) { markup in
        markup.element("span", ["aria-hidden": "true"], report.verdict.sign + " ")
        markup.words(report.verdict.rawValue)
      }
      markup.element("p", ["class": "tally"], report.tallyWords)
      markup.element("p", outcome.scenario.about)
    }
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
  var sign: String {
    switch self {
    case .pass: "✔"
    case .broken, .missed: "✘"
    case .nothing, .interrupted: "?"
    }
  }
}
