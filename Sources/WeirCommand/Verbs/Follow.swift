// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore
internal import WeirReport
internal import WeirRun
internal import WeirScenario

/// The options of `weir follow`.
struct FollowOptions: Hashable {
  /// The file that was named.
  var file: String
  /// The journey; nil: list those worth following.
  var journey: UInt32?
  /// The seed that replaces the scenario's.
  var seed: UInt64?
  /// The keys that replace the scenario's, as `key=value`, in order.
  var settings: [String]
  /// `true` if a terminal sees a progress line.
  var showsProgress: Bool

  /// Takes the options from a command line that the table has checked.
  init(_ invocation: Invocation) throws(Problems) {
    file = invocation.operands[0]
    seed = invocation.value("seed").flatMap { UInt64($0) }
    settings = invocation.settings
    showsProgress = !invocation.has("no-progress")
    guard invocation.operands.count == 2 else { return }
    journey = UInt32(invocation.operands[1])
    if (journey ?? 0) == 0 {
      throw Problems([
        Problem(
          message: "'\(invocation.operands[1])' is not the number of a journey",
          remedy: "write a whole number from 1 on; without one the journeys are listed")
      ])
    }
  }
}

/// `weir follow`: the life of one message.
enum Follow {
  /// Runs the scenario once more, and tells what came of one wish.
  static func perform(_ options: FollowOptions, in environment: CommandEnvironment) -> ExitCode {
    do throws(Refusal) {
      let scenario = try ScenarioFiles.load(
        options.file, settings: options.settings, in: environment)
      do throws(Problems) {
        return try tell(scenario, options, in: environment)
      } catch {
        throw Refusal(problems: error.all, code: .scenarioWrong)
      }
    } catch {
      for problem in error.problems { environment.report(problem) }
      return error.code
    }
  }

  private static func tell(
    _ scenario: Scenario, _ options: FollowOptions, in environment: CommandEnvironment
  ) throws(Problems) -> ExitCode {
    Interruption.listen()
    var world = try World(
      scenario, seed: options.seed ?? scenario.seed, catalogue: environment.catalogue,
      keepingSteps: true)
    let progress = ProgressLine(in: environment, wanted: options.showsProgress)
    var life = options.journey.map { Life(of: $0, names: world.names) }
    var beginnings = Beginnings()
    var goesOn = true
    while goesOn {
      goesOn = world.advance(by: 8192)
      for step in world.takeSteps() {
        life?.add(step)
        beginnings.add(step)
      }
      progress.update(now: world.instant, of: world.horizon, events: UInt64(world.eventCount))
      if goesOn, Interruption.code != nil {
        world.interrupt()
        goesOn = false
      }
    }
    progress.clear()
    if let life {
      if life.moments.isEmpty, Interruption.code == nil { throw unknown(life, beginnings) }
      let page = FollowPage(life, names: world.names, findings: world.outcome().findings)
      environment.out.write(page.text)
    } else {
      let page = JourneysPage(
        world.outcome(), beginnings, names: world.names, file: options.file,
        settings: options.settings)
      environment.out.write(page.text)
    }
    return Interruption.code ?? .pass
  }

  private static func unknown(_ life: Life, _ beginnings: Beginnings) -> Problems {
    Problems([
      Problem(
        message: "there is no journey \(life.journey) in this run",
        remedy: "there are \(beginnings.count); `weir follow` without a number lists some")
    ])
  }
}
