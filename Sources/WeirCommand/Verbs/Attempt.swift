// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirMetrics
internal import WeirReport
internal import WeirRun
internal import WeirScenario
internal import WeirTrace

/// One scenario on its way through `weir run`.
struct Attempt {
  var scenario: Scenario
  var seed: UInt64
  var file: String
  var folder: String
  /// The scenario's text, if it came through the standard input and a second process needs it.
  var piped: [UInt8]?
  var options: RunOptions
  /// `true` if nothing runs in this process after it.
  var isLast = false

  /// The number of events that are handled between two looks at the progress line.
  private static let stride = 4096
  /// The number of events that are handled between two looks at signals.
  private static let breath = 16

  /// Runs, reports, writes the results, and says how it went; `note` gets the report once it is written.
  func perform(
    in environment: CommandEnvironment, _ note: (Report) -> Void = { _ in }
  ) throws(FileFailure) -> ExitCode {
    sayReplay(in: environment)
    let isTold = !options.isQuiet
    guard var world = makeWorld(in: environment, keepingSteps: watches, sayingCost: isTold) else {
      return .scenarioWrong
    }
    try WholeFile.attempt(at: "\(folder)/report.txt")
    world.keepsSamples = options.writesPage || options.writesSamples
    let progress = ProgressLine(in: environment, wanted: options.showsProgress && !options.isQuiet)
    var watch = try Watch(of: self, world.names, lasts: world.horizon - .zero)
    var second =
      options.verifies
      ? try SecondRun(of: self, allowsOutside: environment.files.allowsOutside) : nil
    world.keepsProgramLines = options.verifies
    var goesOn = true
    while goesOn {
      goesOn = Self.advance(&world)
      if watches {
        let steps = world.takeSteps()
        try watch.take(steps, world.takeSamples(), firstBroken: world.firstBroken)
        second?.compare(steps, world.takeProgramLines())
      }
      progress.update(now: world.instant, of: world.horizon, events: UInt64(world.eventCount))
      if goesOn, Interruption.code != nil {
        world.interrupt()
        goesOn = false
      }
    }
    progress.clear()
    Interruption.conclude(true)
    defer { Interruption.conclude(false) }
    let outcome = world.outcome()
    try watch.commit()
    var report = Report(outcome, file: file, settings: options.settings)
    report.allowsOutside = environment.files.allowsOutside
    // What was found is shown even where it cannot be written.
    show(report, in: environment)
    showAround(outcome, in: environment)
    try report.write(to: folder)
    try watch.write(report, world.distributions(), to: folder)
    note(report)
    if options.format == .text, !options.isQuiet {
      environment.say("results: \(CleanText.line(folder))")
    }
    var codes = [code(of: report)]
    if !outcome.isInterrupted, let word = second?.verdict(outcome, in: environment) {
      codes.append(word)
    }
    second?.stop()
    if isLast { environment.lastWorld?.keep(world) }
    if let ending = Interruption.code { codes.append(ending) }
    return .mostSerious(codes)
  }

  /// Runs and writes every step to the standard output, for the process that compares.
  func stream(in environment: CommandEnvironment) throws(FileFailure) -> ExitCode {
    guard var world = makeWorld(in: environment, keepingSteps: true) else {
      return .scenarioWrong
    }
    world.keepsProgramLines = options.streamsLines
    var bytes: [UInt8] = []
    var goesOn = true
    while goesOn, Interruption.code == nil, environment.out.isTaken {
      goesOn = Self.advance(&world)
      // Before the steps: who finds that two steps differ has the lines that led to them.
      for line in world.takeProgramLines() { line.append(to: &bytes) }
      for step in world.takeSteps() { StepRecord(step).append(to: &bytes) }
      environment.out.write(bytes)
      environment.out.flush()
      bytes.removeAll(keepingCapacity: true)
    }
    StepRecord(end: world.trace.digest, steps: world.trace.count).append(to: &bytes)
    environment.out.write(bytes)
    return Interruption.code ?? .pass
  }

  /// Handles some events; false when there is nothing more to do.
  static func advance(_ world: inout World) -> Bool {
    for _ in 0..<(stride / breath) {
      guard world.advance(by: breath) else { return false }
      if Interruption.code != nil { break }
    }
    return true
  }

  /// `true` if anybody looks at single steps.
  private var watches: Bool {
    options.verifies || options.writesTrace || options.writesPage || options.writesSamples
      || options.export != nil
  }

  func makeWorld(
    in environment: CommandEnvironment, keepingSteps: Bool, sayingCost: Bool = false
  ) -> World? {
    do throws(Problems) {
      let plan = try RunPlan(scenario, seed: seed, catalogue: environment.catalogue)
      if sayingCost, let warning = CostEstimate(plan).warning { environment.say(warning) }
      return World(plan, keepingSteps: keepingSteps)
    } catch {
      for problem in error.all { environment.report(problem) }
      return nil
    }
  }

  /// Prints the line that runs the same again, before the first event, so that it is there in any
  /// case.
  private func sayReplay(in environment: CommandEnvironment) {
    let line = Report.replay(
      file: file, seed: seed, settings: options.settings,
      allowsOutside: environment.files.allowsOutside)
    environment.say("replay: \(line)", environment.errInk.quiet)
  }

  private func show(_ report: Report, in environment: CommandEnvironment) {
    let out = environment.out
    if options.isQuiet {
      environment.show(
        "\(report.verdict.rawValue)  \(CleanText.line(file))  seed \(seed)  "
          + "\(report.outcome.digest)\n")
      return
    }
    switch options.format {
    case .text: environment.show(report.text)
    case .json: out.write(report.json)
    case .csv: out.write(MetricsTable.csv(report.outcome))
    case .github: out.write(verbatim: report.annotations)
    }
  }

  private func code(of report: Report) -> ExitCode {
    switch report.verdict {
    case .pass: .pass
    case .broken: report.outcome.hasFailedProgram ? .programFailed : .checkerBroken
    case .missed: .expectationMissed
    case .nothing: .nothingMeasured
    case .interrupted: Interruption.code ?? .interrupted
    }
  }
}
