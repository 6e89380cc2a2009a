// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
import WeirReport
package import WeirRun
package import WeirScenario
import WeirSweep

/// One scenario held against its baseline, number by number, in the caller's thread.
///
///     let scenario = try Scenario(text: bytes, named: "feed.yaml", in: .weir)
///     let kept = try Baseline(reading: file, named: "feed.csv")
///     let finding = try ExactGate(scenario, file: "feed.yaml").run(against: kept)
///     finding.verdict   // .differs
///     finding.sentence  // "messages n: 240 → 241 (+0.4 %)"
///
/// `weir gate` measures each scenario in a process of its own, counts what it asks the allocator for, and finds the same.
package struct ExactGate: Sendable {
  /// The scenario, which runs with its own seed.
  package var scenario: Scenario
  /// Its file, as findings name it.
  package var file: String
  /// The room that is made for single metrics, beside what the scenario allows itself.
  package var allowances: [BaselineComparison.Allowance]
  /// The stacks that can be run, with what judges and measures them.
  package var catalogue: Catalogue

  /// Makes a gate through which nothing has gone.
  package init(
    _ scenario: Scenario, file: String = "",
    allowing allowances: [BaselineComparison.Allowance] = [],
    catalogue: Catalogue = .standard
  ) {
    self.scenario = scenario
    self.file = file
    self.allowances = allowances
    self.catalogue = catalogue
  }

  /// Runs the scenario, and the sweep that it asks its gate for, and returns every exact number.
  ///
  /// It throws if the scenario cannot be made into a world.
  package func measure() throws(Problems) -> (numbers: Baseline, verdict: GateVerdict) {
    var world = try World(scenario, seed: scenario.seed, catalogue: catalogue)
    world.payloadBytes = 0
    let tables = world.tables
    while world.advance(by: 1 << 16) {}
    let outcome = world.outcome()
    var numbers = Baseline(outcome, tables: tables)
    if let count = scenario.gate.sweep { numbers = numbers.holding(try sweep(1...UInt64(count))) }
    return (numbers, GateVerdict(of: outcome))
  }

  /// Runs the scenario and compares it with what was kept of an earlier run.
  ///
  /// It throws if the scenario cannot be made into a world.
  package func run(against kept: Baseline) throws(Problems) -> GateFinding {
    let (head, own) = try measure()
    let allowed = scenario.gate.exactAllowances + allowances
    let comparison = BaselineComparison(
      of: head, with: kept, allowing: allowed, expecting: scenario.expectedNumbers)
    var finding = GateFinding(
      file: file, comparison: comparison, head: head, base: kept, allowing: allowed)
    finding.weigh(own, of: head)
    return finding
  }

  /// The tables of the sweep that a scenario asks for, as `weir sweep` writes them.
  private func sweep(_ seeds: ClosedRange<UInt64>) throws(Problems) -> Baseline.SweepTables {
    var part = SweepReport.Part(
      name: scenario.name, about: scenario.about, file: file, tally: SweepTally())
    part.reach = SituationReach(scenario, actions: catalogue.schema.actions)
    var rows = SweepTable.seedHeading([])
    part.tally = try Sweep(scenario, seeds: seeds, countsSituations: true, catalogue: catalogue)
      .run { rows += SweepTable.row($0, of: part, []) }
    let report = SweepReport(parts: [part], seeds: seeds)
    return Baseline.SweepTables(
      seeds: rows, checkers: SweepTable.checkers([part]),
      coverage: report.coverage.map { CoverageTable.csv($0) } ?? [])
  }
}

extension Scenario.Gate {
  /// The room that the scenario allows its own numbers.
  package var exactAllowances: [BaselineComparison.Allowance] {
    allowances.map {
      .init(metric: $0.metric, share: Double($0.share.numerator) / Double($0.share.denominator))
    }
  }
}

extension GateVerdict {
  /// The verdict of a run on itself, without anything to compare it with.
  package init(of outcome: Outcome) {
    self =
      switch outcome.verdict {
      case .broken: .broken
      case .missed: .missed
      case .nothing: .nothing
      case .pass, .refused, .crashed: .pass
      }
  }
}

extension GateFinding {
  /// Lets what a run says of itself weigh more than whether it has changed.
  package mutating func weigh(_ own: GateVerdict, of head: Baseline) {
    guard own != .pass, verdict != own else { return }
    notes.insert("against the baseline: \(verdict.rawValue)", at: 0)
    notes.insert(sentence, at: 1)
    verdict = own
    sentence = Self.sentence(own, head)
  }

  private static func sentence(_ verdict: GateVerdict, _ head: Baseline) -> String {
    let broken = head.entries.first { $0.stat == "verdict" && $0.value.hasPrefix("broken") }
    switch verdict {
    case .broken: return broken.map { "\($0.metric): \($0.value)" } ?? "a promise is broken"
    case .missed: return "an expectation of the scenario is missed"
    default: return "nothing happened that a promise could have been tested by"
    }
  }
}
