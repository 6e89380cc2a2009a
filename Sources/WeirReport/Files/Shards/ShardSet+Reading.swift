// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
package import WeirSweep

extension ShardSet {
  /// The rules of a sweep by which its results are put together.
  package struct Rules: Sendable {
    /// The seeds of each scenario.
    package var seeds: ClosedRange<UInt64>
    /// The aim that says what counts as a failure.
    package var aim: SweepAim
    /// The number of the failure at which a scenario is over; nil: none.
    package var limit: Int?

    /// Makes rules.
    package init(seeds: ClosedRange<UInt64>, aim: SweepAim = .anything, limit: Int? = nil) {
      (self.seeds, self.aim, self.limit) = (seeds, aim, limit)
    }
  }

  /// A file that does not hold what its shard must hold.
  package struct Damage: Sendable {
    /// The shard.
    package var shard: Shard
    /// The problem, with its remedy.
    package var problem: Problem
  }

  private func damage(_ fault: ShardFile.Fault, _ file: ShardFile) -> Damage {
    Damage(shard: file.shard, problem: problem(fault, file.path, file.shard))
  }

  /// Gives `body` every result of the sweep, in the order and number in which one machine would have found them.
  ///
  /// All shards must be there. If a file holds other than what its shard must hold, the problem is returned, and what
  /// `body` was given is not to be believed.
  ///
  /// - Complexity: O(1) memory in the number of runs.
  package func read(
    by rules: Rules, _ body: (SeedResult) throws(FileFailure) -> Void
  ) throws(FileFailure) -> Damage? {
    let scenarios = description?.items.count ?? 0
    let total = scenarios * (Int(rules.seeds.upperBound - rules.seeds.lowerBound) + 1)
    var whole = SweepLedger(
      scenarios: scenarios, seeds: rules.seeds, aim: rules.aim, limit: rules.limit)
    for file in files {
      var part = SweepLedger(
        scenarios: scenarios, seeds: rules.seeds, orders: file.shard.orders(of: total),
        aim: rules.aim, limit: rules.limit)
      let fault = try file.read(isFailure: rules.aim.isFailure) { result throws(FileFailure) in
        let order = SweepLedger.Order(scenario: result.scenario, seed: result.seed)
        guard part.next() == order, part.take(result) else { return false }
        _ = part.takeSettled()
        // A limit that was reached in an earlier shard makes the rest of a scenario superfluous.
        guard whole.needs(order) else { return true }
        whole.take(result)
        for settled in whole.takeSettled() { try body(settled) }
        return true
      }
      if let fault { return damage(fault, file) }
      if !part.isOver {
        return damage(.damaged(line: file.runCount + 4), file)
      }
    }
    return nil
  }
}
