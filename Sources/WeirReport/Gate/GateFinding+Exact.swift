extension GateFinding {
  /// What the exact lane says of a scenario that was held against its baseline.
  public init(
    file: String, comparison: BaselineComparison, head: Baseline, base: Baseline,
    allowing allowances: [BaselineComparison.Allowance]
  ) {
    self.init(
      file: file, scenario: head.scenario, lane: .exact, verdict: comparison.verdict,
      sentence: Self.sentence(comparison))
    notes += comparison.foreign.prefix(4)
    if let words = comparison.uncounted { notes.append(words) }
    if verdict == .rebase {
      notes.append("read what changed, then: weir gate --accept --reason \"…\" \(file)")
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
    reason = row.change == .emptied ? "no samples any more" : ""
    let allowance = allowances.last { $0.metric == row.entry.metric }
    thresholdKind = allowance == nil ? "equal" : "allow"
    threshold = allowance?.share
    method = "equality"
  }

  /// A number that is accepted as it is now.
  public init(accepted row: BaselineComparison.Row) {
    self.init(row, [])
    verdict = "info"
  }

  /// The row in words.
  var words: String {
    let name = (group == "all" ? metric : "\(metric) (\(group))") + (stat.isEmpty ? "" : " \(stat)")
    let ending = unit == "1" || unit.isEmpty ? "" : " \(unit)"
    let share = growth.map { "   \(Share.signed($0))" } ?? ""
    return "\(name): \(base ?? "–") → \(head ?? "–")\(ending)\(share)"
      + (reason.isEmpty ? "" : "   \(reason)")
  }
}
