// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCheck
internal import WeirCore
internal import WeirReport
internal import WeirRun
internal import WeirScenario
internal import WeirTrace

/// `weir stack check`: a program as a stack, in four small worlds, each seed twice.
enum Stack {
  /// Plays the worlds and says what came of each; the first fault ends it.
  static func perform(_ options: StackOptions, in environment: CommandEnvironment) -> ExitCode {
    if options.printsScenario {
      environment.out.write(options.worlds[0].scenario(of: options.command))
      return .pass
    }
    Interruption.listen()
    var codes: [ExitCode] = []
    for world in options.worlds {
      let code = play(world, options, in: environment)
      codes.append(code)
      if code != .pass { break }
    }
    if codes.allSatisfy({ $0 == .pass }) {
      environment.show("not tried: page, act, lose\n")
    }
    return .mostSerious(codes)
  }

  private static func play(
    _ world: StackWorld, _ options: StackOptions, in environment: CommandEnvironment
  ) -> ExitCode {
    let text = world.scenario(of: options.command)
    var updates = 0
    for seed in options.seeds {
      if let code = Interruption.code { return code }
      var outcomes: [Outcome] = []
      do throws(Problems) {
        let scenario = try Scenario(
          text: Array(text.utf8), named: "\(world.rawValue)", in: environment.catalogue.schema)
        for _ in 0..<2 {
          var run = try World(
            scenario, seed: seed, catalogue: environment.catalogue, keepingSteps: true)
          var goesOn = true
          while goesOn {
            goesOn = run.advance(by: 256)
            updates += run.takeSteps().count {
              $0.kind == .published && $0.client >= StackWorld.writers
            }
            if let code = Interruption.code { return code }
          }
          outcomes.append(run.outcome())
        }
      } catch {
        for problem in error.all { environment.report(problem) }
        return .scenarioWrong
      }
      let isFailed = outcomes[0].hasFailedProgram
      if !isFailed, outcomes[0].digest != outcomes[1].digest {
        environment.show(
          "NOT DETERMINISTIC  \(world.rawValue), seed \(seed): two runs differ\n"
            + "  \(outcomes[0].digest)\n  \(outcomes[1].digest)\n"
            + "  Usually an order comes from a set or a hash table, or the program looked at a clock.\n"
            + look(world, seed, options, verifies: true))
        return .notDeterministic
      }
      if let broken = outcomes[0].findings.first(where: { $0.verdict.isBroken }) {
        say(broken, world, seed, options, in: environment)
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
    worlds = StackWorld.allCases
    if let name = invocation.value("world"), let world = StackWorld(rawValue: name) {
      worlds = [world]
    }
    printsScenario = invocation.has("scenario")
  }
}

/// A small world in which a program is tried.
enum StackWorld: String, Hashable, CaseIterable {
  /// One phone, and somebody who posts.
  case calm
  /// Three phones, and two people who post, edit and remove.
  case busy
  /// The same, ordered by a field that people change, so that rows move.
  case ranked
  /// The busy one with everything that goes wrong on phones.
  case rough

  /// The number of clients with a list of Weir's own, which come before the phones.
  static let writers: UInt32 = 2

  /// The events in it, in a sentence.
  var about: String {
    switch self {
    case .calm: "one phone, while somebody posts."
    case .busy: "three phones, while people post, edit, move and remove rows."
    case .ranked: "three phones with rows in the order of a score, which people change."
    case .rough:
      "three phones and busy people, while lists are left, connections lost and apps killed."
    }
  }

  /// Its scenario, with a command as the stack of the phones.
  func scenario(of command: String) -> String {
    let phones = self == .calm ? 1 : 3
    let does =
      switch self {
      case .calm: "post"
      case .ranked: "{ post: 25%, assign: 60%, remove: 15% }, field: score, values: [1, 2, 3, 5, 8]"
      case .busy, .rough: "{ post: 50%, edit: 25%, replace: 5%, move: 5%, remove: 15% }"
      }
    let order = self == .ranked ? ", order: { child: score }" : ""
    var text = """
      weir: 1
      about: \(about.prefix(1).uppercased() + about.dropFirst())
      settle: 30s
      server: { tree: { rooms: { lobby: { a: { text: one, score: 3 }, b: { text: two, score: 1 } } } } }
      network: { delay: { log-normal: { median: 60ms, p99: 500ms }, at-least: 5ms }\(self == .rough ? ", loss: 2%" : "") }
      clients:
        - { name: writers, count: \(Self.writers), list: rooms/lobby, newest: 20\(order) }
        - { name: phones, count: \(phones), list: rooms/lobby, newest: 10\(order), stack: { run: \(CleanText.quoted(command)) } }
      workload:
        - { name: write, clients: writers, each: client, does: \(does), every: { exponential: 400ms }, for: 10s }

      """
    if self == .rough {
      text += """
          - { name: live, clients: phones, each: client, does: { reopen: 50%, leave: 30%, restart: 20% }, away: { exponential: 1s }, every: { exponential: 2s }, for: 10s }
        faults:
          - { fault: disconnect, clients: phones, every: { exponential: 5s } }
          - { fault: background, clients: phones, every: { exponential: 6s }, for: { exponential: 1s } }

        """
    }
    return text
  }
}
