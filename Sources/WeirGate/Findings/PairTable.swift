// SPDX-License-Identifier: GPL-3.0-or-later
import WeirReport
import WeirCore

/// Every pair of a time gate as a table for programs: `pairs.csv`, two rows a pair.
package enum PairTable {
  static let columns = Table.pairsOfGate.header

  /// Returns the table of some trials; the second of one scenario is the confirmation of the first.
  package static func csv(_ trials: [(scenario: String, trial: TimeTrial)]) -> String {
    var writer = CSVWriter(columns: columns)
    var (last, number) = ("", 0)
    for (scenario, trial) in trials {
      number = scenario == last ? number + 1 : 1
      last = scenario
      for (place, pair) in trial.pairs.enumerated() {
        let costs = [(pair.turn.first, pair.first), (pair.turn.second, pair.second)]
        for (position, (arm, cost)) in costs.enumerated() {
          writer.append([
            .integer(Int64(Table.pairsOfGate.version)), .text(scenario), .integer(Int64(number)),
            .integer(Int64(place + 1)),
            .integer(Int64(position + 1)), .text(arm.rawValue), pair.turn.isControl ? 1 : 0,
            .integer(Int64(clamping: cost.processor)), .integer(Int64(clamping: cost.wall)),
            .integer(Int64(cost.interruptions)), .integer(Int64(cost.events)),
          ])
        }
      }
    }
    return writer.text
  }
}
