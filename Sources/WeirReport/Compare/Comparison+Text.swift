// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirRun

extension Comparison {
  /// The number of rows that people see.
  private static let mostRows = 24

  /// The comparison for people: verdict first, then only what differs, then one line for the rest.
  package var text: String {
    var page = TextPage()
    page.line("\(ProgramName.current) compare · \(base.name) · \(head.name)")
    page.gap()
    page.line("\(verdict.rawValue)  \(tallyWords)")
    let told = rows.filter { $0.verdict != .pass && ($0.verdict != .info || $0.base != $0.head) }
    if !told.isEmpty {
      page.gap()
      page.table(
        [["scenario", "metric", "", "was", "is", "change", "95 %", "p"]]
          + told.prefix(Self.mostRows).map(cells),
        aligned: [.left, .left, .left, .right, .right, .right, .right, .right])
      if told.count > Self.mostRows {
        page.line(
          "  and \(grouped(told.count - Self.mostRows)) more: `--out DIR` writes all to compare.csv"
        )
      }
    }
    for row in told where row.metric == "verdict" {
      page.gap()
      page.paragraph("\(row.scenario): \(row.reason).")
    }
    page.gap()
    page.paragraph(meaning)
    return page.text
  }

  var tallyWords: String {
    func count(_ verdict: ComparisonRow.Verdict) -> Int {
      rows.filter { $0.verdict == verdict }.count
    }
    var parts = ["\(grouped(count(.pass))) numbers are the same"]
    for (verdict, words) in [
      (ComparisonRow.Verdict.fail, "differ"), (.new, "are new"), (.missing, "are missing"),
      (.info, "not judged"),
    ] where count(verdict) > 0 {
      parts.append("\(grouped(count(verdict))) \(words)")
    }
    return parts.joined(separator: ", ")
  }

  func cells(_ row: ComparisonRow) -> [String] {
    var change = ""
    if let base = row.base, let head = row.head, base != 0 {
      change = Self.percent(100 * (head - base) / base.magnitude)
    }
    var limits = ""
    if let low = row.low, let high = row.high {
      limits = "\(Self.percent(low)) … \(Self.percent(high))"
    }
    let statistic = row.statistic + (row.group == "all" ? "" : ", \(row.group)")
    return [
      row.scenario, row.metric, statistic, Self.value(row.base, row), Self.value(row.head, row),
      row.verdict == .new ? "new" : row.verdict == .missing ? "missing" : change, limits,
      row.probability.map { $0 < 0.0001 ? "<0.0001" : Decimal($0, places: 4).description } ?? "",
    ]
  }

  private static func percent(_ value: Double) -> String {
    let places = value.magnitude >= 100 ? 0 : value.magnitude >= 1 ? 1 : 3
    return (value > 0 ? "+" : "") + Decimal(value, places: places).description + " %"
  }

  private static func value(_ value: Double?, _ row: ComparisonRow) -> String {
    guard let value else { return "" }
    switch row.unit {
    case "s" where value.magnitude < 1e9:
      return Interval(nanoseconds: Int64((value * 1e9).rounded())).rounded
    case "1/s": return Decimal(value, places: 3).description + "/s"
    default: return Decimal(value, places: 4).description
    }
  }

  var meaning: String {
    switch verdict {
    case .same:
      "Virtual time has no noise: equal numbers mean that nothing which was measured has changed. The line"
        + " `digest:` of both reports says whether every step is the same, too."
    case .different:
      "Virtual time has no noise: for one seed a difference is a change of behaviour, of the program or of the"
        + " scenario. Try: \(ProgramName.current) run --trace on both sides, and look for the first step that differs."
    case .otherWeather:
      "The two sides were made with different seeds, which is different weather. Try: the same --seed on both"
        + " sides, or many seeds on each, so that they can be paired."
    case .nothing:
      "No number is on both sides. Try: two folders of the same scenario, written by "
        + "\(ProgramName.current) run or \(ProgramName.current) sweep with"
        + " --out."
    }
  }
}
