// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirCore
import WeirRun

extension Report {
  /// Returns the command that prints the life of one message of a run, or with 0 lists those worth
  /// following.
  package static func follow(
    file: String, seed: UInt64, settings: [String], allowsOutside: Bool = false, journey: UInt32
  ) -> String {
    let program = ProgramName.current
    let words = replay(file: file, seed: seed, settings: settings, allowsOutside: allowsOutside)
      .dropFirst("\(program) run".count)
    return "\(program) follow\(words)" + (journey == 0 ? "" : " \(journey)")
  }

  /// The finding that was broken first, if any was.
  var firstBroken: Finding? { outcome.findings.firstBroken }

  /// The command that follows the message on which the first promise broke; nil if none broke.
  package var follow: String? {
    guard let breach = firstBroken?.verdict.breach else { return nil }
    return Self.follow(
      file: file, seed: outcome.seed, settings: settings, allowsOutside: allowsOutside,
      journey: breach.journey)
  }

  /// For each broken promise the facts that contradict each other.
  var contradictions: [String] {
    outcome.findings.flatMap { finding in
      finding.verdict.contradiction.map { ["\(finding.checker):"] + $0.map { "  \($0)" } } ?? []
    }
  }
}

extension WeirCheck.Verdict {
  /// The two facts that contradict each other, a line each; nil if nothing is broken.
  ///
  /// If a checker knows of one alone, the other one is that what it promises does not follow.
  var contradiction: [String]? {
    guard case .broken(let instant, let breach) = self else { return nil }
    let facts = [breach.first, breach.second].compactMap { $0.map(\.description) }
    switch facts.count {
    case 2: return facts
    case 1: return facts + ["at \(instant) \(breach.words)"]
    default: return ["at \(instant) \(breach.words)"]
    }
  }
}
