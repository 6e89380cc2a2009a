// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
package import WeirScenario

/// A scenario and a seed made ready to run, for who runs them more than once.
///
///     let plan = try RunPlan(scenario, seed: 1)
///     var (first, second) = (World(plan), World(plan))  // both will do the same
///
/// To tabulate the distributions of a scenario takes longer than to place a hundred clients.
package struct RunPlan: Sendable {
  /// The scenario that is to run.
  package let scenario: Scenario
  /// The seed of all chance.
  package let seed: UInt64
  /// The catalogue of what there is to run, and to judge and measure by.
  package let catalogue: Catalogue
  let plan: Plan

  /// Makes a scenario ready, which was read with the format of the same catalogue.
  ///
  /// - Throws: `Problems` with everything that cannot be run.
  package init(
    _ scenario: Scenario, seed: UInt64, catalogue: Catalogue = .standard
  ) throws(Problems) {
    (self.scenario, self.seed, self.catalogue) = (scenario, seed, catalogue)
    plan = try Plan(scenario, seed: seed, catalogue)
  }
}
