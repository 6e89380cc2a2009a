// SPDX-License-Identifier: GPL-3.0-or-later
import WeirReport
import WeirCore
import WeirStatistics

/// The changes of numbers over the runs of a gate.
///
///     let trend = Trend(try GateTable.read(bytes, named: "history.csv"))
///     trend.text  // each change with the commit that has it first
///
/// An exact number changes when it is another one. The growth that the time lane measures is noisy, so it is
/// searched for changes of level that shuffles of the same values rarely show. All of it is advice: a gate
/// says what must not be merged, a trend says where to look.
package struct Trend: Hashable, Sendable {
  /// A number that changed.
  package struct Change: Hashable, Sendable {
    /// The scenario.
    package var scenario: String
    /// The metric and which number of it.
    package var name: String
    /// The head at the first run with the new value: a commit.
    package var head: String
    /// The value before.
    package var before: String
    /// The value since.
    package var after: String
    /// The share of shuffles that show as much; nil for exact numbers.
    package var probability: Double?
  }

  /// The changes, by scenario and metric in the order in which they were first seen.
  package let changes: [Change]
  /// The number of series that were looked at.
  package let seriesCount: Int

  private struct Series {
    var names: [String]
    var rows: [GateTable.Row]
  }

  /// Looks through a history, the oldest run first.
  package init(_ rows: [GateTable.Row], alpha: Double = 0.01) {
    var series: [Series] = []
    var places = SortedMap<UInt64, Int>()
    for row in rows {
      let names = [row["scenario"], row["group"], row["metric"], row["stat"], row["clock"]]
      guard !row["metric"].isEmpty, row["stat"] != "verdict" || row["class"] == "exact" else {
        continue
      }
      var digest = Digest()
      for name in names { digest.absorb(name) }
      let place = places[digest.word] ?? series.count
      if place == series.count {
        places.set(place, for: digest.word)
        series.append(Series(names: names, rows: []))
      }
      series[place].rows.append(row)
    }
    seriesCount = series.count
    changes = series.enumerated().flatMap { number, series in
      series.rows.first?["class"] == "time"
        ? Self.levels(series, alpha, seed: UInt64(number)) : Self.exactly(series)
    }
  }

  private static func exactly(_ series: Series) -> [Change] {
    var changes: [Change] = []
    var before: String?
    for row in series.rows {
      // A row of an exact gate says what the baseline had, which is the level before it.
      let old = row["base_value"].isEmpty ? before : row["base_value"]
      if let old, old != row["head_value"], row["head_value"] != before {
        changes.append(change(series, row, before: old, after: row["head_value"], nil))
      }
      before = row["head_value"]
    }
    return changes
  }

  private static func levels(_ series: Series, _ alpha: Double, seed: UInt64) -> [Change] {
    let measured = series.rows.filter { Double($0["delta_pct"])?.isFinite == true }
    let values = measured.compactMap { Double($0["delta_pct"]) }
    return ChangePoints(of: values, alpha: alpha, seed: seed).points.map { point in
      change(
        series, measured[point.index], before: Share.signed(point.before / 100),
        after: Share.signed(point.after / 100), point.probability)
    }
  }

  private static func change(
    _ series: Series, _ row: GateTable.Row, before: String, after: String, _ probability: Double?
  ) -> Change {
    let group = series.names[1] == "all" ? "" : " (\(series.names[1]))"
    return Change(
      scenario: series.names[0], name: "\(series.names[2])\(group) \(series.names[3])",
      head: row["head_ref"].isEmpty ? row["run_id"] : row["head_ref"], before: before,
      after: after, probability: probability)
  }

  /// The changes for people.
  package var text: String {
    var page = TextPage()
    let scenarios = changes.reduce(into: [String]()) { names, change in
      if !names.contains(change.scenario) { names.append(change.scenario) }
    }
    page.line(
      changes.isEmpty
        ? "no change in \(GateReport.count(seriesCount, "series"))"
        : "\(GateReport.count(changes.count, "change")) in \(seriesCount) series")
    for scenario in scenarios {
      page.gap()
      page.line(scenario)
      page.table(
        [["number", "since", "was", "is", "chance"]]
          + changes.filter { $0.scenario == scenario }.map { change in
            [
              change.name, change.head.isEmpty ? "?" : change.head, change.before, change.after,
              change.probability.map(Share.unsigned) ?? "exact",
            ]
          }, aligned: [.left, .left, .right, .right, .right])
    }
    return page.text
  }
}
