// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirRun
internal import WeirScenario
internal import WeirSweep

/// `weir sweep --worker`: one of the processes that run seeds.
///
/// It reads the text of each scenario (its length on a line, then its bytes), greets, and answers
/// every line `SCENARIO SEED` with a result, until its input ends.
enum SweepWorker {
  /// Works until the input ends.
  static func perform(_ options: SweepOptions, in environment: CommandEnvironment) -> ExitCode {
    Interruption.leaveToStarter()
    let input = PipedInput(0)
    var scenarios: [Scenario] = []
    for file in options.files {
      guard let count = input.line().flatMap(Int.init), let text = input.bytes(count) else {
        return .ioFailed
      }
      do throws(Refusal) {
        scenarios.append(
          try ScenarioFiles.load(
            file, settings: options.settings, in: environment.reading(.success(text), as: file)))
      } catch {
        for problem in error.problems { environment.report(problem) }
        return error.code
      }
    }
    return answer(
      scenarios, measures: options.measures, countsSituations: options.countsSituations, input,
      in: environment)
  }

  /// Greets, and answers until the input ends.
  static func answer(
    _ scenarios: [Scenario], measures: [Measure] = [], countsSituations: Bool = false,
    _ input: PipedInput, in environment: CommandEnvironment
  ) -> ExitCode {
    let out = environment.out
    out.write(verbatim: "\(SweepItem.greeting(scenarios))\n")
    out.flush()
    while let line = input.line() {
      let numbers = line.split(separator: " ")
      guard numbers.count == 2, let scenario = Int(numbers[0]), let seed = UInt64(numbers[1]),
        scenarios.indices.contains(scenario)
      else { return .usage }
      guard
        let result = SeedResult(
          running: scenarios[scenario], number: scenario, seed: seed, measures: measures,
          countsSituations: countsSituations, catalogue: environment.catalogue,
          until: { input.isAbandoned })
      else { break }
      out.write(result.line)
      out.flush()
    }
    return .pass
  }
}

/// One scenario of a sweep.
struct SweepItem {
  /// Its file, as the person named it.
  var file: String
  /// The file's text, so that all processes read the same.
  var text: [UInt8]
  /// The scenario that was read.
  var scenario: Scenario
  /// The point of the varied parameters that it stands for.
  var point: SweepPoint?

  /// Returns the greeting of a process that has read the same scenarios.
  static func greeting(_ scenarios: [Scenario]) -> String {
    var digest = Digest()
    for scenario in scenarios { digest.absorb(scenario.fingerprint, 0) }
    return "ready \(digest)"
  }
}

extension CommandEnvironment {
  /// Returns the same, where one file was read already.
  func reading(_ text: Result<[UInt8], LoadFailure>, as name: String) -> CommandEnvironment {
    var environment = self
    let files = self.files
    environment.files.read = { $0 == name ? text : files.read($0) }
    return environment
  }
}
