// SPDX-License-Identifier: GPL-3.0-or-later
import WeirReport
import WeirRun

extension GateFinding {
  /// Makes the finding of the exact lane about a scenario that was compared with its baseline.
  package init(
    file: String, comparison: BaselineComparison, head: Baseline, base: Baseline,
    allowing allowances: [BaselineComparison.Allowance]
  ) {
    self.init(
      file: file, scenario: head.scenario, lane: .exact, verdict: comparison.verdict,
      sentence: Self.sentence(comparison))
    notes += comparison.foreign.prefix(4)
    if let words = comparison.uncounted { notes.append(words) }
    if let words = comparison.libraries { notes.append(words) }
    if verdict == .rebase {
      notes.append(
        "read what changed, then: \(ProgramName.current) gate --accept --reason \"…\" \(file)")
    }
    rows = comparison.rows.map { GateRow($0, allowances) }
    if !comparison.isSameTrace {
      var row = GateRow(
        verdict: comparison.verdict == .rebase
          ? "rebase" : comparison.verdict == .pass ? "info" : "fail",
        metric: "trace", stat: "digest", unit: "", kind: "exact", clock: "virtual")
      (row.base, row.head, row.thresholdKind) = (base.digest, head.digest, "equal")
      rows.append(row)
    }
    if comparison.verdict == .rebase {
      for place in rows.indices { rows[place].verdict = "rebase" }
    }
    sameCount = comparison.sameCount + (comparison.isSameTrace ? 1 : 0)
    eventCount = head.entries.first { $0.metric == "events" && $0.stat == "n" }
      .flatMap { Int($0.value) }
  }

  private static func sentence(_ comparison: BaselineComparison) -> String {
    func count(_ change: BaselineComparison.Change) -> Int {
      comparison.rows.count { $0.change == change }
    }
    let first = comparison.rows.first?.words ?? ""
    switch comparison.verdict {
    case .rebase:
      return "the baseline is of another making, so that nothing can be compared"
    case .invalid:
      return "\(count(.missing)) numbers of the baseline are not reported any more, first \(first)"
    case .nothing:
      return "there are no samples any more where there were some: \(first)"
    case .differs where count(.differs) == 0:
      return "every number is the same, but things happened in another order"
    case .differs:
      let others = count(.differs) - 1
      let more = others > 0 ? ", and \(others) other number\(others == 1 ? "" : "s")" : ""
      return "\(first)\(more)"
    default:
      var words = "\(comparison.sameCount) numbers are the same"
      if count(.allowed) > 0 { words += ", \(count(.allowed)) within what is allowed" }
      if count(.new) > 0 { words += ", \(count(.new)) new ones that the baseline lacks" }
      return words
    }
  }
}

extension GateRow {
  /// A number that is not the same.
  init(_ row: BaselineComparison.Row, _ allowances: [BaselineComparison.Allowance]) {
    let verdict =
      switch row.change {
      case .differs, .emptied: "fail"
      case .allowed: "pass"
      case .missing: "missing"
      case .new: "new"
      }
    self.init(
      verdict: verdict, metric: row.entry.metric, stat: row.entry.stat, unit: row.entry.unit,
      kind: row.entry.kind.rawValue, clock: "virtual")
    (base, head, growth, group) = (row.base, row.head, row.growth, row.entry.group)
    concern = row.concern
    direction = Direction(of: metric, stat).rawValue
    reason = row.change == .emptied ? "no samples any more" : ""
    let allowance = allowances.last { $0.metric == row.entry.metric }
    thresholdKind = allowance == nil ? "equal" : "allow"
    threshold = allowance?.share
    method = "equality"
  }

  /// A number that is accepted as it is now.
  package init(accepted row: BaselineComparison.Row) {
    self.init(row, [])
    verdict = "info"
  }

  /// The name of the number.
  var name: String {
    (group == "all" ? metric : "\(metric) (\(group))") + (stat.isEmpty ? "" : " \(stat)")
  }

  /// The direction of the change in a word: `better` or `worse`, where neither applies `more` or `less`; empty where
  /// there is nothing to compare.
  var change: String {
    guard let base, let head, base != head else { return "" }
    if let was = Double(base), let now = Double(head) {
      return (Direction(rawValue: direction) ?? .neither).word(now - was)
    }
    guard stat == "verdict" else { return "" }
    if base == "held", head.hasPrefix("broken") { return "worse" }
    return base.hasPrefix("broken") && head == "held" ? "better" : "other"
  }

  /// The number before and after, to three digits that count.
  var sides: (base: String, head: String) {
    guard let base, let head else {
      return (
        base.map { ThreeDigits.one($0, unit: unit) } ?? "–",
        head.map { ThreeDigits.one($0, unit: unit) } ?? "–"
      )
    }
    return ThreeDigits.pair(base, head, unit: unit)
  }

  /// The row in words.
  var words: String {
    let share = growth.map { "   \(Share.signed($0))" } ?? ""
    let word = ["better", "worse"].contains(change) ? "   \(change)" : ""
    return "\(name): \(sides.base) → \(sides.head)\(share)\(word)"
      + (reason.isEmpty ? "" : "   \(reason)")
  }
}
