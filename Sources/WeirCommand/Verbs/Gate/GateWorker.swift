// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirGate
internal import WeirReport
internal import WeirRun
internal import WeirScenario

/// The processes that a gate starts: one scenario each, measured, and its numbers on the standard
/// output.
///
/// The process that compares knows nothing of worlds, and a crash in one is a finding, not the end of the gate.
package enum GateWorker {
  /// The number of events that are handled between two looks at the clock and at signals.
  private static let stride = 64

  /// Runs a scenario to its end and prints every exact number; with `isWarm` another seed is run before.
  ///
  /// If requests for memory are counted, it runs twice, and the second run counts: what the first one asks for depends
  /// on what the runtime has found out in this process already, such as in reading the file.
  static func measure(
    _ file: String, settings: [String], isWarm: Bool, in environment: CommandEnvironment
  ) -> ExitCode {
    Allocations.beginAlike()
    Interruption.listen()
    return with(file, settings, in: environment) { scenario throws(Problems) in
      if isWarm { try run(scenario, seed: scenario.seed ^ 1, in: environment) }
      if Allocations.areOfUse { try run(scenario, seed: scenario.seed, in: environment) }
      let before = Allocations.areOfUse ? Allocations.soFar : nil
      var world = try World(
        scenario, seed: scenario.seed, catalogue: environment.catalogue)
      world.payloadBytes = 0
      let tables = world.tables
      while world.advance(by: stride) {
        // Half a run has no numbers to speak of.
        if let code = Interruption.code { return code }
      }
      let memory = before.flatMap { Allocations.soFar?.memory(since: $0) }
      let outcome = world.outcome()
      var numbers = Baseline(outcome, tables: tables, memory: memory)
      if let count = scenario.gate.sweep {
        let sweep = try GateSweep.tables(
          of: file, settings: settings, seeds: count, in: environment)
        guard let sweep else { return Interruption.code ?? .interrupted }
        numbers = numbers.holding(sweep)
      }
      environment.out.write(numbers.text)
      return code(of: outcome)
    }
  }

  /// Runs a scenario for nothing but what this leaves behind in the process.
  private static func run(
    _ scenario: Scenario, seed: UInt64, in environment: CommandEnvironment
  ) throws(Problems) {
    var world = try World(scenario, seed: seed, catalogue: environment.catalogue)
    world.payloadBytes = 0
    while world.advance(by: stride), Interruption.code == nil {}
  }

  /// Does the work with a scenario that is read first, and reports what is wrong with either.
  static func with(
    _ file: String, _ settings: [String], in environment: CommandEnvironment,
    _ work: (Scenario) throws(Problems) -> ExitCode
  ) -> ExitCode {
    let scenario: Scenario
    do throws(Refusal) {
      scenario = try ScenarioFiles.load(file, settings: settings, in: environment)
    } catch {
      for problem in error.problems { environment.report(problem) }
      return error.code
    }
    do throws(Problems) {
      return try work(scenario)
    } catch {
      for problem in error.all { environment.report(problem) }
      return .scenarioWrong
    }
  }

  private static func code(of outcome: Outcome) -> ExitCode {
    switch outcome.verdict {
    case .broken: .checkerBroken
    case .missed: .expectationMissed
    case .nothing: .nothingMeasured
    case .pass, .refused, .crashed: .pass
    }
  }
}
