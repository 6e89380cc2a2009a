import WeirCore

/// What a gate says as one page for a browser: the verdict, what failed and why, and for each time gate how its pairs
/// came to decide.
///
///     let page = GatePage(findings, trials)
///     try WholeFile.write(page.html, to: "out/gate.html")
///
/// Like the page of a run it needs no network and no script, and is never larger than ``Page/mostBytes``: of gates
/// that are too many to draw, those that failed are drawn.
public struct GatePage: Sendable {
  /// A trial of the time lane, with the scenario whose it is.
  public typealias Played = (scenario: String, trial: TimeTrial)

  /// How many trials are drawn at most.
  static let mostTrials = 12

  private let report: GateReport
  private let trials: [Played]

  /// Makes the page of what lanes found, with the trials of the time lane in the order in which they were played.
  public init(_ findings: [GateFinding], _ trials: [Played] = []) {
    report = GateReport(findings)
    self.trials = trials
  }

  /// The page.
  public var html: String {
    Markup.page("\(report.verdict.rawValue) · weir gate", main)
  }

  private func main(_ markup: inout Markup) {
    heading(&markup)
    let bad = report.findings.filter { !$0.verdict.isGood }
    let good = report.findings.filter(\.verdict.isGood)
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
    markup.element("header") { markup in
      markup.element("p", ["class": "quiet"], "weir gate")
      markup.element("h1", ["class": report.verdict.shade.name]) { markup in
        markup.element("span", ["aria-hidden": "true"], report.verdict.sign + " ")
        markup.words(report.verdict.rawValue)
      }
      let all = GateReport.count(report.findings.count, "scenario")
      markup.element("p", ["class": "tally"], bad == 0 ? all : "\(bad) of \(all)")
    }
  }

  private func write(_ finding: GateFinding, _ markup: inout Markup) {
    markup.line()
    markup.element("h3") { markup in
      markup.element("span", ["class": finding.verdict.shade.name], finding.verdict.rawValue)
      markup.words("  \(finding.file) · \(finding.lane.rawValue)")
    }
    markup.element("p", finding.sentence)
    let rows = finding.shownRows.map { [$0.words] }
    if !rows.isEmpty {
      markup.table(["what is not the same"], rows, caption: finding.file)
    }
    if finding.hiddenRowCount > 0 {
      markup.element(
        "p", "… and \(GateReport.count(finding.hiddenRowCount, "more row")) in regressions.csv")
    }
    for note in finding.notes { markup.element("p", ["class": "quiet"], note) }
    if !finding.replay.isEmpty, !finding.verdict.isGood {
      markup.element("p", "To run the same again:")
      markup.element("pre", ["tabindex": "0"]) { $0.element("code", finding.replay) }
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
  var sign: String {
    switch shade {
    case .good: "✔"
    case .bad: "✘"
    default: "?"
    }
  }
}
