// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirCore
import WeirRun
import WeirScenario

/// Scenarios of the families of stacks, as tests of theirs read and play them.
enum FamilyPlay {
  /// Reads a scenario in which every family may have stacks.
  static func read(_ text: String, named name: String = "family.yaml") throws(Problems) -> Scenario
  {
    try Scenario(text: Array(text.utf8), named: name, in: Catalogue.standard.schema)
  }

  /// The text of a scenario in which two clients write and four look at one list with a stack.
  static func text(
    _ about: String, _ stack: String, rows: String, look: String, does: String, away: String,
    network: String, writes: String, faults: String
  ) -> String {
    """
    weir: 1
    about: \(about)
    settle: 30s
    server:
      tree: { list: { \(rows) } }
    network: { \(network) }
    clients:
      - { name: writers, count: 2, list: list }
      - { name: readers, count: 4, list: list\(look), stack: \(stack) }
    workload:
      - { clients: writers, each: client, does: { \(writes) }, every: 300ms, for: 10s }
      - { clients: readers, each: client, does: { \(does) }, \(away)think: { exponential: 300ms }, for: 10s }
    \(faults.isEmpty ? "" : "faults: [ \(faults) ]")
    expect: { lists: held }

    """
  }

  /// The problems of a scenario, or that it is fine.
  static func words(_ text: String, named name: String = "family.yaml") -> String {
    do throws(Problems) {
      _ = try World(try read(text, named: name), seed: 1)
      return "fine"
    } catch { return "\(error)" }
  }

  /// Plays a scenario to its end.
  static func outcome(_ text: String, seed: UInt64 = 1) throws -> Outcome {
    var world = try World(try read(text), seed: seed)
    while world.advance(by: 10_000) {}
    return world.outcome()
  }

  /// The promises that broke, and those among `names` that had nothing to judge.
  static func broken(_ outcome: Outcome, mustJudge names: [String]) -> [String] {
    let judged = outcome.findings.filter { $0.verdict != .notReached }.map(\.checker)
    return names.filter { !judged.contains($0) }.map { "no \($0)" }
      + outcome.findings.filter(\.verdict.isBroken).map { "\($0.checker): \($0.verdict)" }
  }
}
