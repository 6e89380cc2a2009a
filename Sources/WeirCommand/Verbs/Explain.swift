// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirRun
internal import WeirScenario

/// `weir explain`: what a key of the scenario format means, or how a file was understood.
enum Explain {
  /// Prints what was asked for.
  static func perform(_ options: ExplainOptions, in environment: CommandEnvironment) -> ExitCode {
    if options.wantsSchema {
      environment.out.write(environment.catalogue.schema.jsonSchema())
      return .pass
    }
    if let subject = options.subject, isFile(subject) {
      return explain(file: subject, in: environment)
    }
    return explain(key: options.subject, in: environment)
  }

  /// Prints what a key means; nil: every key.
  static func explain(key: String?, in environment: CommandEnvironment) -> ExitCode {
    switch environment.catalogue.schema.explain(key: key) {
    case .success(let words):
      environment.out.write(words)
      return .pass
    case .failure(let problem):
      environment.report(problem)
      return .usage
    }
  }

  /// `true` if a word names a file rather than a key: no key has a slash or such an ending.
  private static func isFile(_ word: String) -> Bool {
    word == "-" || word.utf8.contains(UInt8(ascii: "/"))
      || [".yaml", ".yml"].contains { word.hasSuffix($0) }
  }

  private static func explain(file: String, in environment: CommandEnvironment) -> ExitCode {
    do throws(Refusal) {
      let scenario = try ScenarioFiles.load(file, settings: [], in: environment)
      environment.out.write(scenario.canonicalText)
      return .pass
    } catch {
      for problem in error.problems { environment.report(problem) }
      return error.code
    }
  }
}
