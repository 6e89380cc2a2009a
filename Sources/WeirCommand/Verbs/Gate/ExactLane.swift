// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirGate
internal import WeirReport
internal import WeirScenario
internal import WeirRun

/// The exact lane of `weir gate`: each scenario in a process of its own, its numbers against a file.
struct ExactLane {
  let options: GateOptions
  let environment: CommandEnvironment

  init(_ options: GateOptions, in environment: CommandEnvironment) {
    self.options = options
    self.environment = environment
  }

  /// Returns its finding about each file, in order.
  func findings(of files: [String]) throws(FileFailure) -> [GateFinding] {
    let program = Machine.file(of: environment.program)
    let progress = ProgressLine(
      in: environment, wanted: options.showsProgress && !options.isQuiet)
    let jobs = files.map {
      ChildJobs.Job(
        program: program,
        words: GateFiles.words($0, settings: options.settings, in: environment))
    }
    let children = ChildJobs(width: options.jobs, timeout: options.timeout, in: environment)
    let results = try children.run(jobs) { done in
      progress.update(done: done, of: jobs.count, "scenarios")
    }
    progress.clear()
    var findings: [GateFinding] = []
    for (file, result) in zip(files, results) {
      var finding = try finding(file, GateFiles.reading(result, of: file))
      let sets = GateFiles.sets(options.settings, in: environment).map { " \($0)" }.joined()
      finding.run = run(file)
      finding.replay = "\(ProgramName.current) gate --baseline \(options.baselines)\(sets) \(file)"
      findings.append(finding)
    }
    return findings
  }

  /// Returns the command that runs what was measured once more, for people to look at.
  private func run(_ file: String) -> String {
    guard let seed = try? scenario(file).seed else { return "" }
    return Report.replay(
      file: file, seed: seed, settings: options.settings,
      allowsOutside: environment.files.allowsOutside)
  }

  private func scenario(_ file: String) throws(Refusal) -> Scenario {
    try ScenarioFiles.load(file, settings: options.settings, in: environment)
  }

  private func finding(
    _ file: String, _ reading: GateFiles.Reading
  ) throws(FileFailure) -> GateFinding {
    switch reading {
    case .nothing(let verdict, let words):
      return GateFinding(
        file: file, scenario: GateOptions.place(of: file), lane: .exact, verdict: verdict,
        sentence: words)
    case .numbers(let head, let code):
      var finding = options.reason == nil ? compare(file, head) : try accept(file, head, code)
      finding.weigh(GateVerdict(of: code), of: head)
      return finding
    }
  }

  // Comparing

  private func compare(_ file: String, _ head: Baseline) -> GateFinding {
    let path = Baseline.path(of: GateOptions.place(of: file), in: options.baselines)
    func nothing(
      _ words: String, _ note: String, _ verdict: GateVerdict = .nothing
    ) -> GateFinding {
      var finding = GateFinding(
        file: file, scenario: head.scenario, lane: .exact, verdict: verdict, sentence: words)
      finding.notes = [note]
      return finding
    }
    let base: Baseline
    switch environment.files.read(path) {
    case .failure(.missing):
      return nothing(
        "there is no baseline \(path)",
        "make one with: \(ProgramName.current) gate --accept --reason \"the first one\" \(file)")
    case .failure(let failure):
      return nothing(failure.problem(path: path).message, failure.problem(path: path).remedy)
    case .success(let bytes):
      do throws(Problems) {
        base = try Baseline(reading: bytes, named: path)
      } catch {
        let problem = error.all.first
        return nothing(
          problem.map { "\($0.mark.map { "\($0): " } ?? "")\($0.message)" } ?? "no sound baseline",
          problem?.remedy ?? "", .refused)
      }
    }
    // The command line has the last word.
    let allowances =
      GateFiles.gate(of: file, options, in: environment).exactAllowances + options.allowances
    let comparison = BaselineComparison(
      of: head, with: base, allowing: allowances,
      expecting: (try? scenario(file).expectedNumbers) ?? [])
    var finding = GateFinding(
      file: file, comparison: comparison, head: head, base: base, allowing: allowances)
    if !comparison.isSameTrace, comparison.verdict != .rebase,
      let words = firstDifference(file, path)
    {
      finding.notes.append(words)
    }
    if finding.verdict == .differs {
      finding.notes.append(
        "if that is intended: \(ProgramName.current) gate --accept --reason \"…\" --baseline \(options.baselines) "
          + file)
    }
    return finding
  }

  /// Returns the first step that is not the one that was kept beside the baseline; nil if none were
  /// kept.
  private func firstDifference(_ file: String, _ path: String) -> String? {
    guard case .success(let kept) = environment.files.read(Self.stepsPath(path)) else {
      return nil
    }
    let now = StepStream.all(of: file, settings: options.settings, in: environment)
    return now.flatMap { StepStream.difference($0, kept, called: ("here", "baseline")) }
  }

  // Accepting

  private func accept(
    _ file: String, _ head: Baseline, _ code: ExitCode
  ) throws(FileFailure) -> GateFinding {
    let path = Baseline.path(of: GateOptions.place(of: file), in: options.baselines)
    var finding = GateFinding(
      file: file, scenario: head.scenario, lane: .exact, verdict: .accepted, sentence: "")
    if code == .checkerBroken || code == .nothingMeasured {
      finding.sentence = "not accepted"
      return finding
    }
    var kept = head
    kept.reason = options.reason ?? ""
    finding.sentence = "\(kept.entries.count) numbers are the baseline now: \(path)"
    if case .success(let bytes) = environment.files.read(path),
      let before = try? Baseline(reading: bytes, named: path)
    {
      let comparison = BaselineComparison(of: head, with: before)
      finding.rows = comparison.rows.map { GateRow(accepted: $0) }
      if comparison.rows.isEmpty, comparison.foreign.isEmpty, comparison.isSameTrace {
        finding.sentence = "nothing has changed; the baseline and its reason stay: \(path)"
        if !options.keepsSteps { return finding }
        kept.reason = before.reason
      }
    }
    // Steps first: a baseline that is there has the steps that belong to it.
    if options.keepsSteps {
      guard let steps = StepStream.all(of: file, settings: options.settings, in: environment)
      else {
        finding.verdict = .nothing
        finding.sentence = "its steps could not be read"
        return finding
      }
      if steps.count > LoadFailure.mostBytes {
        finding.notes.append("its \(steps.count >> 20) MiB of steps are more than are kept")
        try WholeFile.remove(Self.stepsPath(path))
      } else {
        try WholeFile.write(steps, to: Self.stepsPath(path))
      }
    } else {
      try WholeFile.remove(Self.stepsPath(path))
    }
    try WholeFile.write(kept.text, to: path)
    return finding
  }

  private static func stepsPath(_ path: String) -> String { path + ".steps" }
}

extension GateVerdict {
  /// The verdict of a run on itself, as the process that ran it ended.
  fileprivate init(of code: ExitCode) {
    self =
      switch code {
      case .checkerBroken: .broken
      case .expectationMissed: .missed
      case .nothingMeasured: .nothing
      default: .pass
      }
  }
}
