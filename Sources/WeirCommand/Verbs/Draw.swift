// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirReport
internal import WeirRun
internal import WeirScenario

/// `weir draw`: scenarios that are drawn at random.
enum Draw {
  /// Prints the scenario of a seed, or writes those of several into a folder.
  static func perform(_ options: DrawOptions, in environment: CommandEnvironment) -> ExitCode {
    guard let folder = options.folder else {
      environment.out.write(drawing(options.seeds.lowerBound, in: environment).text)
      return .pass
    }
    do throws(FileFailure) {
      for seed in options.seeds {
        try WholeFile.write(
          drawing(seed, in: environment).text, to: "\(folder)/drawn-\(seed).yaml")
      }
    } catch {
      environment.report(error.problem)
      return ExitCode(error)
    }
    return .pass
  }

  private static func drawing(_ seed: UInt64, in environment: CommandEnvironment) -> Drawing {
    Drawing(seed: seed, stacks: environment.catalogue.schema.stacks)
  }
}
