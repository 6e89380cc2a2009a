// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirCore
package import WeirScenario

extension Shrinker {
  /// The smallest scenario as a file that a person can read, and that fails as it should.
  ///
  /// It is about what broke, and expects it. The comment says where it came from, and how to run it.
  package func file(from source: String, at path: String) -> String {
    // A line end in a name would end the comment, and what follows would be a part of the scenario.
    let origin = CleanText.line(
      "\(source) with seed \(original.seed), made small: \(Self.words(original.size, best.size)).")
    let replay = CleanText.line("Replay it with:  \(ProgramName.current) run \(path)")
    return "# \(origin)\n# \(replay)\n" + smallest.yaml
  }

  /// The smallest scenario, which expects to be broken.
  package var smallest: Draft {
    let reason = failure?.verdict.breach?.words ?? ""
    return best.draft.about("\(place.checker) breaks, because \(reason).")
      .expectingBroken(place.checker).tidied
  }

  /// `true` if a file that was written fails at the same place when it is read and run like any other.
  package func isReplayed(by text: String, named file: String) -> Bool {
    guard let draft = try? Draft(text: Array(text.utf8), named: file, in: catalogue.schema),
      let scenario = try? draft.scenario(),
      let trial = try? Trial.run(
        draft, scenario, catalogue, seed: scenario.seed, most: mostEvents, stop: { false }),
      let failure = trial.failure(of: place.checker)
    else { return false }
    return FailurePlace(of: failure).map(place.covers) == true
  }

  private static func words(_ before: Trial.Size, _ after: Trial.Size) -> String {
    let sizes = [
      (before.clients, after.clients, "clients"), (before.faults, after.faults, "faults"),
      (before.intents, after.intents, "intents"), (before.parts, after.parts, "parts"),
    ]
    return sizes.filter { $0.0 != $0.1 }.map { "\($0.0) to \($0.1) \($0.2)" }.joined(
      separator: ", ")
  }
}
