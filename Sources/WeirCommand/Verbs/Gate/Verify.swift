// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirGate
internal import WeirReport

/// `weir verify`: every scenario several times, in processes that differ in all that must not matter.
enum Verify {
  /// Runs scenarios and compares.
  static func perform(_ options: VerifyOptions, in environment: CommandEnvironment) -> ExitCode {
    let files: [String]
    switch GateFiles.expand(options.files, in: environment) {
    case .success(let found): files = found
    case .failure(let stop): return stop.code
    }
    Interruption.listen()
    do throws(FileFailure) {
      let findings = try findings(of: files, options, in: environment)
      GateFiles.show(
        findings, options.format, isQuiet: options.isQuiet, GateTable.Origin(), in: environment)
      return .mostSerious(findings.map { ExitCode($0.verdict) })
    } catch {
      environment.report(error.problem)
      return ExitCode(error)
    }
  }

  private static func findings(
    of files: [String], _ options: VerifyOptions, in environment: CommandEnvironment
  ) throws(FileFailure) -> [GateFinding] {
    let program = Machine.file(of: environment.program)
    let tools = ProcessVariation.Tools()
    let variations = (0..<options.times).map { ProcessVariation.number($0, tools) }
    var jobs: [ChildJobs.Job] = []
    for file in files {
      for variation in variations {
        let words = GateFiles.words(
          file, settings: options.settings, isWarm: variation.isWarm, in: environment)
        jobs.append(variation.job(program, words, tools))
      }
    }
    let progress = ProgressLine(
      in: environment, wanted: options.showsProgress && !options.isQuiet)
    let children = ChildJobs(width: options.jobs, timeout: options.timeout, in: environment)
    let results = try children.run(jobs) { done in
      progress.update(done: done, of: jobs.count, "runs")
    }
    progress.clear()
    return files.enumerated().map { number, file in
      let own = results[(number * options.times)..<((number + 1) * options.times)]
      var finding = finding(file, Array(own), variations, options, in: environment)
      finding.replay =
        (["weir", "verify"] + GateFiles.sets(options.settings, in: environment) + [file])
        .joined(separator: " ")
      return finding
    }
  }

  private static func finding(
    _ file: String, _ results: [ChildJobs.Result?], _ variations: [ProcessVariation],
    _ options: VerifyOptions, in environment: CommandEnvironment
  ) -> GateFinding {
    var finding = GateFinding(
      file: file, scenario: GateOptions.place(of: file), lane: .determinism, verdict: .pass,
      sentence: "")
    var first: Baseline?
    for (number, result) in results.enumerated() {
      switch GateFiles.reading(result, of: file) {
      case .nothing(let verdict, let words):
        finding.verdict = verdict
        finding.sentence = "run \(number + 1): \(words)"
        finding.notes = [variations[number].words]
        return finding
      case .numbers(let numbers, _):
        guard let plain = first else {
          first = numbers
          continue
        }
        if numbers.isSame(as: plain) { continue }
        return differing(finding, plain, numbers, number, variations, options, in: environment)
      }
    }
    finding.sentence = "\(results.count) runs, one digest: \(first?.digest ?? "")"
    finding.sameCount = (first?.entries.count ?? 0) + 1
    return finding
  }

  private static func differing(
    _ before: GateFinding, _ plain: Baseline, _ other: Baseline, _ number: Int,
    _ variations: [ProcessVariation], _ options: VerifyOptions, in environment: CommandEnvironment
  ) -> GateFinding {
    var finding = before
    let comparison = BaselineComparison(of: other, with: plain)
    finding.verdict = .notDeterministic
    finding.sentence =
      comparison.isSameTrace
      ? "runs 1 and \(number + 1) have the same steps, but not the same numbers"
      : "runs 1 and \(number + 1) are not the same"
    finding.rows =
      GateFinding(
        file: before.file, comparison: comparison, head: other, base: plain, allowing: []
      ).rows
    finding.notes = [
      "run 1: \(variations[0].words)", "run \(number + 1): \(variations[number].words)",
    ]
    if comparison.isSameTrace { return finding }
    let streams = [0, number].map { place in
      StepStream.all(
        of: before.file, settings: options.settings, variables: variations[place].variables,
        withLines: true, in: environment)
    }
    if let here = streams[0], let there = streams[1],
      let words = StepStream.difference(here, there, called: ("run 1", "run \(number + 1)"))
    {
      finding.notes += words.split(separator: "\n").map(String.init)
    } else {
      finding.notes.append("when run again for their steps, both were the same: it comes and goes")
    }
    return finding
  }
}
