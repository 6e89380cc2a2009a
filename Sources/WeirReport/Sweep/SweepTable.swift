// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirCore
import WeirRun
import WeirStatistics
package import WeirSweep

/// A sweep as two tables for programs: RFC 4180, one row a seed, and one row a checker.
///
///     var bytes = SweepTable.seedHeading(measures)
///     for result in settled { bytes += SweepTable.row(result, of: parts[result.scenario], measures) }
///
/// Behind the columns of every sweep stands one for each number that was asked for, by its name, lengths of time in
/// seconds.
/// Columns are only ever added at the end. A cell that does not apply is empty. Nothing depends on wall
/// time or on the number of cores.
package enum SweepTable {
  /// The version of the columns' meaning.
  package static let schemaVersion = 1

  private static let seedColumns = [
    "schema_version", "scenario", "file", "seed", "verdict", "checker", "at", "because", "also",
    "steps", "events", "ended", "digest",
  ]

  private static let checkerColumns = [
    "schema_version", "scenario", "file", "checker", "seeds", "held", "broken", "not_reached",
    "opportunities", "first_broken_seed", "seeds_needed", "rate", "ci95_low", "ci95_high",
    "rule_of_three",
  ]

  /// Returns the first line of the table of seeds.
  package static func seedHeading(_ measures: [Measure]) -> [UInt8] {
    CSVWriter(columns: seedColumns + measures.map(\.name)).bytes
  }

  /// Returns the row of a seed.
  package static func row(
    _ result: SeedResult, of part: SweepReport.Part, _ measures: [Measure]
  ) -> [UInt8] {
    let first = result.firstBroken
    var at: Instant?
    var because = result.words
    if case .broken(let instant, let reason) = first?.verdict {
      at = instant
      // Of what is wrong on purpose, what was missed matters more than what broke.
      if because.isEmpty { because = reason.words }
    }
    let numbers = measures.enumerated().map { place, measure -> CSVWriter.Field in
      guard place < result.values.count, let value = result.values[place] else { return .none }
      return .number(measure.isTime ? value / 1e9 : value)
    }
    let others = result.findings.filter { $0.verdict.isBroken && $0.checker != first?.checker }
    var writer = CSVWriter(columns: seedColumns + measures.map(\.name))
    let headingCount = writer.bytes.count
    writer.append(
      [
        .integer(Int64(schemaVersion)), .text(part.name), .text(part.file), .text("\(result.seed)"),
        .text(result.verdict.rawValue), first.map { .text($0.checker) } ?? .none,
        at.map { .number(Double($0.nanoseconds) / 1e9) } ?? .none, .text(because),
        .text(others.map(\.checker).joined(separator: " ")), .integer(Int64(result.steps)),
        .integer(Int64(result.events)), .number(Double(result.ended.nanoseconds) / 1e9),
        .text(result.digest),
      ] + numbers)
    return Array(writer.bytes[headingCount...])
  }

  /// Returns the table of checkers.
  package static func checkers(_ parts: [SweepReport.Part]) -> [UInt8] {
    var writer = CSVWriter(columns: checkerColumns)
    for part in parts {
      for checker in part.tally.checkers {
        let rate = checker.rate
        writer.append([
          .integer(Int64(schemaVersion)), .text(part.name), .text(part.file), .text(checker.name),
          .integer(Int64(part.tally.seedCount)), .integer(Int64(checker.heldCount)),
          .integer(Int64(checker.brokenCount)), .integer(Int64(checker.notReachedCount)),
          .integer(Int64(checker.opportunities)),
          checker.firstBroken.map { .text("\($0)") } ?? .none,
          checker.seedsNeeded.map { .integer(Int64($0)) } ?? .none,
          rate.map { .number($0.value) } ?? .none, rate.map { .number($0.low) } ?? .none,
          rate.map { .number($0.high) } ?? .none, checker.ruleOfThree.map { .number($0) } ?? .none,
        ])
      }
    }
    return writer.bytes
  }
}
