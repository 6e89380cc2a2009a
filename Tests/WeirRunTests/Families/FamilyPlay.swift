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
