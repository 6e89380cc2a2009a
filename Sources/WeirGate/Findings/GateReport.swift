// SPDX-License-Identifier: GPL-3.0-or-later
import WeirReport
import WeirCore

/// The report of a gate in all its forms: for people, pull requests, build servers, programs.
///
///     let report = GateReport(findings)
///     report.text      // the verdict first, then what failed, then one line for the rest
///     report.junit     // one test case for each scenario and lane
///
/// No page holds a moment of the wall clock; those of exact runs are the same bytes each time.
package struct GateReport: Sendable {
  /// The finding of each lane about each scenario, in the order of the command line.
  package let findings: [GateFinding]

  /// Makes the report of some findings.
  package init(_ findings: [GateFinding]) { self.findings = findings }

  /// The greatest number of rows of a finding that are shown on the screen.
  static let shownRows = 8

  /// The most changes that are shown on the screen.
  static let shownChanges = 10

  /// The verdict on the whole, in a word: the worst of the findings' verdicts.
  package var verdict: GateVerdict {
    let order: [GateVerdict] = [
      .interrupted, .notDeterministic, .invalid, .refused, .nothing, .broken, .missed, .differs,
      .slower, .cannotTell, .rebase, .accepted, .pass,
    ]
    return order.first { verdict in findings.contains { $0.verdict == verdict } } ?? .nothing
  }

  /// The page for the screen.
  package var text: String {
    var page = TextPage()
    let bad = findings.filter { !$0.verdict.isGood }
    let good = findings.count - bad.count
    page.line(
      bad.isEmpty && !findings.isEmpty
        ? "\(verdict.rawValue)  \(Self.count(good, "scenario"))"
        : "\(verdict.rawValue)  \(bad.count) of \(Self.count(findings.count, "scenario"))")
    addChanges(to: &page)
    // Scenarios that were not run to the end need no page of their own.
    let stopped = bad.filter { $0.verdict == .interrupted }
    for finding in bad where finding.verdict != .interrupted { add(finding, to: &page) }
    if !stopped.isEmpty {
      page.gap()
      page.line(
        "not run to the end: \(Self.count(stopped.count, "scenario")), first \(stopped[0].file)")
    }
    let noted = findings.filter { $0.verdict.isGood && !$0.notes.isEmpty }
    if findings.count <= 3 {
      for finding in findings where finding.verdict.isGood { add(finding, to: &page) }
    } else {
      if !noted.isEmpty { page.gap() }
      for finding in noted {
        for note in finding.notes { page.line("  \(finding.file): \(note)") }
      }
      if good > 0, !bad.isEmpty {
        page.gap()
        page.line("\(Self.count(good, "other")) passed")
      }
    }
    return page.text
  }

  /// Adds the changes over all scenarios, those things first that people feel most; one scenario says it itself.
  private func addChanges(to page: inout TextPage) {
    let changes = GateChange.all(of: findings)
    guard Set(changes.map(\.finding.file)).count > 1 || changes.contains(where: { $0.count > 1 })
    else { return }
    page.gap()
    page.line("What changed, those things first that people feel most:")
    for change in changes.prefix(Self.shownChanges) {
      page.line("  \(change.words)")
      if !change.finding.run.isEmpty { page.line("    smallest: \(change.finding.run)") }
    }
    let more = changes.count - Self.shownChanges
    if more > 0 { page.line("  … and \(Self.count(more, "more metric"))") }
  }

  private func add(_ finding: GateFinding, to page: inout TextPage) {
    page.gap()
    page.line("\(finding.verdict.rawValue)  \(finding.file)  \(finding.lane.rawValue)")
    page.line("  \(finding.sentence)")
    for row in finding.shownRows { page.line("    \(row.words)") }
    if finding.hiddenRowCount > 0 {
      page.line("    … and \(Self.count(finding.hiddenRowCount, "more row"))")
    }
    for note in finding.notes { page.line("  \(note)") }
    if !finding.replay.isEmpty, !finding.verdict.isGood { page.line("  again: \(finding.replay)") }
  }

  static func count(_ number: Int, _ thing: String) -> String {
    "\(number) \(thing)\(number == 1 ? "" : "s")"
  }
}

extension GateFinding {
  /// The rows that a person should see: those that fail.
  var shownRows: [GateRow] { Array(seenRows.prefix(GateReport.shownRows)) }

  /// The number of rows that are not shown.
  var hiddenRowCount: Int { seenRows.count - shownRows.count }

  private var seenRows: [GateRow] {
    // What was not the same is worth a line even where it is let off; a pass of the clock is said already.
    rows.filter { lane == .exact || !["pass", "info"].contains($0.verdict) }
  }
}
