// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirBenchmarks
internal import WeirCore
internal import WeirRun

/// The results of a benchmark of the diff: a page for people, and rows for programs.
package struct DiffBenchPage {
  private let results: [DiffBenchmark.Result]
  private let growths: [DiffBenchmark.Growth]
  private let rounds: Int

  /// Takes what was found so far.
  package init(_ benchmark: DiffBenchmark) {
    results = benchmark.results
    growths = benchmark.growths
    rounds = benchmark.rounds
  }

  /// Returns the page; a bare one has tables and no words around them.
  package func text(isBare: Bool) -> String {
    if results.isEmpty { return isBare ? "" : "nothing was measured\n" }
    var text = ""
    if !isBare {
      text = """
        The list diff on this machine: nanoseconds for each row of the old list.
        Medians of \(roundsDone), in brackets the 95 % interval of the median. The twin hashes every row; reading
        both lists and hashing each key of both once are floors.


        """
    }
    text += Self.table(
      [
        [
          "pattern", "keys", "rows", "diff ns/row", "[95 %]", "Mrows/s", "twin ns/row", "twin/diff",
          "[95 %]", "hash ns/row", "read ns/row",
        ]
      ] + results.map(cells))
    if !growths.isEmpty {
      text += isBare ? "\n" : "\nTime grows as rows to the power of\n\n"
      text += Self.table([["pattern", "keys", "exponent", "[95 %]"]] + growths.map(cells))
    } else if !isBare {
      text += "\nHow time grows with rows needs three sizes or more.\n"
    }
    if !isBare, results.contains(where: { $0.diff.range == nil }) {
      text += "\nIntervals need \(MedianEstimate.leastCount) rounds or more.\n"
    }
    return text
  }

  /// The number of times the cells were measured: fewer than were asked for, if the user stopped
  /// it.
  private var roundsDone: String {
    let counts = results.map(\.diff.count)
    let (least, most) = (counts.min() ?? 0, counts.max() ?? 0)
    if least == rounds { return "\(rounds) \(rounds == 1 ? "round" : "rounds")" }
    return least == most
      ? "\(least) of \(rounds) rounds" : "\(least) to \(most) of \(rounds) rounds"
  }

  private func cells(_ result: DiffBenchmark.Result) -> [String] {
    [
      result.cell.pattern.rawValue, result.cell.keys.rawValue, Self.short(result.cell.rows),
      Self.digits(result.diff.value), Self.brackets(result.diff.range),
      Self.digits(result.rowsPerSecond / 1e6), Self.digits(result.twin.value),
      Self.digits(result.speedup.value), Self.brackets(result.speedup.range),
      Self.digits(result.hash.value), Self.digits(result.read.value),
    ]
  }

  private func cells(_ growth: DiffBenchmark.Growth) -> [String] {
    [
      growth.pattern.rawValue, growth.keys.rawValue, Self.digits(growth.exponent),
      Self.brackets(growth.range),
    ]
  }

  /// Columns in line: words to the left, numbers to the right.
  private static func table(_ rows: [[String]]) -> String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.indices.map { column in
        let blanks = String(repeating: " ", count: widths[column] - row[column].count)
        return column < 2 ? row[column] + blanks : blanks + row[column]
      }.joined(separator: "  ")
    }.joined(separator: "\n") + "\n"
  }

  /// Returns a number to about three digits, with the zeros that make columns easy to compare.
  package static func digits(_ value: Double) -> String {
    guard value.isFinite else { return "-" }
    let places = value.magnitude >= 100 ? 0 : value.magnitude >= 10 ? 1 : 2
    let text = Decimal(value, places: places).description
    guard places > 0 else { return text }
    let decimals = text.split(separator: ".").dropFirst().first?.count ?? 0
    return text + (decimals == 0 ? "." : "") + String(repeating: "0", count: places - decimals)
  }

  private static func brackets(_ range: ClosedRange<Double>?) -> String {
    range.map { "[\(digits($0.lowerBound)), \(digits($0.upperBound))]" } ?? "-"
  }

  /// Writes 10000 as `10k`, as sizes are typed.
  package static func short(_ count: Int) -> String {
    if count % 1_000_000 == 0 { return "\(count / 1_000_000)M" }
    return count % 1_000 == 0 ? "\(count / 1_000)k" : "\(count)"
  }
}

extension DiffBenchPage {
  /// The version of the columns' meaning; columns are only ever added at the end.
  static let schemaVersion = 1

  private static let columns =
    ["schema_version", "benchmark", "pattern", "keys", "old_rows", "rounds"]
    + ["diff", "twin", "hash", "read"].flatMap { name in
      ["", "_ci95_low", "_ci95_high"].map { "\(name)_ns_per_row\($0)" }
    }
    + [
      "diff_rows_per_s", "twin_over_diff_ratio", "twin_over_diff_ratio_ci95_low",
      "twin_over_diff_ratio_ci95_high", "growth_exponent", "growth_exponent_ci95_low",
      "growth_exponent_ci95_high",
    ]

  /// One row for each cell; a growth is repeated in every row of its pattern and kind of key, and
  /// unknown figures are empty.
  package var csv: String {
    var writer = CSVWriter(columns: Self.columns)
    for result in results {
      let cell = result.cell
      let growth = growths.first { $0.pattern == cell.pattern && $0.keys == cell.keys }
      let estimates = [result.diff, result.twin, result.hash, result.read]
      let head: [CSVWriter.Field] = [
        .integer(Int64(Self.schemaVersion)), "diff", .text(cell.pattern.rawValue),
        .text(cell.keys.rawValue), .integer(Int64(cell.rows)), .integer(Int64(result.diff.count)),
      ]
      let ends: [Double?] =
        [
          result.rowsPerSecond, result.speedup.value, result.speedup.range?.lowerBound,
          result.speedup.range?.upperBound,
        ] + [growth?.exponent, growth?.range.lowerBound, growth?.range.upperBound]
      let numbers =
        estimates.flatMap { [$0.value, $0.range?.lowerBound, $0.range?.upperBound] } + ends
      writer.append(head + numbers.map { number in number.map { .number($0) } ?? .none })
    }
    return writer.text
  }
}
