// SPDX-License-Identifier: GPL-3.0-or-later
import WeirTrace
import WeirCheck
import WeirCore
import WeirMetrics
import WeirRun
import WeirScenario

extension Page {
  /// Writes the broken promises in sentences, with the command; then the promises and expectations,
  /// failing ones first.
  func judgement(_ markup: inout Markup) {
    markup.line()
    markup.element("section") { markup in
      markup.element("h2", report.verdict == .pass ? "What it means" : "What is wrong")
      for words in report.advice { markup.element("p", words) }
      differences(&markup)
      facts(&markup)
      markup.command(report.replay, to: "To run the same again:")
      promises(&markup)
      expectations(&markup)
    }
  }

  /// Writes the first row in which a list differs from the server's data, as a table.
  private func differences(_ markup: inout Markup) {
    for finding in outcome.findings {
      guard let difference = finding.verdict.breach?.difference else { continue }
      markup.element("p", "The first row that differs (\(finding.checker)):")
      markup.table(
        ["list", "row", "the server has", "\(difference.holder) shows"],
        [difference.cells(in: timeline.names.lists)], caption: "The first row that differs")
    }
  }

  /// Writes the two facts that contradict each other, and the command that follows the message.
  private func facts(_ markup: inout Markup) {
    guard let breach = timeline.failure?.finding.verdict.breach else { return }
    let facts = [breach.first, breach.second].compactMap { $0 }
    if facts.count == 2 {
      markup.element("p", "What contradicts each other:")
      markup.element("ul", [:]) { list in
        for fact in facts { list.element("li", fact.description) }
      }
    }
    if breach.journey != 0 {
      markup.element(
        "p",
        "Journey \(breach.journey) is the one to follow: `\(ProgramName.current) follow` with this file, this seed and"
          + " \(breach.journey) tells its life.")
    }
  }

  private func promises(_ markup: inout Markup) {
    let broken = outcome.findings.filter(\.verdict.isBroken)
    let others = outcome.findings.filter { !$0.verdict.isBroken }
    func rows(_ findings: [Finding]) -> [[String]] {
      findings.map { finding in
        let words =
          switch finding.verdict {
          case .held: "held"
          case .notReached: "not reached"
          case .unknown(let reason): "unknown, because \(reason)"
          case .broken(let instant, let reason): "broken at \(instant.shortly), because \(reason)"
          }
        return [finding.checker, words, grouped(finding.opportunities)]
      }
    }
    let heading = ["promise", "verdict", "looked at"]
    if !broken.isEmpty {
      markup.table(heading, rows(broken), caption: "Promises that broke", numbersFrom: 2)
    }
    if !others.isEmpty {
      let held = others.filter { $0.verdict == .held }.count
      let unknown = others.filter { !$0.verdict.isJudged && $0.verdict != .notReached }.count
      let rest = others.count - held - unknown
      let words =
        "\(held) promises held" + (rest == 0 ? "" : ", \(rest) not reached")
        + (unknown == 0 ? "" : ", \(unknown) unknown")
      markup.details(words) { $0.table(heading, rows(others), caption: words, numbersFrom: 2) }
    }
  }

  private func expectations(_ markup: inout Markup) {
    if outcome.expectations.isEmpty { return }
    let missed = outcome.expectations.filter { $0.result != .met }
    let met = outcome.expectations.filter { $0.result == .met }
    func rows(_ results: [ExpectationResult]) -> [[String]] {
      results.map { result in
        let word =
          switch result.result {
          case .met: "met"
          case .missed: "missed"
          case .nothingMeasured: "nothing measured"
          }
        return [result.words, result.measured, word]
      }
    }
    let heading = ["expected", "measured", ""]
    if !missed.isEmpty {
      markup.table(heading, rows(missed), caption: "Expectations that were not met")
    }
    if !met.isEmpty {
      let words = met.count == 1 ? "1 expectation met" : "\(met.count) expectations met"
      markup.details(words) { $0.table(heading, rows(met), caption: words) }
    }
  }

  /// Writes the table of every metric.
  func metricsTable(_ markup: inout Markup) {
    let times = outcome.metrics.filter { $0.metric.kind == .duration && $0.count > 0 }
    let heading = [
      "metric", "of", "n", "mean", "95 % of the mean", "p50", "p90", "p95", "p99", "p99.9", "max",
    ]
    let rows = times.prefix(Self.mostRows).map { row in
      [
        row.metric.name, row.label, grouped(row.count), Figure.time(row.mean),
        Figure.interval(row), Figure.time(row.p50), Figure.time(row.p90), Figure.time(row.p95),
        Figure.time(row.p99), Figure.time(row.p999), Figure.time(row.greatest),
      ]
    }
    markup.details("\(times.count) lengths of time") {
      $0.table(heading, rows, caption: "Lengths of virtual time", numbersFrom: 2)
    }
    let others = outcome.metrics.filter { $0.metric.kind != .duration }
    let said = others.prefix(Self.mostRows).map { row in
      let value =
        switch row.metric.kind {
        case .count: grouped(row.count)
        case .ratio, .rate, .amount, .duration:
          row.mean.map { Decimal($0, places: 4).description } ?? ""
        }
      let limits =
        row.low.flatMap { low in
          row.high.map { "\(Decimal(low, places: 4)) to \(Decimal($0, places: 4))" }
        } ?? ""
      return [row.metric.name, row.label, value, limits, row.metric.about]
    }
    markup.details("\(others.count) counts, shares and rates") {
      $0.table(
        ["metric", "of", "value", "95 %", "what it is"], Array(said),
        caption: "Counts, shares and rates",
        numbersFrom: 2, numbersUntil: 4)
    }
  }

  /// The most rows of a table.
  static let mostRows = 200

  /// Writes the origin of the page.
  func origin(_ markup: inout Markup) {
    var rows = [
      ["scenario", report.file], ["seed", "\(outcome.seed)"],
      ["digest of the trace", "\(outcome.digest)"],
      ["events", grouped(outcome.events)], ["steps", grouped(outcome.steps)],
      ["virtual time", outcome.ended.shortly],
    ]
    if !report.settings.isEmpty {
      rows.insert(["set on the command line", report.settings.joined(separator: ", ")], at: 1)
    }
    if timeline.stepCount != outcome.steps {
      rows.append([
        "looked at for this page",
        "\(grouped(timeline.stepCount)) of \(grouped(outcome.steps)) steps",
      ])
    }
    markup.table(["what", "value"], rows, caption: "Origin of this page")
    markup.element(
      "p", ["class": "quiet"],
      "All times are virtual: they have no noise, and no machine's clock is on this page.")
  }
}
