// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirMutants
import WeirRun
import WeirScenario
import WeirTestSupport

/// Seeds in which apps with objects once broke a promise, although their scenario held with its own.
@Suite struct ObjectScenarioTests {
  /// A save was done, its answer lost, sent again and refused; the row brought the text, so that it was no edit any more, and
  /// the app never said that it was over.
  @Test func `an edit that the row turns out to have is over, whatever became of its save`() throws
  {
    let scenario = try ScenarioTests.read("Scenarios/objects/photos.yaml")
    var world = try World(scenario, seed: 3743, catalogue: .complete, measuresOrder: false)
    while world.advance(by: 100_000) {}
    let findings = world.outcome().findings
    #expect(findings.contains { $0.checker == "forms" && $0.opportunities > 0 })
    #expect(findings.filter(\.verdict.isBroken).isEmpty)
  }

  /// A list was taken away while its client wrote, and the write was turned away: the row looked like an old version from then on.
  @Test func `a write that was turned away unheard is no old version`() throws {
    let scenario = try ScenarioTests.read("Scenarios/objects/swarm.yaml")
    var world = try World(scenario, seed: 44_155, catalogue: .complete, measuresOrder: false)
    while world.advance(by: 100_000) {}
    #expect(world.outcome().findings.filter(\.verdict.isBroken).isEmpty)
  }
}
