// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirCore

/// The verdict of a checker in the end.
///
/// The breach lies in a box, for checkers ask at each step whether there is one.
public enum Verdict: Hashable, Sendable {
  /// The promise was put to the test and kept.
  case held
  /// The promise was broken, first at this moment, for this reason.
  indirect case broken(at: Instant, because: Breach)
  /// Nothing happened that could have broken it.
  case notReached
  /// It was put to the test, but to judge it would have cost too much.
  indirect case unknown(because: String)
}

extension Verdict: CustomStringConvertible {
  /// `held`, `broken at 1.5s, because …`, `not reached` or `unknown, because …`.
  public var description: String {
    switch self {
    case .held: "held"
    case .broken(let instant, let breach): "broken at \(instant), because \(breach)"
    case .notReached: "not reached"
    case .unknown(let reason): "unknown, because \(reason)"
    }
  }

  /// `true` if the promise was broken.
  public var isBroken: Bool { if case .broken = self { true } else { false } }

  /// `true` if the promise was judged at all: held, or broken.
  public var isJudged: Bool { self == .held || isBroken }

  /// The way in which the promise was broken, if it was.
  public var breach: Breach? { if case .broken(_, let breach) = self { breach } else { nil } }
}

extension Verdict {
  /// Notes that the promise was put to the test; the first time, it is held from then on.
  package mutating func reach() { if case .notReached = self { self = .held } }

  /// Notes a breach, unless there was one before.
  package mutating func breaks(at instant: Instant, _ breach: @autoclosure () -> Breach) {
    if !isBroken { self = .broken(at: instant, because: breach()) }
  }
}

/// A checker's name, its verdict, and how often its promise was put to the test.
public struct Finding: Hashable, Sendable {
  /// The name that scenarios use.
  public var checker: String
  /// The verdict of the checker.
  public var verdict: Verdict
  /// The number of times the promise could have been broken.
  public var opportunities: Int

  /// Makes a finding.
  public init(checker: String, verdict: Verdict, opportunities: Int) {
    self.checker = checker
    self.verdict = verdict
    self.opportunities = opportunities
  }
}

extension [Finding] {
  /// The finding that was broken first; of several at one moment, the first of the report.
  package var firstBroken: Finding? {
    var first: (at: Instant, finding: Finding)?
    for finding in self {
      guard case .broken(let instant, _) = finding.verdict else { continue }
      if let first, first.at <= instant { continue }
      first = (instant, finding)
    }
    return first?.finding
  }
}
