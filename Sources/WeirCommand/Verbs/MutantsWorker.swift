// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirRun
internal import WeirScenario

/// `weir mutants --worker`: one of the processes that run seeds.
///
/// It reads how many files there are, and of each its name, its mutant and the length of its text on lines of
/// their own, then the text. From then on it is asked as a worker of a sweep is: several scenarios a file, the
/// mutant's own, then those of what has no bug.
enum MutantsWorker {
  /// Returns the first input of a worker.
  static func preface(of trials: [MutantTrial]) -> [UInt8] {
    var bytes = Array("\(trials.count)\n".utf8)
    for trial in trials {
      bytes += "\(trial.file)\n\(trial.mutant.name)\n\(trial.text.count)\n".utf8
      bytes += trial.text
    }
    return bytes
  }

  /// Works until the input ends.
  static func perform(in environment: CommandEnvironment) -> ExitCode {
    Interruption.leaveToStarter()
    let input = PipedInput(0)
    guard let count = input.line().flatMap(Int.init) else { return .ioFailed }
    var scenarios: [Scenario] = []
    for _ in 0..<count {
      guard let file = input.line(),
        let mutant = input.line().flatMap(environment.catalogue.mutant),
        let length = input.line().flatMap(Int.init), let text = input.bytes(length)
      else { return .ioFailed }
      do throws(Refusal) {
        let scenario = try ScenarioFiles.load(
          file, settings: [], in: environment.reading(.success(text), as: file))
        scenarios +=
          MutantTrial(
            file: file, text: text, mutant: mutant, scenario: scenario,
            in: environment.catalogue
          ).variants
      } catch {
        for problem in error.problems { environment.report(problem) }
        return error.code
      }
    }
    return SweepWorker.answer(scenarios, input, in: environment)
  }
}
