// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
package import WeirRun
package import WeirScenario

/// Many seeds of one scenario, run one after the other and judged together.
///
///     let scenario = try Scenario(text: bytes, named: "chat.yaml", in: .weir)
///     let tally = try Sweep(scenario, seeds: 1...100).run()
///     tally.count(.pass)              // in how many seeds all held
///     tally.failures.first?.seed      // a seed to look at
///     tally.checker("lists")?.firstBroken
///
/// It runs in the caller's thread. `weir sweep` hands the same seeds to a process on each core, and what is found is
/// the same: a sweep is over at its `limit`-th failure, counted in the order of the seeds.
///
/// - Complexity: O(1) memory in the number of seeds.
package struct Sweep: Sendable {
  /// The scenario.
  package var scenario: Scenario
  /// The seeds, which are run in this order.
  package var seeds: ClosedRange<UInt64>
  /// The aim that says what counts as a failure.
  package var aim: SweepAim
  /// The number of failures at which the sweep is over; nil: none.
  package var limit: Int?
  /// The numbers that are noted of each seed.
  package var measures: [Measure]
  /// `true` if the situations that runs get into are counted.
  package var countsSituations: Bool
  /// The stacks that can be run, with what judges and measures them.
  package var catalogue: Catalogue

  /// Makes a sweep that has not begun.
  package init(
    _ scenario: Scenario, seeds: ClosedRange<UInt64>, aim: SweepAim = .anything, limit: Int? = nil,
    measures: [Measure] = [], countsSituations: Bool = false, catalogue: Catalogue = .standard
  ) {
    self.scenario = scenario
    self.seeds = seeds
    self.aim = aim
    self.limit = limit
    self.measures = measures
    self.countsSituations = countsSituations
    self.catalogue = catalogue
  }

  /// Runs the seeds, hands each result on, and sums them up.
  ///
  /// It throws if the scenario cannot be made into a world with the first seed.
  package func run(_ note: (SeedResult) -> Void = { _ in }) throws(Problems) -> SweepTally {
    _ = try RunPlan(scenario, seed: seeds.lowerBound, catalogue: catalogue)
    var ledger = SweepLedger(scenarios: 1, seeds: seeds, aim: aim, limit: limit)
    var tally = SweepTally(aim: aim)
    while !ledger.isOver, let order = ledger.next() {
      guard
        let result = SeedResult(
          running: scenario, seed: order.seed, measures: measures,
          countsSituations: countsSituations, catalogue: catalogue)
      else { break }
      ledger.take(result)
      for settled in ledger.takeSettled() {
        tally.add(settled)
        note(settled)
      }
    }
    return tally
  }
}
