// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
package import WeirRun
package import WeirScenario
import WeirTrace

extension SeedResult {
  /// The number of events that are handled between two looks at whether somebody still waits.
  private static let stride = 8192

  /// Runs a scenario with a seed to its end, and keeps what a sweep keeps of it; nil if `until` says meanwhile that
  /// nobody waits for it any more.
  ///
  /// A scenario that cannot be made into a world with this seed has a result, too: refused.
  package init?(
    running scenario: Scenario, number: Int = 0, seed: UInt64, measures: [Measure] = [],
    countsSituations: Bool = false, catalogue: Catalogue = .standard,
    until isOver: () -> Bool = { false }
  ) {
    do throws(Problems) {
      var world = try World(
        scenario, seed: seed, catalogue: catalogue, keepingSteps: countsSituations)
      var coverage =
        countsSituations
        ? Coverage(
          scenario, faults: world.faults.map(\.kind), actions: catalogue.schema.actions) : nil
      var goesOn = true
      while goesOn {
        goesOn = world.advance(by: Self.stride)
        if coverage != nil { for step in world.takeSteps() { coverage?.add(step) } }
        if goesOn, isOver() { return nil }
      }
      let outcome = world.outcome()
      self.init(of: outcome, scenario: number)
      values = measures.map { $0.value(in: outcome) }
      situations = coverage?.codes ?? []
      difference = Difference(outcome.findings, lists: world.names.lists)
    } catch {
      self.init(
        scenario: number, seed: seed, verdict: .refused,
        words: error.all.map(\.message).joined(separator: "; "))
    }
  }
}
