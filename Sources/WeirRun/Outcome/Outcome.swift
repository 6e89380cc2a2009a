// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirCheck
public import WeirCore
public import WeirMetrics
public import WeirScenario

/// All that a run found, with what a report needs.
public struct Outcome: Sendable {
  /// The scenario that ran.
  public var scenario: Scenario
  /// The seed of all chance.
  public var seed: UInt64
  /// The fingerprint of the whole trace.
  public var digest: Digest
  /// The number of steps that the trace has.
  public var steps: Int
  /// The number of events that the simulator handled.
  public var events: Int
  /// The number of bytes of content that were handed to the network; nil where nobody counted.
  package var payloadBytes: Int?
  /// The moment at which the run was over.
  public var ended: Instant
  /// `true` if it was ended from outside.
  public var isInterrupted: Bool
  /// The faults of the run: as the scenario says them, then as its swarm drew them.
  package var faults: [Scenario.Fault] = []
  /// The promises that the checkers watched, with their usual causes of breaking.
  public var promises: [Promise] = []
  /// The finding of each checker.
  public var findings: [Finding]
  /// Every metric, in the order of the catalogue, each with its groups.
  public var metrics: [MetricRow]
  /// The stages of the load, if it has any.
  package var load: LoadCurve?
  /// Each expectation of the scenario with its result.
  public var expectations: [ExpectationResult]

  /// The row of a metric over the whole run.
  public func metric(_ name: String) -> MetricRow? {
    metrics.first { $0.metric.name == name && $0.isWhole }
  }

  /// `true` if a checker found its promise broken.
  ///
  /// A scenario that expects a promise to be broken watches something that is wrong on purpose; which other
  /// promises break with it is not held against it.
  public var isBroken: Bool {
    let isWrongOnPurpose = scenario.expectations.contains {
      if case .broken = $0.subject { true } else { false }
    }
    return !isWrongOnPurpose && findings.contains { $0.verdict.isBroken }
  }

  /// `true` if an expectation was missed.
  public var isMissed: Bool { expectations.contains { $0.result == .missed } }

  /// `true` if people were to write and the server committed nothing, and no expectation says that this is meant.
  ///
  /// Then promises held because nothing happened that could have broken them.
  public var hasNoCommits: Bool {
    let telling: Set = [
      "commits", "skipped", "declined", "unanswered", "rejected", "overloads", "aborts",
    ]
    let isMeant = scenario.expectations.contains {
      switch $0.subject {
      case .broken: true
      case .metric(let name, _, _): telling.contains(name)
      default: false
      }
    }
    let isWriting = scenario.workload.contains { $0.does.contains { $0.action.verb.isWrite } }
    return isWriting && !isMeant && metric("commits")?.count == 0
  }

  /// The share of the writes that were declined or have no answer; `nil` without any.
  package var failedShare: Double? {
    guard let writes = metric("writes")?.count, writes > 0 else { return nil }
    let failed = (metric("declined")?.count ?? 0) + (metric("unanswered")?.count ?? 0)
    return Double(failed) / Double(writes)
  }

  /// `true` if there was nothing to hold an expectation against.
  public var isEmptyHanded: Bool { expectations.contains { $0.result == .nothingMeasured } }
}

/// An expectation, what was measured, and whether it is met.
public struct ExpectationResult: Hashable, Sendable {
  /// The result of an expectation.
  public enum Result: Hashable, Sendable {
    /// As expected.
    case met
    /// Not as expected.
    case missed
    /// There was nothing to measure.
    case nothingMeasured
  }

  /// The expectation that was held against the run.
  package var expectation: Scenario.Expectation
  /// The expectation in words.
  public var words: String
  /// The measured value in words.
  public var measured: String
  /// The result.
  public var result: Result
}
