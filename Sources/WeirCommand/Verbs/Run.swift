internal import WeirReport
internal import WeirScenario

/// `weir run`: each scenario in its turn, and the most serious of their codes.
enum Run {
  /// Runs scenarios and judges them.
  static func perform(_ options: RunOptions, in surroundings: Surroundings) -> ExitCode {
    do throws(FileFailure) {
      let files = try ScenarioFiles.expand(options.files)
      return .mostSerious(files.map { run($0, options, in: surroundings) })
    } catch {
      surroundings.report(error.problem)
      return ExitCode(error)
    }
  }

  private static func run(
    _ file: String, _ options: RunOptions, in surroundings: Surroundings
  ) -> ExitCode {
    do throws(Refusal) {
      _ = try ScenarioFiles.load(file, settings: options.settings, in: surroundings)
      return .nothingMeasured
    } catch {
      for problem in error.problems { surroundings.report(problem) }
      return error.code
    }
  }
}
