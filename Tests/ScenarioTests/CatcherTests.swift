// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore
import WeirMutants
import WeirRun
import WeirScenario

/// Every checker is the appointed catcher of a mutant that ships, and no other checker takes its
/// place.
///
/// A checker that is dead, or looks at nothing any more, is noticed here and by `weir mutants`.
@Suite struct CatcherTests {
  /// The scenario of a mutant.
  private static func file(of mutant: Mutant) -> String { "Scenarios/mutants/\(mutant.name).yaml" }

  private static func run(_ scenario: Scenario, _ checkers: CheckerSet) throws -> Outcome {
    var world = try World(
      scenario, seed: scenario.seed, catalogue: .complete, checkers: checkers, measuresOrder: false)
    while world.advance(by: 100_000) {}
    return world.outcome()
  }

  @Test(arguments: Checkers.names + (Checkers.paging + Checkers.objects).map { $0.promise.name })
  func `a checker catches a mutant, which survives when it is switched off`(
    checker: String
  ) throws {
    let mutant = try #require(
      Mutant.all.first { $0.checker == checker }, "no mutant is there for \(checker) to catch")
    let own = CheckerSet(arrayLiteral: checker)
    let scenario = try ScenarioTests.read(Self.file(of: mutant))
    let caught = try Self.run(scenario, .all)
    #expect(caught.expectations.map(\.result) == [.met], "\(mutant.name): \(caught.findings)")
    let survived = try Self.run(scenario, .all(but: [checker]))
    #expect(!survived.findings.contains { $0.checker == checker })
    #expect(survived.expectations.map(\.result) == [.nothingMeasured], "\(mutant.name)")
    #expect(survived.digest == caught.digest, "who watches changes what happens")
    // Alone it sees the same: it leans on no other checker.
    let alone = try Self.run(scenario, own)
    #expect(alone.findings == caught.findings.filter { $0.checker == checker })
  }

  @Test(arguments: Mutant.all.map(\.name))
  func `a mutant's scenario expects its catcher to break, and nothing else`(name: String) throws {
    let mutant = try #require(Mutant.named(name))
    let scenario = try ScenarioTests.read(Self.file(of: mutant))
    #expect(scenario.expectations.map(\.subject) == [.broken(mutant.checker ?? "")])
  }
}
