// SPDX-License-Identifier: GPL-3.0-or-later
import WeirReport
import WeirCore
import WeirRun

/// The findings of a gate as one page for a browser: the verdict, what failed and why, and for each
/// time gate the way in which its pairs came to decide.
///
///     let page = GatePage(findings, trials)
///     try WholeFile.write(page.html, to: "out/gate.html")
///
/// Like the page of a run it needs no network and no script, and is never larger than `Page/mostBytes`: of gates
/// that are too many to draw, those that failed are drawn.
package struct GatePage: Sendable {
  /// A trial of the time lane, with the scenario whose it is.
  package typealias Played = (scenario: String, trial: TimeTrial)

  /// The most changes in the table.
  static let mostChanges = 100
  /// The number of trials that are drawn at most.
  static let mostTrials = 12

  private let report: GateReport
  private let trials: [Played]

  /// Makes the page of what lanes found, with the trials of the time lane in the order in which they were played.
  package init(_ findings: [GateFinding], _ trials: [Played] = []) {
    report = GateReport(findings)
    self.trials = trials
  }

  /// The page.
  package var html: String {
    Markup.page("\(report.verdict.rawValue) · \(ProgramName.current) gate", main)
  }

  private func main(_ markup: inout Markup) {
    heading(&markup)
    let bad = report.findings.filter { !$0.verdict.isGood }
    let good = report.findings.filter(\.verdict.isGood)
    changes(&markup)
    if !bad.isEmpty {
      markup.section("What is wrong") { markup in for one in bad { write(one, &markup) } }
    }
    let drawn = self.drawn
    if !drawn.isEmpty {
      markup.section("How the pairs decided") { markup in
        if drawn.count < trials.count {
          markup.element(
            "p", "Drawn are \(drawn.count) of \(trials.count) trials; pairs.csv has all.")
        }
        markup.element("div", ["class": "figures"]) { markup in
          var number = 0
          for (name, trial) in drawn {
            for figure in [trial.decisionFigure(of: name), trial.stripFigure(of: name)] {
              number += 1
              figure?.write(&markup, number: number)
            }
          }
        }
      }
    }
    if !good.isEmpty {
      markup.section("What is well") { markup in for one in good { write(one, &markup) } }
    }
  }

  private func heading(_ markup: inout Markup) {
    let bad = report.findings.count { !$0.verdict.isGood }
    let all = GateReport.count(report.findings.count, "scenario")
    markup.verdict(
      report.verdict.rawValue, report.verdict.shade, report.verdict.sign,
      of: "\(ProgramName.current) gate",
      tally: [bad == 0 ? all : "\(bad) of \(all)"])
  }

  /// Writes the changes over all scenarios, as a table and as a plot.
  private func changes(_ markup: inout Markup) {
    let changes = GateChange.all(of: report.findings)
    if changes.isEmpty { return }
    markup.section("What changed") { markup in
      markup.element(
        "p",
        "Those things first that people feel most: what scenarios expect, then latency, cost and the rest. The"
          + " command runs the smallest scenario that shows it.")
      markup.table(
        ["number", "", "was", "is", "change", "where", "smallest run"],
        changes.prefix(Self.mostChanges).map { change in
          let row = change.row
          return [
            row.name, row.change, row.sides.base, row.sides.head,
            row.growth.map(Share.signed) ?? "", change.scenarioWords, change.finding.run,
          ]
        }, caption: "Changes of the exact lane", numbersFrom: 2, numbersUntil: 5)
      if changes.count > Self.mostChanges {
        markup.element(
          "p", "… and \(GateReport.count(changes.count - Self.mostChanges, "more metric"))")
      }
      let bars = changes.compactMap { change in
        change.row.growth.map {
          ChangeFigure.Bar(
            name: change.row.name, middle: $0,
            shade: ChangeFigure.shade(of: change.row.change))
        }
      }
      ChangeFigure.figure(bars, about: "In the smallest run that shows it.")?
        .write(&markup, number: 0, isAlone: true)
    }
  }

  private func write(_ finding: GateFinding, _ markup: inout Markup) {
    markup.line()
    markup.element("h3") { markup in
      markup.element("span", ["class": finding.verdict.shade.name], finding.verdict.rawValue)
      markup.words("  \(finding.file) · \(finding.lane.rawValue)")
    }
    markup.element("p", finding.sentence)
    let rows = finding.shownRows.map { row in
      [
        row.name, row.change, row.sides.base, row.sides.head,
        row.growth.map(Share.signed) ?? "", row.reason,
      ]
    }
    if !rows.isEmpty {
      markup.table(
        ["what is not the same", "", "was", "is", "change", ""], rows, caption: finding.file,
        numbersFrom: 2, numbersUntil: 5)
    }
    if finding.hiddenRowCount > 0 {
      markup.element(
        "p", "… and \(GateReport.count(finding.hiddenRowCount, "more row")) in regressions.csv")
    }
    for note in finding.notes { markup.element("p", ["class": "quiet"], note) }
    if !finding.replay.isEmpty, !finding.verdict.isGood {
      markup.command(finding.replay, to: "To run the same again:")
    }
  }

  /// The trials to draw: those of gates that failed first, if there are too many.
  private var drawn: [Played] {
    let played = trials.filter { !$0.trial.pairs.isEmpty }
    if played.count <= Self.mostTrials { return played }
    let failed = Set(
      report.findings.filter { $0.lane == .time && !$0.verdict.isGood }.map(\.scenario))
    let ordered =
      played.filter { failed.contains($0.scenario) }
      + played.filter { !failed.contains($0.scenario) }
    return Array(ordered.prefix(Self.mostTrials))
  }
}

extension GateVerdict {
  /// The colour of the verdict; never the only sign of it.
  var shade: Shade {
    switch self {
    case .pass, .accepted: .good
    case .cannotTell, .nothing, .invalid, .rebase, .interrupted: .doubt
    case .differs, .slower, .broken, .missed, .notDeterministic, .refused: .bad
    }
  }

  /// A sign that stands for it.
  var sign: String { shade.sign }
}
