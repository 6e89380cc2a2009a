// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCheck
internal import WeirCore
internal import WeirReport
internal import WeirRun
internal import WeirScenario

/// `weir shrink`: a smaller scenario that fails in the same way.
enum Shrink {
  /// Shrinks, writes the smallest scenario, and says how far it got.
  static func perform(_ options: ShrinkOptions, in environment: CommandEnvironment) -> ExitCode {
    Interruption.listen()
    do throws(Refusal) {
      let draft = try ScenarioFiles.draft(
        options.file, settings: options.settings, in: environment)
      if let out = options.out {
        do throws(FileFailure) {
          try WholeFile.attempt(at: out)
        } catch {
          throw Refusal(error)
        }
      }
      var shrinker = try begin(draft, options, environment.catalogue)
      search(&shrinker, options, in: environment)
      return try conclude(shrinker, options, in: environment)
    } catch {
      for problem in error.problems { environment.report(problem) }
      return error.code
    }
  }

  private static func begin(
    _ draft: Draft, _ options: ShrinkOptions, _ catalogue: Catalogue
  ) throws(Refusal) -> Shrinker {
    let scenario: Scenario
    do throws(Problems) {
      scenario = try draft.scenario()
    } catch {
      throw Refusal(problems: error.all, code: .scenarioWrong)
    }
    let seed = options.seed ?? scenario.seed
    do throws(Shrinker.Refusal) {
      if options.checker == nil, let expected = scenario.expectedBroken {
        // What it is made to break matters more than what breaks first; but it may hold with this seed.
        if let shrinker = try? Shrinker(
          draft, seed: seed, checker: expected, catalogue: catalogue,
          stop: isStopped)
        {
          return shrinker
        }
      }
      return try Shrinker(
        draft, seed: seed, checker: options.checker, catalogue: catalogue, stop: isStopped)
    } catch {
      throw Refusal(error, options.checker, seed: seed)
    }
  }

  private static func search(
    _ shrinker: inout Shrinker, _ options: ShrinkOptions, in environment: CommandEnvironment
  ) {
    let progress = ProgressLine(in: environment, wanted: options.showsProgress && !options.isQuiet)
    let clock = environment.wallClock
    let began = clock()
    let limit = options.budget.map { UInt64($0.nanoseconds) }
    func isOver() -> Bool { isStopped() || limit.map { clock() - began >= $0 } ?? false }
    while !isOver(), options.runs.map({ shrinker.runCount < $0 }) ?? true,
      shrinker.advance(stop: isOver)
    {
      progress.update { _ in words(of: shrinker) }
    }
    progress.clear()
  }

  private static func isStopped() -> Bool { Interruption.code != nil }

  /// Returns the progress line.
  static func words(of shrinker: Shrinker) -> String {
    let (before, after) = (shrinker.original.size, shrinker.best.size)
    return "\(shrinker.runCount) runs, \(shrinker.stepCount) steps: \(before.clients) to "
      + "\(after.clients) clients, \(before.intents) to \(after.intents) intents, "
      + "\(before.parts) to \(after.parts) parts"
  }

  private static func conclude(
    _ shrinker: Shrinker, _ options: ShrinkOptions, in environment: CommandEnvironment
  ) throws(Refusal) -> ExitCode {
    let path =
      options.out
      ?? "\(RunOptions.usualFolder)/\(shrinker.name)-\(shrinker.place.checker)-\(shrinker.original.seed).yaml"
    let text = shrinker.file(from: options.file, at: path)
    do throws(FileFailure) {
      try WholeFile.write(text, to: path)
    } catch {
      throw Refusal(error)
    }
    let report = ShrinkReport(
      shrinker, file: options.file, out: path,
      isReplayed: shrinker.isReplayed(by: text, named: path))
    switch options.format {
    case .csv: environment.out.write(report.csv)
    case .text: environment.show(options.isQuiet ? report.shortText : report.text)
    }
    var codes = [report.isReplayed ? ExitCode.pass : .notDeterministic]
    if let code = Interruption.code { codes.append(code) }
    return .mostSerious(codes)
  }
}

extension Shrinker {
  /// The name of the scenario.
  fileprivate var name: String { (try? original.draft.scenario().name) ?? "scenario" }
}

extension Scenario {
  /// The first checker that the scenario expects to be broken.
  var expectedBroken: String? {
    for expectation in expectations {
      if case .broken(let name) = expectation.subject { return name }
    }
    return nil
  }
}

extension Refusal {
  fileprivate init(_ refusal: Shrinker.Refusal, _ checker: String?, seed: UInt64) {
    switch refusal {
    case .wrong(let problems): self.init(problems: problems.all, code: .scenarioWrong)
    case .stopped: self.init(problems: [], code: Interruption.code ?? .interrupted)
    case .holds(let findings):
      let broken = findings.filter(\.verdict.isBroken).map(\.checker)
      let what = checker.map { "'\($0)' is not broken" } ?? "no promise is broken"
      self.init(
        problems: [
          Problem(
            message: "\(what) with seed \(seed): there is nothing to shrink",
            remedy: broken.isEmpty
              ? "look for a seed that fails with `weir sweep --until-failure`"
              : "broken are: \(broken.joined(separator: ", "))")
        ], code: .nothingMeasured)
    }
  }
}
