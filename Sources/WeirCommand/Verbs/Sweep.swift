// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirReport
internal import WeirRun
internal import WeirScenario
internal import WeirSweep

/// `weir sweep`: scenarios with many seeds, on every core.
enum Sweep {
  /// Sweeps, and judges all seeds together.
  static func perform(_ options: SweepOptions, in environment: CommandEnvironment) -> ExitCode {
    if options.isWorker { return SweepWorker.perform(options, in: environment) }
    do throws(Refusal) {
      let items = try self.items(of: options, in: environment)
      try blameShard(options, items.count)
      Interruption.listen()
      if let count = options.shardCount, let folder = options.folder {
        let description = SweepDescription(items, options, in: environment)
        var fleet = try FleetUnderWay(description, shards: count, in: folder, options, environment)
        return try fleet.perform()
      }
      var sweep = SweepUnderWay(items, options, in: environment)
      return try ExitCode(sweep.perform())
    } catch {
      for problem in error.problems { environment.report(problem) }
      return .mostSerious([error.code] + (Interruption.code.map { [$0] } ?? []))
    }
  }

  /// Returns the scenarios behind the operands; everything that is wrong with any of them is said
  /// at once.
  private static func items(
    of options: SweepOptions, in environment: CommandEnvironment
  ) throws(Refusal) -> [SweepItem] {
    var items: [SweepItem] = []
    var refusals: [Refusal] = []
    for file in try files(of: options) {
      do throws(Refusal) {
        items +=
          try options.varied.isEmpty
          ? [item(file, options, in: environment)] : points(file, options, in: environment)
      } catch {
        refusals.append(error)
      }
    }
    guard refusals.isEmpty else {
      throw Refusal(
        problems: refusals.flatMap(\.problems), code: .mostSerious(refusals.map(\.code)))
    }
    return items
  }

  private static func files(of options: SweepOptions) throws(Refusal) -> [String] {
    do throws(FileFailure) {
      return try ScenarioFiles.expand(options.files)
    } catch {
      throw Refusal(error)
    }
  }

  static func item(
    _ file: String, _ options: SweepOptions, in environment: CommandEnvironment
  ) throws(Refusal) -> SweepItem {
    // Once: the standard input cannot be read again.
    let text = environment.files.read(file)
    let scenario = try ScenarioFiles.load(
      file, settings: options.settings,
      in: environment.reading(text, as: file))
    do throws(Problems) {
      _ = try World(
        scenario, seed: options.seeds.lowerBound, catalogue: environment.catalogue)
    } catch {
      throw Refusal(problems: error.all, code: .scenarioWrong)
    }
    guard case .success(let bytes) = text else {
      invariantBroken("'\(file)' was understood without being read")
    }
    return SweepItem(file: file, text: bytes, scenario: scenario)
  }
}

extension Refusal {
  /// The refusal because of a file that could not be read or written.
  init(_ failure: FileFailure) {
    self.init(problems: [failure.problem], code: ExitCode(failure))
  }
}

extension ExitCode {
  /// The code of a sweep.
  init(_ verdict: SweepReport.Verdict) {
    switch verdict {
    case .pass: self = .pass
    case .broken: self = .checkerBroken
    case .missed: self = .expectationMissed
    case .nothing: self = .nothingMeasured
    case .refused: self = .scenarioWrong
    case .crashed: self = .ours
    case .interrupted: self = Interruption.code ?? .interrupted
    }
  }
}
