// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirRun
internal import WeirScenario

/// The reason that a scenario could not be loaded: everything that is wrong, and the exit code for
/// it.
struct Refusal: Error {
  /// The problems.
  var problems: [Problem]
  /// The exit code for it.
  var code: ExitCode
}

extension ScenarioFiles {
  /// Returns the scenario in a file, with some of its keys replaced.
  static func load(
    _ name: String, settings: [String], in environment: CommandEnvironment
  ) throws(Refusal) -> Scenario {
    let text = try text(of: name, in: environment)
    do throws(Problems) {
      return try Scenario(
        text: text, named: name, in: environment.catalogue.schema, loader: environment.files,
        environment: environment.variables,
        overrides: settings)
    } catch {
      throw Refusal(problems: error.all, code: .scenarioWrong)
    }
  }
}

extension ExitCode {
  /// The code for a scenario that could not be read.
  init(_ failure: LoadFailure) {
    switch failure {
    case .missing, .directory, .unreadable: self = .fileMissing
    case .tooLarge, .outside: self = .scenarioWrong
    case .failedMidway: self = .ioFailed
    }
  }
}

extension ScenarioFiles {
  /// Returns the scenario in a file as it is written, with some of its keys replaced.
  static func draft(
    _ name: String, settings: [String], in environment: CommandEnvironment
  ) throws(Refusal) -> Draft {
    let text = try text(of: name, in: environment)
    do throws(Problems) {
      return try Draft(
        text: text, named: name, in: environment.catalogue.schema, loader: environment.files,
        environment: environment.variables,
        overrides: settings)
    } catch {
      throw Refusal(problems: error.all, code: .scenarioWrong)
    }
  }

  /// Returns the bytes of a file.
  private static func text(
    of name: String, in environment: CommandEnvironment
  ) throws(Refusal) -> [UInt8] {
    switch environment.files.read(name) {
    case .success(let bytes): return bytes
    case .failure(let failure):
      // A file that is not there has no line 1 to point to.
      var problem = failure.problem(path: name)
      problem.mark = nil
      throw Refusal(problems: [problem], code: ExitCode(failure))
    }
  }
}
