// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirMetrics
import WeirRun

/// The differences of two folders of results, as one page for a browser: each number before and after, with its interval
/// and verdict, those first that people feel most.
///
///     try WholeFile.write(ComparePage(comparison).html, to: "Reports/latest/compare/index.html")
///
/// Like the page of a run it needs no network and no script, and the same results give the same bytes.
package struct ComparePage: Sendable {
  /// The most rows of a table.
  private static let mostRows = 300

  private let comparison: Comparison

  /// Makes the page of a comparison.
  package init(_ comparison: Comparison) { self.comparison = comparison }

  /// The page.
  package var html: String {
    Markup.page("\(comparison.verdict.rawValue) · \(ProgramName.current) compare", main)
  }

  private func main(_ markup: inout Markup) {
    let verdict = comparison.verdict
    markup.verdict(
      verdict.rawValue, verdict.shade, verdict.sign,
      of: "\(ProgramName.current) compare · \(comparison.base.name) · \(comparison.head.name)",
      tally: [comparison.tallyWords]
    ) { $0.element("p", comparison.meaning) }
    let told = comparison.sortedRows.filter { !$0.isSame }
    let same = comparison.sortedRows.filter(\.isSame)
    if !told.isEmpty {
      markup.section("What differs") { markup in
        // A metric's most telling number stands for it.
        var seen: Set<[String]> = []
        let bars = told.filter { seen.insert([$0.scenario, $0.metric, $0.group]).inserted }
          .compactMap(\.bar)
        ChangeFigure.figure(
          bars, about: "Of what it was, with the 95 % interval where there are many seeds.")?
          .write(&markup, number: 1, isAlone: true)
        table(told, "What differs", &markup)
      }
    }
    if !same.isEmpty {
      markup.section("What is the same") { markup in
        markup.details("\(grouped(same.count)) numbers") { table(same, "What is the same", &$0) }
      }
    }
    markup.section("Where it comes from") {
      $0.table(
        ["what", "value"],
        [["before", comparison.base.name], ["after", comparison.head.name]],
        caption: "Origin of this page")
      $0.element("p", ["class": "quiet"], "compare.csv has every number with all its digits.")
    }
  }

  private func table(_ rows: [ComparisonRow], _ caption: String, _ markup: inout Markup) {
    markup.table(
      ["scenario", "number", "verdict", "was", "is", "change", "95 %", "p", "why"],
      rows.prefix(Self.mostRows).map { row in
        let cells = comparison.cells(row)
        let number = row.metric + " " + cells[2]
        let word = row.changeWord.map { " (\($0))" } ?? ""
        return [row.scenario, number, row.verdict.words + word]
          + [row.sides.base, row.sides.head] + cells[5...7] + [row.reason]
      }, caption: caption, numbersFrom: 3, numbersUntil: 8)
    if rows.count > Self.mostRows {
      markup.element("p", "and \(grouped(rows.count - Self.mostRows)) more: compare.csv has all")
    }
  }
}

extension Comparison {
  /// The rows in the order of the page: what differs before what is new, gone, only told or the same; of those what
  /// people feel most (``Concern``), metrics in the order of the report, and of each its most telling number.
  package var sortedRows: [ComparisonRow] {
    let names = Metric.catalogue.map(\.name)
    func key(_ row: ComparisonRow) -> [Int] {
      [
        row.weight, Concern(of: row.metric, row.statistic).rawValue,
        names.firstIndex(of: row.metric) ?? names.count, Concern.rank(of: row.statistic),
      ]
    }
    return rows.map { (row: $0, key: key($0)) }.enumerated().sorted { a, b in
      a.element.key == b.element.key
        ? a.offset < b.offset : a.element.key.lexicographicallyPrecedes(b.element.key)
    }.map(\.element.row)
  }
}

extension ComparisonRow {
  /// `true` if there is nothing to tell of it.
  var isSame: Bool { verdict == .pass || verdict == .info && base == head }

  /// The place of its verdict among others.
  fileprivate var weight: Int {
    if isSame { return 9 }
    let order: [Verdict] = [.fail, .missing, .new, .invalid, .rebase, .inconclusive, .info]
    return order.firstIndex(of: verdict) ?? order.count
  }

  /// Its growth, as a share of what it was.
  var growth: Double? {
    guard let base, let head, base != 0 else { return nil }
    return (head - base) / base.magnitude
  }

  /// `true` if it is better, `false` if it is worse; nil where there is nothing to compare.
  var changeWord: String? {
    guard let base, let head, base != head else { return nil }
    return Direction(of: metric, statistic).word(head - base)
  }

  /// The number before and after, to three digits that count.
  var sides: (base: String, head: String) {
    guard let base, let head else {
      return (
        base.map { ThreeDigits.text($0, unit: unit) } ?? "",
        head.map { ThreeDigits.text($0, unit: unit) } ?? ""
      )
    }
    return ThreeDigits.pair(CSVWriter.shortest(base), CSVWriter.shortest(head), unit: unit)
  }

  /// The row as a part of a plot; nil if its growth is not known as a share.
  fileprivate var bar: ChangeFigure.Bar? {
    growth.map {
      .init(
        name: ([scenario, metric, statistic] + (group == "all" ? [] : [group])).joined(
          separator: " "),
        low: low.map { $0 / 100 }, middle: $0,
        high: high.map { $0 / 100 }, shade: ChangeFigure.shade(of: changeWord ?? ""))
    }
  }
}

extension ComparisonRow.Verdict {
  /// Its name for people.
  fileprivate var words: String {
    switch self {
    case .pass: "same"
    case .fail: "differs"
    case .info: "not judged"
    default: rawValue
    }
  }
}

extension Comparison.Verdict {
  /// The colour of the verdict; never the only sign of it.
  var shade: Shade {
    switch self {
    case .same: .good
    case .different: .bad
    case .otherWeather, .nothing: .doubt
    }
  }

  /// A sign that stands for it.
  var sign: String { shade.sign }
}
