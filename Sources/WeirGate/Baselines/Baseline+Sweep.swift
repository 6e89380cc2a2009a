// SPDX-License-Identifier: GPL-3.0-or-later
import WeirReport
import WeirCore

extension Baseline {
  /// The tables that a sweep leaves, as they are written.
  package struct SweepTables: Sendable {
    /// A row for each seed.
    package var seeds: [UInt8]
    /// A row for each checker, over all seeds.
    package var checkers: [UInt8]
    /// A row for each situation.
    package var coverage: [UInt8]

    /// Takes the bytes of `sweep.csv`, `checkers.csv` and `coverage.csv`.
    package init(seeds: [UInt8], checkers: [UInt8], coverage: [UInt8]) {
      (self.seeds, self.checkers, self.coverage) = (seeds, checkers, coverage)
    }
  }

  /// Returns the same numbers, and behind them every cell of the tables of a sweep.
  ///
  ///     seed 2, sweep verdict: broken; seed 2, sweep at: 3.6
  ///     all seeds, checker pages first_broken_seed: 2; all seeds, checker pages rate: 0.65
  ///
  /// So a seed that ends differently is noticed, and so is a sum of seeds that is wrong though each
  /// of them is right.
  package func holding(_ tables: SweepTables) -> Baseline {
    let places: Set = ["schema_version", "scenario", "file", "seed", "checker"]
    var other = self
    func add(_ row: TableRow, group: String, metric: String, without others: Set<String>) {
      other.entries += row.numbers(without: others).map { stat, value in
        let unit = ["at", "ended"].contains(stat) ? "s" : Double(value) == nil ? "" : "1"
        return Entry(
          kind: .exact, group: group, metric: metric, stat: stat, unit: unit, value: value)
      }
    }
    for row in TableRow.all(of: tables.seeds, named: "sweep.csv") {
      add(
        row, group: "seed \(row["seed"])", metric: "sweep",
        without: places.subtracting(["checker"]))
    }
    for row in TableRow.all(of: tables.checkers, named: "checkers.csv") {
      add(row, group: "all seeds", metric: "checker \(row["checker"])", without: places)
    }
    // What no run got into has no number.
    for row in TableRow.all(of: tables.coverage, named: "coverage.csv") where row["runs"] != "0" {
      let parts = ["fault", "operation", "shape"].map { row[$0] }.filter { !$0.isEmpty }
      add(
        row, group: "all seeds", metric: "situation \(parts.joined(separator: ", "))",
        without: ["schema_version", "of", "fault", "operation", "shape", "status"])
    }
    return other
  }
}
