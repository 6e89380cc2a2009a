// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirGate
internal import WeirReport
internal import WeirScenario

/// The scenarios of a gate, and what processes have to say of each.
enum GateFiles {
  /// Returns the files behind the operands; nil if there is something wrong with them, which is
  /// said.
  static func expand(_ names: [String], in environment: CommandEnvironment) -> Result<
    [String], Stop
  > {
    do throws(FileFailure) {
      let files = try ScenarioFiles.expand(names)
      guard !files.isEmpty else { return .failure(Stop(code: .nothingMeasured)) }
      return .success(files)
    } catch {
      environment.report(error.problem)
      return .failure(Stop(code: ExitCode(error)))
    }
  }

  /// The reason that a gate cannot begin.
  struct Stop: Error {
    var code: ExitCode
  }

  /// The result of a process that measured a scenario.
  enum Reading {
    /// Its numbers, and what it says of the run itself.
    case numbers(Baseline, ExitCode)
    /// Nothing, and why.
    case nothing(GateVerdict, String)
  }

  /// Reads what came of a process.
  static func reading(_ result: ChildJobs.Result?, of file: String) -> Reading {
    guard let result else { return .nothing(.interrupted, "it was not run to its end") }
    if result.isLate { return .nothing(.nothing, "its process hung and was ended") }
    let words = result.lastWords.isEmpty ? "" : ": \(result.lastWords)"
    switch result.ending {
    case .killed(let signal):
      return .nothing(.nothing, "its process was ended by signal \(signal)\(words)")
    case .exited(let number):
      let code = ExitCode(rawValue: number)
      switch code {
      case .pass, .checkerBroken, .expectationMissed, .nothingMeasured:
        do throws(Problems) {
          let numbers = try Baseline(reading: result.output, named: file)
          return .numbers(numbers, code ?? .pass)
        } catch {
          return .nothing(.nothing, "its process did not say all that it measured\(words)")
        }
      case .interrupted, .terminated: return .nothing(.interrupted, "its process was stopped")
      case .scenarioWrong, .fileMissing, .usage:
        return .nothing(.refused, "`weir check \(file)` says what is wrong with it")
      default: return .nothing(.nothing, "its process ended with \(number)\(words)")
      }
    }
  }

  /// Returns the command line of a process that measures a scenario.
  static func words(
    _ file: String, settings: [String], isWarm: Bool = false, in environment: CommandEnvironment
  ) -> [String] {
    ["weir", "gate", "--measure"] + (isWarm ? ["--warm"] : []) + sets(settings, in: environment)
      + ["--", file]
  }

  /// Returns what a scenario itself allows; nothing if it cannot be read, which is reported
  /// elsewhere.
  static func gate(
    of file: String, _ options: GateOptions, in environment: CommandEnvironment
  ) -> Scenario.Gate {
    let scenario = try? ScenarioFiles.load(file, settings: options.settings, in: environment)
    return scenario?.gate ?? Scenario.Gate()
  }

  /// Returns a ratio as a number.
  static func share(_ ratio: Ratio) -> Double {
    Double(ratio.numerator) / Double(ratio.denominator)
  }

  /// Returns the flags by which another process reads a scenario as this one does.
  static func sets(_ settings: [String], in environment: CommandEnvironment) -> [String] {
    settings.flatMap { ["--set", $0] }
      + (environment.files.allowsOutside ? ["--allow-outside"] : [])
  }

  /// Shows findings as they were asked for.
  static func show(
    _ findings: [GateFinding], _ format: GateOptions.Format, isQuiet: Bool,
    _ origin: GateTable.Origin, in environment: CommandEnvironment
  ) {
    let report = GateReport(findings)
    let out = environment.out
    if isQuiet {
      for finding in findings {
        environment.show(
          "\(finding.verdict.rawValue)  \(CleanText.line(finding.file))  \(finding.lane.rawValue)\n"
        )
      }
      return
    }
    switch format {
    case .text: environment.show(report.text)
    case .github: out.write(verbatim: report.annotations)
    case .junit: out.write(report.junit)
    case .markdown: out.write(report.markdown)
    case .json: out.write(report.json)
    case .csv: out.write(GateTable.csv(findings, origin))
    }
  }
}

extension ExitCode {
  /// The code of what a gate says.
  init(_ verdict: GateVerdict) {
    switch verdict {
    case .pass, .accepted: self = .pass
    case .differs: self = .differs
    case .slower: self = .slower
    case .broken: self = .checkerBroken
    case .missed: self = .expectationMissed
    case .notDeterministic: self = .notDeterministic
    case .cannotTell: self = .cannotTell
    case .nothing: self = .nothingMeasured
    case .invalid: self = .measurementInvalid
    case .rebase: self = .baselineOutdated
    case .refused: self = .scenarioWrong
    case .interrupted: self = Interruption.code ?? .interrupted
    }
  }
}
