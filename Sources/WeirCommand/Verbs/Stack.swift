// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCheck
internal import WeirCore
internal import WeirReport
internal import WeirRun
internal import WeirScenario
internal import WeirTrace

/// `weir stack check`: a program as a stack, in small worlds, each seed twice.
enum Stack {
  /// Plays the worlds and says what came of each; the first fault ends it.
  static func perform(_ options: StackOptions, in environment: CommandEnvironment) -> ExitCode {
    if options.printsScenario {
      environment.out.write((options.worlds.first ?? .calm).scenario(of: options.command))
      return .pass
    }
    Interruption.listen()
    var codes: [ExitCode] = []
    var left: [StackWorld] = []
    var worlds = options.worlds
    if worlds.isEmpty {
      let deeds = deeds(of: options.command)
      left = StackWorld.allCases.filter { $0.deed.map { !deeds.contains($0) } ?? false }
      worlds = StackWorld.allCases.filter { !left.contains($0) }
    }
    for world in worlds {
      let code = play(world, options, in: environment)
      codes.append(code)
      if code != .pass { break }
    }
    if codes.allSatisfy({ $0 == .pass }) {
      for world in left {
        let deed = world.deed ?? ""
        environment.show(
          "not tried: \(deed), because the first answer does not say \"does\":[\"\(deed)\"]; "
            + "--world \(world.rawValue) tries it all the same\n")
      }
    }
    return .mostSerious(codes)
  }

  /// Returns what a program says that it does beside showing a list; nothing if it cannot be spoken with, which the first
  /// world tells better.
  private static func deeds(of command: String) -> Set<String> {
    let conversation = Conversation(command, silence: .seconds(10), seed: 1)
    do throws(ProgramFault) { return try conversation.greet() } catch { return [] }
  }

  /// A run of a world, after its end.
  private struct Played {
    var outcome: Outcome
    /// The number of times that phones showed another list.
    var updates: Int
    var lines: [ProgramLine]
    /// The debt with which it ended.
    var debt: ProgramDebt?
  }

  /// Plays a scenario; nil: somebody wants it to end.
  private static func play(
    _ scenario: Scenario, seed: UInt64, in environment: CommandEnvironment
  ) throws(Problems) -> Played? {
    var run = try World(scenario, seed: seed, catalogue: environment.catalogue, keepingSteps: true)
    run.keepsProgramLines = true
    var updates = 0
    var goesOn = true
    while goesOn {
      goesOn = run.advance(by: 256)
      updates += run.takeSteps().count {
        $0.kind == .published && $0.client >= StackWorld.writers
      }
      if Interruption.code != nil { return nil }
    }
    return Played(
      outcome: run.outcome(), updates: updates, lines: run.takeProgramLines(),
      debt: run.unpaidDebt)
  }

  private static func play(
    _ world: StackWorld, _ options: StackOptions, in environment: CommandEnvironment
  ) -> ExitCode {
    let text = world.scenario(of: options.command)
    var updates = 0
    for seed in options.seeds {
      var runs: [Played] = []
      do throws(Problems) {
        let scenario = try Scenario(
          text: Array(text.utf8), named: "\(world.rawValue)", in: environment.catalogue.schema)
        for _ in 0..<2 {
          guard let run = try play(scenario, seed: seed, in: environment) else {
            return Interruption.code ?? .interrupted
          }
          updates += run.updates
          runs.append(run)
        }
      } catch {
        for problem in error.all { environment.report(problem) }
        return .scenarioWrong
      }
      let (first, second) = (runs[0], runs[1])
      let isFailed = first.outcome.hasFailedProgram
      if !isFailed, first.outcome.digest != second.outcome.digest {
        sayDifference(first, second, world, seed, options, in: environment)
        return .notDeterministic
      }
      if let debt = first.debt {
        say(debt, first, world, seed, options, in: environment)
        return .programFailed
      }
      if let broken = first.outcome.findings.first(where: { $0.verdict.isBroken }) {
        say(broken, world, seed, options, in: environment)
        if !isFailed { sayDeafness(first.lines, in: environment) }
        return isFailed ? .programFailed : .checkerBroken
      }
    }
    if updates == 0 {
      environment.show("NOTHING MEASURED  \(world.rawValue): the program never showed a list\n")
      return .nothingMeasured
    }
    environment.show(
      "PASS  \(world.rawValue): \(world.about) Seeds \(options.seeds.lowerBound) to "
        + "\(options.seeds.upperBound), twice each, \(updates) list updates\n")
    return .pass
  }

  /// Says that a program never listened, which is why nothing else was right.
  private static func sayDeafness(_ lines: [ProgramLine], in environment: CommandEnvironment) {
    let isDeaf = !lines.contains {
      String(decoding: $0.answer, as: UTF8.self).contains("\"listen\"")
    }
    guard isDeaf,
      let line = lines.first(where: {
        String(decoding: $0.said, as: UTF8.self).hasPrefix("{\"do\":\"open\"")
      })
    else { return }
    let answer = CleanText.line(String(decoding: line.answer, as: UTF8.self))
    environment.show(
      "  the program never listened, and so heard nothing: line \(line.number), 'open', was answered by \(answer)\n"
        + "  remedy: answer it by [{\"listen\":1}]; a program that is a line behind with everything must answer each "
        + "line before it reads the next one\n")
  }

  private static func sayDifference(
    _ here: Played, _ there: Played, _ world: StackWorld, _ seed: UInt64, _ options: StackOptions,
    in environment: CommandEnvironment
  ) {
    var comparison = LineComparison()
    comparison.here(here.lines)
    comparison.there(there.lines)
    comparison.end()
    var words = "  \(here.outcome.digest)\n  \(there.outcome.digest)\n"
    if let answers = comparison.difference?.answers(called: ("run 1", "run 2")) {
      words = "  first in \(answers)  remedy: \(LineComparison.remedy)\n"
    }
    environment.show(
      "NOT DETERMINISTIC  \(world.rawValue), seed \(seed): two runs differ\n\(words)"
        + look(world, seed, options, verifies: true))
  }

  /// Says what a program owes, with the line that asked for it.
  private static func say(
    _ debt: ProgramDebt, _ run: Played, _ world: StackWorld, _ seed: UInt64,
    _ options: StackOptions, in environment: CommandEnvironment
  ) {
    let line = run.lines.first { $0.group == debt.group && $0.number == debt.line }
    let finding = run.outcome.findings.first { $0.verdict.isBroken && $0.checker == "program" }
    let words = CleanText.line(finding?.verdict.breach?.words ?? "")
    let tee = Report.quoted("tee lines.txt | \(options.command)")
    environment.show(
      "BROKEN  \(world.rawValue), seed \(seed): program, because \(words)\n"
        + "  line:  \(String(decoding: line?.said ?? [], as: UTF8.self))\n"
        + "  look: weir stack check \(tee) --world \(world.rawValue) --seeds \(seed)..\(seed)\n")
  }

  private static func say(
    _ finding: Finding, _ world: StackWorld, _ seed: UInt64, _ options: StackOptions,
    in environment: CommandEnvironment
  ) {
    let words = finding.verdict.breach?.words ?? ""
    environment.show(
      "BROKEN  \(world.rawValue), seed \(seed): \(finding.checker), because \(CleanText.line(words))\n"
        + look(world, seed, options, verifies: false))
  }

  /// The lines that show it again.
  private static func look(
    _ world: StackWorld, _ seed: UInt64, _ options: StackOptions, verifies: Bool
  ) -> String {
    let command = Report.quoted(options.command)
    let how = verifies ? "--verify" : "--around first"
    return """
        look: weir stack check \(command) --world \(world.rawValue) --scenario > \(world.rawValue).yaml
              weir run \(world.rawValue).yaml --seed \(seed) \(how)

      """
  }
}

/// The words of a `weir stack check`.
struct StackOptions: Hashable {
  /// The most seeds that are played one after the other; more are a job for `weir sweep`.
  static let most: UInt64 = 10_000

  var command: String
  var seeds: ClosedRange<UInt64>
  /// The worlds that are named; none: all that the program is for.
  var worlds: [StackWorld]
  var printsScenario: Bool

  /// Takes the options from a command line that the table has checked.
  init(_ invocation: Invocation) throws(Problems) {
    let operands = invocation.operands
    guard operands.count == 2, operands[0] == "check", !operands[1].isEmpty else {
      throw Problems([
        Problem(
          message: operands.first == "check"
            ? "'weir stack check' without a program"
            : "unknown word '\(operands[0])' after 'weir stack'",
          remedy: "write weir stack check \"python3 live-list.py\"")
      ])
    }
    command = operands[1]
    do throws(Problem) {
      seeds = try SeedRange.reading(
        invocation.value("seeds") ?? "1..3", atMost: Self.most,
        example: "weir stack check \"python3 live-list.py\" --seeds 1..50")
    } catch {
      throw Problems([error])
    }
    worlds = []
    if let name = invocation.value("world"), let world = StackWorld(rawValue: name) {
      worlds = [world]
    }
    printsScenario = invocation.has("scenario")
  }
}
