public import WeirCore

/// What a checker says in the end.
public enum Verdict: Hashable, Sendable {
  /// The promise was put to the test and kept.
  case held
  /// The promise was broken, first at this moment, for this reason.
  case broken(at: Instant, because: String)
  /// Nothing happened that could have broken it.
  case notReached
}

extension Verdict: CustomStringConvertible {
  /// `held`, `broken at 1.5s, because …` or `not reached`.
  public var description: String {
    switch self {
    case .held: "held"
    case .broken(let instant, let reason): "broken at \(instant), because \(reason)"
    case .notReached: "not reached"
    }
  }

  /// Whether the promise was broken.
  public var isBroken: Bool { if case .broken = self { true } else { false } }
}

/// A checker's name, its verdict, and how often its promise was put to the test.
public struct Finding: Hashable, Sendable {
  /// The name that scenarios use.
  public var checker: String
  /// What it says.
  public var verdict: Verdict
  /// How often the promise could have been broken.
  public var opportunities: Int

  /// Makes a finding.
  public init(checker: String, verdict: Verdict, opportunities: Int) {
    self.checker = checker
    self.verdict = verdict
    self.opportunities = opportunities
  }
}
