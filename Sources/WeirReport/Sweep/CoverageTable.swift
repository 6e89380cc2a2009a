// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
package import WeirSweep

/// The situations of a sweep as a table: a row for each pair, and for each triple that could be reached.
package enum CoverageTable {
  /// The version of the columns' meaning.
  package static let schemaVersion = 1

  /// Returns the whole table, RFC 4180; `status` is reached, missed or unreachable.
  package static func csv(_ coverage: SweepCoverage) -> [UInt8] {
    var writer = CSVWriter(columns: [
      "schema_version", "of", "fault", "operation", "shape", "status", "runs",
    ])
    for line in coverage.lines {
      let status = line.runs > 0 ? "reached" : line.isReachable ? "missed" : "unreachable"
      writer.append([
        .integer(Int64(schemaVersion)), .text(line.situation.isPair ? "pair" : "triple"),
        .text(line.situation.troubleWord), .text(line.situation.actionWord),
        .text(line.situation.shapeWords), .text(status), .integer(Int64(line.runs)),
      ])
    }
    return writer.bytes
  }
}

extension SweepReport {
  /// The most situations that the page names.
  private static let named = 12

  /// The situations that the sweep exercised; nil unless they were counted.
  package var coverage: SweepCoverage? {
    let counted = parts.compactMap { part in part.reach.map { (reach: $0, tally: part.tally) } }
    return counted.isEmpty ? nil : SweepCoverage(counted)
  }

  /// Names what was never exercised.
  func addUnexercised(to page: inout TextPage) {
    guard let coverage else { return }
    let (pairs, triples) = (coverage.counts(ofPairs: true), coverage.counts(ofPairs: false))
    page.paragraph(
      "Situations: \(grouped(pairs.reached)) of \(grouped(pairs.reachable)) pairs and "
        + "\(grouped(triples.reached)) of \(grouped(triples.reachable)) triples of fault, operation and query "
        + "were reached.")
    let missed = coverage.missed(pairs: true)
    if !missed.isEmpty {
      page.line("Never exercised:")
      for situation in missed.prefix(Self.named) { page.line("  \(situation.words)") }
      if missed.count > Self.named {
        page.line("  and \(grouped(missed.count - Self.named)) more pairs")
      }
    }
    page.gap()
  }
}
