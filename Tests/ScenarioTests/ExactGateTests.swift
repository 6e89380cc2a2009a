// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirGate
import WeirMutants
import WeirRun
import WeirScenario

/// A gate in a program of one's own, held against what `weir gate` has written of the same scenarios.
@Suite struct ExactGateTests {
  private static func gate(_ file: String) throws -> ExactGate {
    ExactGate(try ScenarioTests.read(file), file: file, catalogue: .complete)
  }

  @Test(arguments: ["Scenarios/first-steps.yaml", "Scenarios/mutants/page-wedges.yaml"])
  func `the committed baseline passes, with the sweep that the scenario asks for`(
    file: String
  ) throws {
    let kept = try SweepBaselineTests.baseline(of: file)
    let finding = try Self.gate(file).run(against: kept)
    #expect(finding.verdict == .pass, "\(finding.sentence) \(finding.notes)")
    // All that is kept is compared, but for the memory, which only the command counts.
    let kinds = kept.withoutMemory().entries
    #expect(finding.sameCount == kinds.count + 1)
    #expect(finding.rows.isEmpty)
  }

  @Test func `a number that is another one is told with both sides, and can be allowed`() throws {
    let file = "Scenarios/first-steps.yaml"
    var kept = try SweepBaselineTests.baseline(of: file)
    let place = try #require(
      kept.entries.firstIndex { $0.metric == "messages" && $0.stat == "n" })
    let real = try #require(Int(kept.entries[place].value))
    kept.entries[place].value = "\(real - 1)"
    var gate = try Self.gate(file)
    let finding = try gate.run(against: kept)
    #expect(finding.verdict == .differs)
    #expect(finding.sentence.hasPrefix("messages n: \(real - 1) → \(real) (+"))
    #expect(finding.rows.map(\.metric) == ["messages"])
    gate.allowances = [.init(metric: "messages", share: 0.1)]
    #expect(try gate.run(against: kept).verdict == .pass)
  }

  @Test func `what a run says of itself weighs more than that nothing has changed`() throws {
    let text = """
      weir: 1
      about: A promise that is known to break.
      network: { delay: 20ms }
      clients: [ { count: 2, list: list, stack: { mutant: canary } } ]
      workload: [ { each: client, does: post, every: 500ms, for: 5s } ]

      """
    let scenario = try Scenario(
      text: Array(text.utf8), named: "canary.yaml", in: Catalogue.complete.schema)
    let gate = ExactGate(scenario, file: "canary.yaml", catalogue: .complete)
    let (numbers, own) = try gate.measure()
    #expect(own == .broken)
    let finding = try gate.run(against: numbers)
    #expect(finding.verdict == .broken && finding.sentence.contains("broken"))
    #expect(finding.notes.first == "against the baseline: PASS")
  }
}
