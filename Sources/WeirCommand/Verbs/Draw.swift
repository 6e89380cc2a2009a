internal import WeirCore
internal import WeirReport
internal import WeirScenario

/// `weir draw`: scenarios that are drawn at random.
enum Draw {
  /// Prints the scenario of a seed, or writes those of several into a folder.
  static func perform(_ options: DrawOptions, in environment: CommandEnvironment) -> ExitCode {
    guard let folder = options.folder else {
      environment.out.write(Drawing(seed: options.seeds.lowerBound).text)
      return .pass
    }
    do throws(FileFailure) {
      for seed in options.seeds {
        try WholeFile.write(Drawing(seed: seed).text, to: "\(folder)/drawn-\(seed).yaml")
      }
    } catch {
      environment.report(error.problem)
      return ExitCode(error)
    }
    return .pass
  }
}
