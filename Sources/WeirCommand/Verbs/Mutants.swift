// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirRun
internal import WeirCheck
internal import WeirCore
internal import WeirMutants
internal import WeirReport
internal import WeirScenario

/// `weir mutants`: whether the checkers still find the bugs that they were made for.
package enum Mutants {
  /// Runs every mutant in its scenario, seed after seed on every core, and says which checker caught it when.
  package static func perform(_ options: MutantsOptions, in environment: CommandEnvironment)
    -> ExitCode
  {
    if options.isWorker { return MutantsWorker.perform(in: environment) }
    var codes: [ExitCode] = []
    let began = environment.wallClock()
    var proof = MutantsUnderWay(
      trials(options, in: environment, &codes), options, in: environment)
    do throws(FileFailure) {
      Interruption.listen()
      try proof.perform()
      if let code = Interruption.code { codes.append(code) }
    } catch {
      environment.report(error.problem)
      codes.append(ExitCode(error))
    }
    codes.append(contentsOf: proof.tallies.map { judge($0, in: environment) })
    tell(proof.tallies, options, in: environment)
    let seconds = (environment.wallClock() - began) / 1_000_000_000
    environment.say("\(proof.tallies.count) mutants in \(seconds) s")
    if let folder = options.out {
      do throws(FileFailure) {
        try WholeFile.write(
          String(decoding: MutantTable.csv(proof.tallies), as: UTF8.self),
          to: "\(folder)/mutants.csv")
        try WholeFile.write(
          String(decoding: matrix(proof.tallies, environment.catalogue).csv, as: UTF8.self),
          to: "\(folder)/matrix.csv")
      } catch {
        environment.report(error.problem)
        codes.append(ExitCode(error))
      }
    }
    return .mostSerious(codes)
  }

  /// Returns the mutants that have a scenario; what keeps the others from being tried is said.
  private static func trials(
    _ options: MutantsOptions, in environment: CommandEnvironment, _ codes: inout [ExitCode]
  ) -> [MutantTrial] {
    var trials: [MutantTrial] = []
    for mutant in environment.catalogue.bugs {
      let file = "\(options.folder)/\(mutant.name).yaml"
      let text = environment.files.read(file)
      do throws(Refusal) {
        let scenario = try ScenarioFiles.load(
          file, settings: [], in: environment.reading(text, as: file))
        guard case .success(let bytes) = text else {
          invariantBroken("'\(file)' was understood without being read")
        }
        trials.append(
          MutantTrial(
            file: file, text: bytes, mutant: mutant, scenario: scenario,
            in: environment.catalogue))
      } catch {
        for problem in error.problems { environment.report(problem) }
        codes.append(error.code)
      }
    }
    return trials
  }

  /// Returns the verdict on one mutant, and reports what is wrong.
  private static func judge(_ tally: MutantTally, in environment: CommandEnvironment) -> ExitCode {
    if let words = tally.death {
      environment.say("\(tally.name): a run died or could not begin: \(words)")
      return .ours
    }
    if tally.name == Mutant.canary, tally.caughtCount < tally.isCaught.count {
      environment.say(
        "the canary was missed by \(tally.isCaught.count - tally.caughtCount) of"
          + " \(tally.isCaught.count) seeds: nothing else that was found here can be believed")
      return .measurementInvalid
    }
    if let words = tally.innocent {
      environment.say("\(tally.name): what has no bug broke a promise: \(words)")
    }
    if tally.firstSeed == nil {
      environment.say("\(tally.name) survived \(tally.isCaught.count) seeds")
    }
    return tally.innocent == nil && tally.firstSeed != nil ? .pass : .checkerBroken
  }

  private static func tell(
    _ tallies: [MutantTally], _ options: MutantsOptions, in environment: CommandEnvironment
  ) {
    List.write(MutantTable.rows(tallies), to: environment.out)
    let caught = tallies.count { $0.firstSeed != nil }
    environment.out.write("\n\(caught) of \(environment.catalogue.bugs.count) mutants caught\n")
    if options.showsMatrix {
      environment.out.write("\n" + matrix(tallies, environment.catalogue).text)
    }
  }

  private static func matrix(
    _ tallies: [MutantTally], _ catalogue: Catalogue
  ) -> MutantMatrix {
    MutantMatrix(tallies, checkers: catalogue.promises.map(\.name))
  }
}
