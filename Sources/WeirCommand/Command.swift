internal import Glibc
internal import WeirCore
public import WeirMutants
public import WeirRun
internal import WeirScenario

/// The command `weir`: words in, words and an exit code out.
///
///     Command.main(["run", "Scenarios/first-steps.yaml"])
///     Command.main(words, catalogue: .complete.adding(FeedFamily.self))  // with a stack of one's own
public enum Command {
  /// Carries out a command line (without the program's name) and ends the process.
  ///
  /// The processes that a verb starts are this program again, so they know the same catalogue.
  public static func main(_ words: [String], catalogue: Catalogue = .complete) -> Never {
    Interruption.letWritesFail()
    var surroundings = Surroundings.ofProcess
    surroundings.catalogue = catalogue
    exit(perform(words, in: surroundings).rawValue)
  }

  /// Carries out a command line and says how it went.
  package static func perform(_ words: [String], in environment: CommandEnvironment) -> ExitCode {
    var code: ExitCode
    do throws(Problems) {
      code = try answer(
        Parser.parse(words, checkers: surroundings.checkers), in: surroundings)
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
    case .help(let verb): Help.show(verb, in: surroundings)
    case .version: surroundings.out.write(Version.text)
    case .completions(let shell):
      surroundings.out.write(verbatim: Completions.script(for: shell, surroundings.checkers))
    case .perform(let invocation): return try perform(invocation, in: surroundings)
    }
    return .pass
  }

  private static func perform(
    _ invocation: Invocation, in environment: CommandEnvironment
  ) throws(Problems) -> ExitCode {
    var environment = environment
    if invocation.has("allow-outside") { environment.files.allowsOutside = true }
    switch invocation.verb.name {
    case "run": return Run.perform(RunOptions(invocation), in: surroundings)
    case "sweep":
      return try Sweep.perform(
        SweepOptions(invocation, metrics: surroundings.catalogue.metrics), in: surroundings)
    case "shrink": return try Shrink.perform(ShrinkOptions(invocation), in: surroundings)
    case "follow": return try Follow.perform(FollowOptions(invocation), in: surroundings)
    case "compare": return try Compare.perform(CompareOptions(invocation), in: surroundings)
    case "check": return Check.perform(CheckOptions(invocation), in: surroundings)
    case "mutants": return try Mutants.perform(MutantsOptions(invocation), in: surroundings)
    case "cases": return Cases.perform(CasesOptions(invocation), in: surroundings)
    case "bench": return try Bench.perform(BenchOptions(invocation), in: surroundings)
    case "gate": return try Gate.perform(invocation, in: surroundings)
    case "verify": return try Verify.perform(VerifyOptions(invocation), in: surroundings)
    case "trend": return try Trends.perform(invocation, in: surroundings)
    case "explain": return try Explain.perform(ExplainOptions(invocation), in: surroundings)
    case "draw": return try Draw.perform(DrawOptions(invocation), in: surroundings)
    case "list": return try List.perform(ListOptions(invocation), in: surroundings)
    case "help": return Help.perform(invocation, in: surroundings)
    case "version": surroundings.out.write(Version.text)
    default: invariantBroken("the table has a verb '\(invocation.verb.name)' that nobody knows")
    }
    return .pass
  }
}
