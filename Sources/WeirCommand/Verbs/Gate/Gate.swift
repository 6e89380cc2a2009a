// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirRun
internal import WeirCore
internal import WeirGate
internal import WeirReport
internal import WeirScenario

/// `weir gate`: exact numbers against a baseline, and processor time against another build.
enum Gate {
  /// Carries out the gate, or, in the processes that it starts, one piece of its work.
  static func perform(
    _ invocation: Invocation, in environment: CommandEnvironment
  ) throws(Problems) -> ExitCode {
    if let file = invocation.operands.first {
      if invocation.has("measure") {
        return GateWorker.measure(
          file, settings: invocation.settings, isWarm: invocation.has("warm"), in: environment)
      }
      if let end = invocation.value("work") {
        func number(_ flag: String) -> Int { invocation.value(flag).flatMap { Int($0) } ?? 1 }
        let job = GateWorker.Job(
          end: Int64(end) ?? .max, rounds: number("rounds"), tries: number("tries"),
          isHead: invocation.value("head") == TimeTrial.Arm.head.rawValue,
          place: invocation.value("baton").flatMap(Baton.Place.init),
          core: invocation.value("core").flatMap { Int($0) })
        return GateWorker.work(file, settings: invocation.settings, job, in: environment)
      }
    }
    return perform(try GateOptions(invocation, environment.catalogue.schema), in: environment)
  }

  private static func perform(_ options: GateOptions, in environment: CommandEnvironment)
    -> ExitCode
  {
    let files: [String]
    switch GateFiles.expand(options.files, in: environment) {
    case .success(let found): files = found
    case .failure(let stop): return stop.code
    }
    Interruption.listen()
    do throws(FileFailure) {
      if let count = options.checks {
        return try SelfCheck(options, in: environment).perform(count, of: files)
      }
      var findings: [GateFinding] = []
      var origin = GateTable.Origin()
      (origin.version, origin.head) = (Version.program, options.head ?? "")
      if options.isExact {
        origin.base = options.baselines
        findings += try ExactLane(options, in: environment).findings(of: files)
      }
      var trials: [(scenario: String, trial: TimeTrial)] = []
      if let against = options.against, Interruption.code == nil {
        let other = try OtherBuild.program(against, timeout: options.timeout, in: environment)
        origin.base = other.reference
        let found = try time(files, against: other.program, options, in: environment)
        findings += found.findings
        trials = found.trials
      }
      GateFiles.show(
        findings, options.format, isQuiet: options.isQuiet, origin, in: environment)
      try write(findings, trials, options, origin, in: environment)
      return .mostSerious(
        findings.map { ExitCode($0.verdict) } + (Interruption.code.map { [$0] } ?? []))
    } catch {
      environment.report(error.problem)
      return ExitCode(error)
    }
  }

  /// Runs the time lane over all files.
  ///
  /// All of its gates together cry wolf with a probability of one in a hundred at most: with more than ten of
  /// them each gets less than its one in a thousand, as Holm's correction would have it in the worst case.
  private static func time(
    _ files: [String], against program: String, _ options: GateOptions,
    in environment: CommandEnvironment
  ) throws(FileFailure) -> (findings: [GateFinding], trials: [(scenario: String, trial: TimeTrial)])
  {
    let programs = try TimeLane.Programs(
      base: program, head: Machine.file(of: environment.program),
      relinked: try options.relinkedProgram,
      width: options.pairsAtOnce)
    defer { programs.remove() }
    let lane = TimeLane(options, programs, in: environment)
    let alpha = min(0.001, 0.01 / Double(files.count))
    let progress = ProgressLine(
      in: environment, wanted: options.showsProgress && !options.isQuiet)
    var findings: [GateFinding] = []
    var trials: [(scenario: String, trial: TimeTrial)] = []
    for (number, file) in files.enumerated() {
      guard Interruption.code == nil else { break }
      let seed = options.seed << 32 ^ UInt64(number)
      var (finding, own) = lane.finding(of: file, alpha: alpha, seed: seed, progress)
      finding.replay =
        (["weir", "gate", "--against", options.against ?? program, "--seed", "\(options.seed)"]
        + GateFiles.sets(options.settings, in: environment) + [file]).joined(separator: " ")
      findings.append(finding)
      for trial in own { trials.append((scenario: finding.scenario, trial: trial)) }
    }
    return (GateFinding.corrected(findings), trials)
  }

  private static func write(
    _ findings: [GateFinding], _ trials: [(scenario: String, trial: TimeTrial)],
    _ options: GateOptions, _ origin: GateTable.Origin, in environment: CommandEnvironment
  ) throws(FileFailure) {
    if let folder = options.folder {
      try WholeFile.write(GateTable.csv(findings, origin), to: "\(folder)/regressions.csv")
      if !trials.isEmpty { try WholeFile.write(PairTable.csv(trials), to: "\(folder)/pairs.csv") }
      try WholeFile.write(GatePage(findings, trials).html, to: "\(folder)/gate.html")
    }
    guard let path = options.history else { return }
    var before: [UInt8] = []
    switch environment.files.read(path) {
    case .success(let bytes): before = bytes
    case .failure(.missing): break
    case .failure(let failure):
      throw FileFailure(stage: .midway, problem: failure.problem(path: path))
    }
    let after: [UInt8]
    var origin = origin
    origin.started = Machine.moment()
    origin.run = "\(origin.started)-\(Machine.process)"
    if origin.head.isEmpty { origin.head = OtherBuild.commit(in: environment) ?? "" }
    do throws(Problems) {
      after = try GateTable.adding(findings, origin, to: before, named: path)
    } catch {
      let problem = Problem(message: "'\(path)' is not a gate history", remedy: "name another file")
      throw FileFailure(stage: .create, problem: error.all.first ?? problem)
    }
    try WholeFile.write(after, to: path)
  }
}
