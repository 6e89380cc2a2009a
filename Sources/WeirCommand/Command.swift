// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc
internal import WeirCore
public import WeirMutants
public import WeirRun
internal import WeirScenario

/// The command `weir`: words in, words and an exit code out.
///
///     Command.main(["run", "Scenarios/first-steps.yaml"])
///     Command.main(words, catalogue: .complete.adding(FeedFamily.self))  // with another stack
///
/// A family of stacks can be added by targets of this package; its types are not public yet.
public enum Command {
  /// Carries out a command line (without the program's name) and ends the process.
  ///
  /// The processes that a verb starts are this program again, so they know the same catalogue.
  public static func main(_ words: [String], catalogue: Catalogue = .complete) -> Never {
    Interruption.letWritesFail()
    ProgramName.set(toPath: CommandLine.arguments.first ?? "")
    var environment = CommandEnvironment.ofProcess
    environment.catalogue = catalogue
    environment.lastWorld = LastWorld()
    let code = perform(words, in: environment)
    withExtendedLifetime(environment) { exit(code.rawValue) }
  }

  /// Carries out a command line and says how it went.
  package static func perform(_ words: [String], in environment: CommandEnvironment) -> ExitCode {
    var code: ExitCode
    do throws(Problems) {
      code = try answer(
        Parser.parse(words, checkers: environment.checkers), in: environment)
    } catch {
      for problem in error.all { environment.report(problem) }
      code = .usage
    }
    environment.out.flush()
    if let failure = environment.out.failure {
      environment.report(failure)
      code = .mostSerious([code, .ioFailed])
    }
    environment.err.flush()
    return code
  }

  private static func answer(
    _ request: Request, in environment: CommandEnvironment
  ) throws(Problems) -> ExitCode {
    switch request {
    case .help(let verb): Help.show(verb, in: environment)
    case .version: environment.out.write(Version.text)
    case .completions(let shell):
      environment.out.write(
        verbatim: Completions.script(
          for: shell, environment.checkers, of: environment.out.program))
    case .perform(let invocation): return try perform(invocation, in: environment)
    }
    return .pass
  }

  private static func perform(
    _ invocation: Invocation, in environment: CommandEnvironment
  ) throws(Problems) -> ExitCode {
    var environment = environment
    if invocation.has("allow-outside") { environment.files.allowsOutside = true }
    switch invocation.verb.name {
    case "run": return Run.perform(RunOptions(invocation), in: environment)
    case "sweep":
      return try Sweep.perform(
        SweepOptions(
          invocation, metrics: environment.catalogue.metrics, variables: environment.variables),
        in: environment)
    case "merge": return Merge.perform(MergeOptions(invocation), in: environment)
    case "shrink": return try Shrink.perform(ShrinkOptions(invocation), in: environment)
    case "follow": return try Follow.perform(FollowOptions(invocation), in: environment)
    case "compare": return try Compare.perform(CompareOptions(invocation), in: environment)
    case "check": return Check.perform(CheckOptions(invocation), in: environment)
    case "mutants": return try Mutants.perform(MutantsOptions(invocation), in: environment)
    case "cases": return Cases.perform(CasesOptions(invocation), in: environment)
    case "bench": return try Bench.perform(BenchOptions(invocation), in: environment)
    case "gate": return try Gate.perform(invocation, in: environment)
    case "verify": return try Verify.perform(VerifyOptions(invocation), in: environment)
    case "trend": return try Trends.perform(invocation, in: environment)
    case "explain": return try Explain.perform(ExplainOptions(invocation), in: environment)
    case "draw": return try Draw.perform(DrawOptions(invocation), in: environment)
    case "new": return try New.perform(NewOptions(invocation), in: environment)
    case "stack": return try Stack.perform(StackOptions(invocation), in: environment)
    case "list": return try List.perform(ListOptions(invocation), in: environment)
    case "help": return try Help.perform(invocation, in: environment)
    case "version": environment.out.write(Version.text)
    default: invariantBroken("the table has a verb '\(invocation.verb.name)' that nobody knows")
    }
    return .pass
  }
}
