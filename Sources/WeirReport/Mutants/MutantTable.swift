// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirStatistics

/// The results of the mutants, as tables for people and for programs.
///
/// Nothing in them depends on wall time or on the number of cores.
package enum MutantTable {
  /// Returns the table for people: a row a mutant, below a head.
  package static func rows(_ tallies: [MutantTally]) -> [[String]] {
    let head = [
      "mutant", "caught by", "first", "median", "95 %", "seeds", "at", "also by", "known from",
    ]
    return [head]
      + tallies.map { tally in
        let needed = tally.seedsNeeded
        return [
          tally.name, tally.checker, tally.firstSeed.map { "\($0)" } ?? "survived",
          needed.map { whole($0.value) } ?? "-",
          needed.map { "\(whole($0.low))-\(whole($0.high))" } ?? "-",
          "\(tally.caughtCount)/\(tally.isCaught.count)",
          tally.caughtAt.map { "\($0)" } ?? "-", others(tally), tally.provenance,
        ]
      }
  }

  /// Returns the table for programs: one row a mutant.
  package static func csv(_ tallies: [MutantTally]) -> [UInt8] {
    var writer = CSVWriter(columns: [
      "mutant", "provenance", "checker", "first_seed", "median_seeds", "ci95_low", "ci95_high",
      "seeds_caught", "seeds", "caught_at_seconds", "about",
    ])
    for tally in tallies {
      let needed = tally.seedsNeeded
      writer.append([
        .text(tally.name), .text(tally.provenance), .text(tally.checker),
        tally.firstSeed.map { .integer(Int64($0)) } ?? .none,
        needed.map { .number($0.value) } ?? .none, needed.map { .number($0.low) } ?? .none,
        needed.map { .number($0.high) } ?? .none, .integer(Int64(tally.caughtCount)),
        .integer(Int64(tally.isCaught.count)),
        tally.caughtAt.map { .number(Double($0.nanoseconds) / 1e9) } ?? .none, .text(tally.about),
      ])
    }
    return writer.bytes
  }

  /// Writes a number of seeds rounded up, because seeds are run as a whole.
  private static func whole(_ seeds: Double) -> String { "\(Int(seeds.rounded(.up)))" }

  private static func others(_ tally: MutantTally) -> String {
    let others = tally.broken.map(\.checker).filter { $0 != tally.checker }
    return others.isEmpty ? "-" : others.joined(separator: " ")
  }
}
