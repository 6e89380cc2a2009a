// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirScenario
import WeirTrace
import WeirTree

/// A stack in any language: a program that is given lines of JSON over a pipe, and answers each with one.
///
///     clients: [ { name: phones, count: 3, list: rooms/lobby, newest: 20,
///                  stack: { run: "python3 tools/live-list.py" } } ]
///
/// Time stands still while it answers, so that a seed gives the same run each time. <doc:AnyLanguage> is the agreement.
enum ProgramFamily: StackFamily {
  static let name = "run"
  static let about = "A program of yours, in any language, that answers lines of JSON."
  static let actions: [Scenario.Work.Action] = [
    .page,
    Scenario.Work.Action(
      "tap", .write, "Tells the program that somebody taps on a row.", on: .shownRow),
  ]
  static let notes = [ProgramNotes.failure]
  static let checkers: [any Checker.Type] = [ProgramChecker.self]
  static let publishesInBatches = false
  // A drawn scenario has no program to start.
  static let isDrawn = false
  static let mainOption: String? = "program"

  static func refusal(of screen: Screen) -> (message: String, remedy: String)? {
    let isPlain: Bool
    if case .everything = screen.filter {
      isPlain =
        screen.sources.count == 1 && screen.grouping == nil && screen.displayLimit == nil
    } else {
      isPlain = false
    }
    return isPlain
      ? nil
      : (
        "a program shows one list, without sections and conditions",
        "leave them out, or use stack: streams"
      )
  }

  static func makeStack(_ options: ProgramOptions, _ context: StackContext) -> any ClientStack {
    let conversation = context.run.shared(context.group) {
      Conversation(
        options.program, silence: options.silence, seed: context.run.seed, group: context.group,
        talk: context.run.talk)
    }
    return ProgramStack(conversation, context, actions: actions.map(\.name))
  }
}

/// The options of such a stack, as a scenario writes them below `stack: { run: … }`.
struct ProgramOptions: StackOptions {
  var program = ""
  var silence = Interval.seconds(10)

  static let keys = [
    StackOption(
      "program", \Self.program, .command,
      "The command that starts it, as a shell takes it, in the folder in which Weir was called.",
      example: "\"python3 tools/live-list.py\""),
    StackOption(
      "silence", \Self.silence, .duration,
      "How long, on the clock of the machine, an answer may take before the run ends.",
      example: "30s"),
  ]

  var complaints: [(key: String, message: String, remedy: String)] {
    program.isEmpty
      ? [
        (
          "program", "no program",
          "write a command, such as program: \"python3 tools/live-list.py\""
        )
      ]
      : []
  }
}

extension Outcome {
  /// `true` if the run ended because the program of a stack could not be spoken with any more.
  public var hasFailedProgram: Bool {
    findings.contains { $0.checker == ProgramChecker.promise.name && $0.verdict.isBroken }
  }
}
