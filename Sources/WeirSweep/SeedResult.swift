// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCheck
package import WeirCore
package import WeirRun

/// The result of one seed that a sweep keeps: the verdict, what each checker said, and the digest.
///
///     let result = SeedResult(of: world.outcome(), scenario: 0)
///     result.verdict             // .broken
///     result.firstBroken?.checker  // "lists"
///
/// It holds nothing that depends on wall time or on the machine, so the same build, scenario and seed
/// always give an equal one.
package struct SeedResult: Hashable, Sendable {
  /// The end of a seed, in a word.
  package typealias Verdict = Outcome.Verdict

  /// The number of the scenario in the sweep, from 0.
  package var scenario: Int
  /// The seed.
  package var seed: UInt64
  /// The verdict on the run.
  package var verdict: Verdict
  /// The finding of each checker; empty where nothing was run to its end.
  package var findings: [Finding]
  /// A text on what went wrong besides checkers: missed expectations, a refusal, or the last words of a crash.
  package var words: String
  /// The number of steps that the trace has.
  package var steps: Int
  /// The number of events that were handled.
  package var events: Int
  /// The moment of virtual time at which the run was over.
  package var ended: Instant
  /// The fingerprint of the trace; empty where there is none.
  package var digest: String
  /// The numbers that were asked for, in that order; nil where the run does not have one.
  package var values: [Double?] = []
  /// The situations that the run got into, by their codes, if somebody asked.
  package var situations: [UInt32] = []
  /// The first row in which a list is not the server's, of the first broken checker that names one.
  package var difference: Difference?

  /// A row in which a list is not the server's, in words.
  package struct Difference: Hashable, Sendable {
    /// The checker that found it.
    package var checker: String
    /// The list, the row, what the server has there and what the client shows.
    package var words: String

    /// Makes a difference.
    package init(checker: String, words: String) {
      self.checker = checker
      self.words = words
    }

    /// Finds the difference among what checkers said; `lists` are the paths of the world's lists.
    package init?(_ findings: [Finding], lists: [String]) {
      let telling = findings.filter { $0.verdict.breach?.difference != nil }
      guard let finding = telling.firstBroken, let row = finding.verdict.breach?.difference else {
        return nil
      }
      self.init(checker: finding.checker, words: row.words(in: lists))
    }
  }

  /// Makes the result of a seed that was not run to its end.
  package init(scenario: Int, seed: UInt64, verdict: Verdict, words: String) {
    self.scenario = scenario
    self.seed = seed
    self.verdict = verdict
    self.words = words
    (findings, steps, events, ended, digest) = ([], 0, 0, .zero, "")
  }

  /// Keeps what a sweep needs of a run.
  package init(of outcome: Outcome, scenario: Int) {
    self.init(scenario: scenario, seed: outcome.seed, verdict: outcome.verdict, words: "")
    findings = outcome.findings
    steps = outcome.steps
    events = outcome.events
    ended = outcome.ended
    digest = outcome.digest.description
    if verdict == .missed {
      words = outcome.expectations.filter { $0.result == .missed }
        .map { "\($0.words), measured \($0.measured)" }.joined(separator: "; ")
    }
  }

  /// The finding that was broken first; of several at one moment, the first of the report.
  package var firstBroken: Finding? { findings.firstBroken }

  /// `true` if a checker was broken.
  package func isBroken(_ checker: String) -> Bool {
    findings.contains { $0.checker == checker && $0.verdict.isBroken }
  }
}
