// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirSweep
import WeirRun

/// The response of a scenario to what is varied: a row for each point, RFC 4180.
///
/// A varied key has two columns, as a scenario writes it and as a plain number: seconds, shares of one, things a
/// second. A measure has three: the mean over the seeds, and the least and the greatest.
package enum ResponseTable {
  /// The version of the columns' meaning.
  package static let schemaVersion = 1

  /// Returns the whole table.
  package static func csv(_ report: SweepReport) -> [UInt8] {
    let keys = report.parts.first?.point?.coordinates.map(\.key) ?? []
    var columns = ["schema_version", "scenario", "file", "point"]
    for key in keys { columns += [key, "\(key)_number"] }
    columns += ["seeds", "failed", "verdict", "first_failed_seed"]
    for measure in report.measures {
      columns += [measure.name, "\(measure.name)_min", "\(measure.name)_max"]
    }
    var writer = CSVWriter(columns: columns)
    for part in report.parts {
      guard let point = part.point else { continue }
      var row: [CSVWriter.Field] = [
        .integer(Int64(schemaVersion)), .text(part.name), .text(part.file),
        .integer(Int64(point.number)),
      ]
      for coordinate in point.coordinates {
        row += [.text(coordinate.words), .number(coordinate.plain)]
      }
      row += [
        .integer(Int64(part.tally.seedCount)), .integer(Int64(part.tally.failureCount)),
        .text(report.verdict(of: part).rawValue),
        part.tally.failures.first.map { .text("\($0.seed)") } ?? .none,
      ]
      for (place, measure) in report.measures.enumerated() {
        let unit = measure.isTime ? 1e9 : 1
        let response = place < part.tally.values.count ? part.tally.values[place] : nil
        guard let response, let mean = response.mean else {
          row += [.none, .none, .none]
          continue
        }
        for value in [mean, response.least, response.greatest] {
          row.append(.number(value / unit))
        }
      }
      writer.append(row)
    }
    return writer.bytes
  }
}

extension SweepReport {
  /// The points as a table: where each lies, how it went, and what was measured; nil if nothing was varied.
  var responses: (heading: [String], rows: [[String]])? {
    guard let point = parts.first?.point else { return nil }
    let keys = point.coordinates.map(\.key)
    let rows = parts.compactMap { part -> [String]? in
      guard let point = part.point else { return nil }
      let numbers = measures.indices.map { place -> String in
        guard place < part.tally.values.count, let mean = part.tally.values[place].mean else {
          return ""
        }
        return measures[place].isTime
          ? Interval(nanoseconds: Int64(mean.rounded())).rounded
          : Decimal(mean, places: 2).description
      }
      return ["\(point.number)"] + point.coordinates.map(\.words)
        + [verdict(of: part).rawValue, "\(part.tally.failureCount)/\(part.tally.seedCount)"]
        + numbers
    }
    return (["point"] + keys + ["verdict", "failed"] + measures.map(\.name), rows)
  }

  /// Adds the points for people: what was set, how it went, and what was measured.
  func addResponses(to page: inout TextPage) {
    guard let first = parts.first, let point = first.point else { return }
    page.line(
      "\(ProgramName.current) sweep · \(first.name) · seeds \(seeds.lowerBound)..\(seeds.upperBound)"
    )
    page.paragraph(first.about)
    page.gap()
    let keys = point.coordinates.map(\.key)
    guard let (heading, rows) = responses else { return }
    var sides = [TextPage.Side](repeating: .right, count: heading.count)
    sides[keys.count + 1] = .left
    page.table([heading] + rows, aligned: sides)
    page.gap()
    let failed = parts.filter { !$0.tally.failures.isEmpty }
    for part in failed.prefix(SweepTally.keptFailures) {
      page.line("  point \(part.point?.number ?? 0):")
      addFailures(part.tally, to: &page)
    }
    if !failed.isEmpty { page.gap() }
  }
}
