// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirCheck
package import WeirMetrics
public import WeirRun
import WeirScenario

/// The pages that a run leaves behind: one for people, one for programs.
///
///     let report = Report(outcome, file: "Scenarios/first-steps.yaml")
///     report.text                     // fits a screen
///     try report.write(to: "Reports/latest/first-steps")
///
/// Neither page holds a wall-clock value, so that the same build, scenario and seed always give the
/// same bytes.
public struct Report: Sendable {
  /// The outcome of the run.
  public let outcome: Outcome
  /// The scenario file as the person named it.
  public let file: String
  /// Keys that were set on the command line, as `key=value`.
  public let settings: [String]
  /// `true` if the scenario may name files outside of its folder, which the command that runs it again must say.
  package var allowsOutside = false

  /// Makes the report of a run.
  public init(_ outcome: Outcome, file: String, settings: [String] = []) {
    self.outcome = outcome
    self.file = file
    self.settings = settings
  }

  /// The end of the run, in a word.
  public enum Verdict: String, Sendable {
    /// Everything held.
    case pass = "PASS"
    /// A checker found a promise broken.
    case broken = "BROKEN"
    /// An expectation was missed.
    case missed = "MISSED"
    /// Nothing was measured.
    case nothing = "NOTHING MEASURED"
    /// The user ended the run.
    case interrupted = "INTERRUPTED"
  }

  /// The end of the run.
  public var verdict: Verdict {
    if outcome.isInterrupted { return .interrupted }
    return switch outcome.verdict {
    case .broken: .broken
    case .missed: .missed
    case .nothing: .nothing
    // The last two have no outcome.
    case .pass, .refused, .crashed: .pass
    }
  }

  /// The command that runs the same again.
  public var replay: String {
    Self.replay(
      file: file, seed: outcome.seed, settings: settings, allowsOutside: allowsOutside)
  }

  /// Returns the command that runs a scenario file with a seed and some keys replaced.
  package static func replay(
    file: String, seed: UInt64, settings: [String], allowsOutside: Bool = false
  ) -> String {
    // A name that begins like an option would be taken for one.
    let file = file.hasPrefix("-") && file != "-" ? "./\(file)" : file
    let sets = settings.map { " --set \(quoted($0))" }.joined()
    let outside = allowsOutside ? " --allow-outside" : ""
    return "\(ProgramName.current) run \(quoted(file)) --seed \(seed)\(sets)\(outside)"
  }

  /// Writes `report.txt` and `metrics.csv` into a folder, each whole or not at all.
  public func write(to folder: String) throws(FileFailure) {
    try WholeFile.write(text, to: "\(folder)/report.txt")
    try WholeFile.write(MetricsTable.csv(outcome), to: "\(folder)/metrics.csv")
  }

  /// Writes `hist.csv`, the distributions of what was measured, into a folder.
  package func write(_ distributions: [MetricDistribution], to folder: String) throws(FileFailure) {
    try WholeFile.write(
      HistogramTable.csv(distributions, scenario: outcome.scenario.name, seed: outcome.seed),
      to: "\(folder)/hist.csv")
  }

  /// Returns a word as a shell takes it.
  package static func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        || "/._-=:,+%".utf8.contains(byte)
    }
    if plain, !word.isEmpty { return word }
    // What must not be shown is told byte by byte, so that the line can still be typed in.
    if word.unicodeScalars.contains(where: CleanText.isHidden) {
      let bytes = word.utf8.map { byte in
        let isShown = (0x20..<0x7F).contains(byte) && byte != 0x27 && byte != 0x5C
        let digits = String(byte, radix: 16)
        return isShown
          ? String(Unicode.Scalar(byte)) : "\\x" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
      return "$'" + bytes.joined() + "'"
    }
    // Scalar by scalar: a quote with an accent on it is one character, but still a quote.
    return "'" + word.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }
}
