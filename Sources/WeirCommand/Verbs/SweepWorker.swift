internal import WeirCore
internal import WeirRun
internal import WeirScenario

/// `weir sweep --worker`: one of the processes that run seeds.
///
/// It reads the text of each scenario (its length on a line, then its bytes), greets, and answers
/// every line `SCENARIO SEED` with a result, until its input ends.
enum SweepWorker {
  /// The number of events that are handled between two checks that the result is still wanted.
  private static let stride = 8192

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
        let result = result(
          scenarios[scenario], scenario, seed, measures, countsSituations: countsSituations, input,
          environment.catalogue)
      else { break }
      out.write(result.line)
      out.flush()
    }
    return .pass
  }

  /// Returns the result of a seed; nil if it is no longer wanted.
  private static func result(
    _ scenario: Scenario, _ number: Int, _ seed: UInt64, _ measures: [Measure],
    countsSituations: Bool, _ input: PipedInput, _ catalogue: Catalogue
  ) -> SeedResult? {
    do throws(Problems) {
      var world = try World(
        scenario, seed: seed, catalogue: catalogue, keepingSteps: countsSituations)
      var coverage =
        countsSituations
        ? Coverage(
          scenario, faults: world.faults.map(\.kind), actions: catalogue.schema.actions) : nil
      var goesOn = true
      while goesOn {
        goesOn = world.advance(by: stride)
        if coverage != nil { for step in world.takeSteps() { coverage?.add(step) } }
        if goesOn, input.isAbandoned { return nil }
      }
      let outcome = world.outcome()
      var result = SeedResult(of: outcome, scenario: number)
      result.values = measures.map { $0.value(in: outcome) }
      result.situations = coverage?.codes ?? []
      return result
    } catch {
      return SeedResult(
        scenario: number, seed: seed, verdict: .refused,
        words: error.all.map(\.message).joined(separator: "; "))
    }
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
