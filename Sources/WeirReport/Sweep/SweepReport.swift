// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirCore
import WeirRun
import WeirStatistics
package import WeirSweep

/// The page that a sweep leaves behind: what each checker said over all seeds, and which seeds failed.
///
///     let report = SweepReport(parts: [part], seeds: 1...1000)
///     report.verdict  // .broken
///     report.text     // a table for each scenario, and a line that runs each of the first failures again
///
/// It holds no wall-clock value and does not know how many cores there were.
package struct SweepReport: Sendable {
  /// One scenario.
  package struct Part: Sendable {
    /// Its name.
    package var name: String
    /// The subject of the scenario.
    package var about: String
    /// Its file, as the person named it.
    package var file: String
    /// The findings.
    package var tally: SweepTally
    /// The point of the varied parameters that it stands for, if any are varied.
    package var point: SweepPoint?
    /// The situations that the scenario gets into, if they were asked for.
    package var reach: SituationReach?
    /// The ends of its seeds, in order, for the page; nil until each has been looked at.
    var strip: SeedStrip?

    /// Makes a part.
    package init(name: String, about: String, file: String, tally: SweepTally) {
      self.name = name
      self.about = about
      self.file = file
      self.tally = tally
    }
  }

  /// The end of a sweep.
  package enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// Every scenario did as it should.
    case pass = "PASS"
    /// A scenario in which nothing was put to the test.
    case nothing = "NOTHING MEASURED"
    /// An expectation was missed, or a checker that had to break never did.
    case missed = "MISSED"
    /// A checker was broken.
    case broken = "BROKEN"
    /// A scenario could not be made into a world with some seed.
    case refused = "REFUSED"
    /// A run died.
    case crashed = "CRASHED"
    /// The user ended the sweep.
    case interrupted = "INTERRUPTED"
  }

  /// The scenarios in order.
  package var parts: [Part]
  /// The seeds that each was to run with.
  package var seeds: ClosedRange<UInt64>
  /// The kind of end that counted as a failure.
  package var aim: SweepAim
  /// The checker that must be broken in every scenario by some seed, if that was asked for.
  package var expectedBroken: String?
  /// Keys that were set on the command line, as `key=value`.
  package var settings: [String]
  /// `true` if scenarios may name files outside of their folder, which the commands that run them again must say.
  package var allowsOutside = false
  /// `true` if the user ended the sweep before all was known.
  package var isInterrupted: Bool
  /// The numbers that were asked for of each seed.
  package var measures: [Measure] = []

  /// Makes the report of a sweep.
  package init(
    parts: [Part], seeds: ClosedRange<UInt64>, aim: SweepAim = .anything,
    expectedBroken: String? = nil, settings: [String] = [], isInterrupted: Bool = false
  ) {
    self.parts = parts
    self.seeds = seeds
    self.aim = aim
    self.expectedBroken = expectedBroken
    self.settings = settings
    self.isInterrupted = isInterrupted
  }

  /// Takes in how a seed ended, for the strip of the page.
  package mutating func draw(_ result: SeedResult) {
    let isFailure =
      aim.isFailure(result) || result.verdict == .crashed || result.verdict == .refused
    parts[result.scenario].strip = parts[result.scenario].strip ?? SeedStrip(seeds)
    parts[result.scenario].strip?.add(result, isFailure: isFailure)
  }

  /// The end of the sweep: that of its worst scenario.
  package var verdict: Verdict {
    if isInterrupted { return .interrupted }
    let order = Verdict.allCases
    let worst = parts.map { part in order.firstIndex(of: verdict(of: part)) ?? 0 }.max()
    return worst.map { order[$0] } ?? .nothing
  }

  /// Returns the verdict on one scenario.
  ///
  /// A run that died or could not begin counts for every aim: nothing is known of it.
  package func verdict(of part: Part) -> Verdict {
    let tally = part.tally
    if tally.count(.crashed) > 0 { return .crashed }
    if tally.count(.refused) > 0 { return .refused }
    if let expectedBroken {
      let checker = tally.checker(expectedBroken)
      if let checker, checker.brokenCount > 0 { return .pass }
      return (checker?.reachedCount ?? 0) > 0 ? .missed : .nothing
    }
    if case .checker(let name) = aim {
      guard let checker = tally.checker(name), checker.reachedCount > 0 else { return .nothing }
      return checker.brokenCount > 0 ? .broken : .pass
    }
    if tally.count(.broken) > 0 { return .broken }
    if tally.count(.missed) > 0 { return .missed }
    return tally.count(.nothing) > 0 || tally.seedCount == 0 ? .nothing : .pass
  }

  /// Describes the failure of a seed, in a sentence without its end.
  package func words(for result: SeedResult) -> String {
    switch result.verdict {
    case .crashed: return "crashed: \(result.words)"
    case .refused: return "cannot run: \(result.words)"
    case .nothing: return "nothing was measured"
    case .missed where aim == .anything: return "missed: \(result.words)"
    case .pass, .missed, .broken: break
    }
    guard let finding = finding(of: result), case .broken(let instant, let reason) = finding.verdict
    else {
      return "passed"
    }
    let others = result.findings.filter { $0.verdict.isBroken && $0.checker != finding.checker }
      .map(\.checker)
    return "\(finding.checker) broke at \(instant.shortly), because \(reason)"
      + (others.isEmpty ? "" : " (and \(others.joined(separator: ", ")))")
  }

  /// Returns the finding for which a seed counts as failed: the one that was aimed at, or the first
  /// that broke.
  private func finding(of result: SeedResult) -> Finding? {
    if case .checker(let name) = aim { return result.findings.first { $0.checker == name } }
    return result.firstBroken
  }

  /// Returns the two facts that contradict each other in a seed, a line each; none if nothing is
  /// broken.
  package func contradiction(_ result: SeedResult) -> [String] {
    finding(of: result)?.verdict.contradiction ?? []
  }

  /// Returns the row in which a list is not the server's, where the failure of a seed is that one is not; otherwise nil.
  package func difference(_ result: SeedResult) -> String? {
    guard let difference = result.difference, finding(of: result)?.checker == difference.checker
    else { return nil }
    return difference.words
  }

  /// Returns the command that follows the message on which a promise broke; nil if none broke.
  package func follow(_ result: SeedResult) -> String? {
    guard let breach = finding(of: result)?.verdict.breach else { return nil }
    return Report.follow(
      file: parts[result.scenario].file, seed: result.seed,
      settings: settings + (parts[result.scenario].point?.settings ?? []),
      allowsOutside: allowsOutside, journey: breach.journey)
  }

  /// Returns the command that runs a seed of a scenario again.
  package func replay(_ result: SeedResult) -> String {
    Report.replay(
      file: parts[result.scenario].file, seed: result.seed,
      settings: settings + (parts[result.scenario].point?.settings ?? []),
      allowsOutside: allowsOutside)
  }
}

extension SweepTally.Checker {
  /// The rate at which seeds break the promise, with an interval of 95 %; nil if nothing put it to
  /// the test.
  var rate: Estimate? { try? Estimate.proportion(brokenCount, of: reachedCount) }

  /// The share of seeds that is not exceeded with 95 % confidence if none of *N* broke the promise: 3/*N*.
  var ruleOfThree: Double? {
    reachedCount > 0 && brokenCount == 0 ? min(1, 3 / Double(reachedCount)) : nil
  }
}
