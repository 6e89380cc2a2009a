// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirMutants
import WeirRun
import WeirScenario
import WeirTestSupport

/// Seeds in which paged lists once broke a promise, although their scenario held with its own.
@Suite struct PagingScenarioTests {
  /// With 2 the checker took a request that came twice for a page that was let go; with 5 and 24 a row that had moved gave
  /// one name to two places, and the pager asked for the wrong one.
  @Test(arguments: ([5, 2, 24] as [UInt64]).prefix(Int(fewerInDebug(0..<3).count)))
  func `rows that move while pages begin behind them are neither lost nor doubled`(
    seed: UInt64
  ) throws {
    let scenario = try ScenarioTests.read("Scenarios/paging/cursor-gone.yaml")
    var world = try World(scenario, seed: seed, catalogue: .complete, measuresOrder: false)
    while world.advance(by: 100_000) {}
    let broken = world.outcome().findings.filter(\.verdict.isBroken)
    #expect(broken.isEmpty, "\(broken)")
  }
}
