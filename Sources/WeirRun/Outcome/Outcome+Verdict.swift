// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck

extension Outcome {
  /// The end of a run in a word; the last two are of runs that have no outcome.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// Everything held.
    case pass
    /// A checker found a promise broken.
    case broken
    /// Every promise held, but an expectation was missed.
    case missed
    /// There was nothing to measure.
    case nothing
    /// The scenario could not be made into a world with this seed.
    case refused
    /// The process that ran it died.
    case crashed
  }

  /// The end of the run in a word; of a run that was ended from outside it says what was found so far.
  public var verdict: Verdict {
    if isBroken { return .broken }
    if isMissed { return .missed }
    let untouched = findings.allSatisfy { !$0.verdict.isJudged }
    return isEmptyHanded || untouched || hasNoCommits ? .nothing : .pass
  }
}
