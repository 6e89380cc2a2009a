internal import WeirCore
internal import WeirScenario

/// Why a scenario could not be had: everything that is wrong, and how the command ends for it.
struct Refusal: Error {
  /// What is wrong.
  var problems: [Problem]
  /// How the command ends for it.
  var code: ExitCode
}

extension ScenarioFiles {
  /// The scenario in a file, with some of its keys replaced.
  static func load(
    _ name: String, settings: [String], in surroundings: Surroundings
  ) throws(Refusal) -> Scenario {
    let text: [UInt8]
    switch surroundings.files.read(name) {
    case .success(let bytes): text = bytes
    case .failure(let failure):
      // A file that is not there has no line 1 to point to.
      var problem = failure.problem(path: name)
      problem.mark = nil
      throw Refusal(problems: [problem], code: ExitCode(failure))
    }
    do throws(Problems) {
      return try Scenario(
        text: text, named: name, loader: surroundings.files, environment: surroundings.environment,
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
    case .tooLarge: self = .scenarioWrong
    case .failedMidway: self = .ioFailed
    }
  }
}
