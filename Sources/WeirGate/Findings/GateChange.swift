// SPDX-License-Identifier: GPL-3.0-or-later
import WeirReport

/// A metric that is not what it was, over all scenarios of a gate: the number of it that people feel most.
///
///     GateChange.all(of: findings).first?.words
///     // "post-to-seen p99: worse, 315ms → 402ms (+27.6 %), in 3 scenarios"
///
/// One change of behaviour moves hundreds of numbers in dozens of scenarios. Here each metric is one line, in the order
/// of ``Concern``, with the smallest run that shows it, which is the one to look at.
package struct GateChange {
  /// The number, as the smallest run has it.
  package let row: GateRow
  /// The finding of the smallest run.
  package let finding: GateFinding
  /// The number of scenarios in which it is worse, and of those in which it changed at all.
  package let worseCount: Int
  package let count: Int

  /// Returns every change of exact findings, those that people feel most first.
  package static func all(of findings: [GateFinding]) -> [GateChange] {
    var names: [String] = []
    var rows: [String: [(row: GateRow, finding: GateFinding)]] = [:]
    for finding in findings where finding.lane == .exact && !finding.verdict.isGood {
      var seen: Set<String> = []
      for row in finding.rows.filter({ $0.verdict == "fail" && $0.base != nil && $0.head != nil })
        .sorted(by: precedes)
      {
        // A run's most telling number of a metric; its others move with it.
        guard row.group == "all", row.metric != "trace", seen.insert(row.metric).inserted else {
          continue
        }
        if rows[row.metric] == nil { names.append(row.metric) }
        rows[row.metric, default: []].append((row, finding))
      }
    }
    let changes = names.compactMap { rows[$0].flatMap(change) }
    return changes.enumerated().sorted { a, b in
      let (x, y) = (a.element, b.element)
      if x.row.concern != y.row.concern { return x.row.concern < y.row.concern }
      if x.worseCount != y.worseCount { return x.worseCount > y.worseCount }
      let (p, q) = (abs(x.row.growth ?? .infinity), abs(y.row.growth ?? .infinity))
      return p != q ? p > q : a.offset < b.offset
    }.map(\.element)
  }

  /// Returns the finding that speaks for a metric: of runs that are worse, or of all if none is,
  /// the one with the fewest events.
  private static func change(
    _ all: [(row: GateRow, finding: GateFinding)]
  ) -> GateChange? {
    let worse = all.filter { $0.row.change == "worse" }
    let most = (worse.isEmpty ? all : worse).enumerated().min { a, b in
      let (x, y) = (a.element, b.element)
      if x.row.concern != y.row.concern { return x.row.concern < y.row.concern }
      let (p, q) = (x.finding.eventCount ?? .max, y.finding.eventCount ?? .max)
      return p != q ? p < q : a.offset < b.offset
    }
    return most.map {
      GateChange(
        row: $0.element.row, finding: $0.element.finding, worseCount: worse.count, count: all.count)
    }
  }

  private static func precedes(_ a: GateRow, _ b: GateRow) -> Bool {
    if a.concern != b.concern { return a.concern < b.concern }
    return Concern.rank(of: a.stat) < Concern.rank(of: b.stat)
  }

  /// The number of scenarios, in words.
  package var scenarioWords: String {
    let words = GateReport.count(count, "scenario")
    guard row.change == "worse", worseCount < count else { return "in \(words)" }
    return "in \(words), worse in \(worseCount)"
  }

  /// The change in words.
  package var words: String {
    let share = row.growth.map { " (\(Share.signed($0)))" } ?? ""
    let change = row.change.isEmpty ? "" : "\(row.change), "
    return "\(row.name): \(change)\(row.sides.base) → \(row.sides.head)\(share), \(scenarioWords)"
  }
}
