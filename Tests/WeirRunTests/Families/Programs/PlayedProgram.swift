// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirCore
import WeirMutants
import WeirRun
import WeirScenario
import WeirTrace

/// A small world with one phone whose list is a program, after its end.
struct PlayedProgram {
  let outcome: Outcome
  let instant: Instant
  let steps: [Step]

  /// The words that answer the first line, and each later one with what follows `answer`.
  private static let shell =
    #"answer() { while read -r line; do echo "$1"; done; }; read -r line; echo '{"weir-stack":1}'; "#

  /// Plays a script of the shell that finds the first line answered.
  init(
    script: String, silence: String = "10s", clients: Int = 1, workload: String = ""
  ) throws {
    try self.init(
      command: Self.shell + script, silence: silence, clients: clients, workload: workload)
  }

  /// Plays a program that starts its phone, and answers its opening with this.
  init(answerToOpen answer: String) throws {
    try self.init(script: "read -r line; echo '[]'; read -r line; echo '\(answer)'; sleep 1000")
  }

  /// Plays a program.
  init(command: String, silence: String = "10s", clients: Int = 1, workload: String = "") throws {
    let text = """
      weir: 1
      about: One list by a program.
      settle: 2s
      server: { tree: { rooms: { lobby: { a: { text: one }, b: { text: two } } } } }
      network: { delay: 20ms }
      clients:
        - name: phones
          count: \(clients)
          list: rooms/lobby
          newest: 5
          stack:
            run:
              silence: \(silence)
              program: |-
                \(command)
        - { name: writers, count: 1, list: rooms/lobby }
      workload:
        - { clients: writers, does: post, every: 500ms, for: 2s }
      \(workload)
      """
    let catalogue = Catalogue.complete
    let scenario = try Scenario(
      text: Array(text.utf8), named: "program", in: catalogue.schema)
    var world = try World(scenario, seed: 1, catalogue: catalogue, keepingSteps: true)
    while world.advance(by: 1000) {}
    steps = world.takeSteps()
    instant = world.instant
    outcome = world.outcome()
  }

  /// The finding on the program.
  var program: Finding { finding("program") }

  /// The finding of a checker; one that there is not reached nothing.
  func finding(_ checker: String) -> Finding {
    outcome.findings.first { $0.checker == checker }
      ?? Finding(checker: checker, verdict: .notReached, opportunities: 0)
  }

  /// The words about its fault; empty if there is none.
  var fault: String { program.verdict.breach?.words ?? "" }
}
