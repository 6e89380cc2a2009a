// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCheck
package import WeirCore
package import WeirScenario
import WeirTrace

/// A draft that was run with a seed, how it failed, and how large all of it is.
package struct Trial: Sendable {
  /// The size of a run, in what a person has to read and follow.
  package struct Size: Hashable, Sendable {
    /// The number of clients that take part.
    package var clients: Int
    /// The number of entries that the workload has.
    package var entries: Int
    /// The number of things that are to go wrong: faults, crashes, links that go down, lose, double or reorder.
    package var faults: Int
    /// The time until the last work is over.
    package var lasts: Interval
    /// The number of times somebody did something.
    package var intents = 0
    /// The number of changes that the backend committed.
    package var commits = 0
    /// The number of events that the simulator handled.
    package var events = 0
    /// The number of parts that the scenario's text has.
    package var parts: Int

    /// Intents and commits together: the events that matter.
    package var matters: Int { intents + commits }
  }

  /// The draft that was run.
  package var draft: Draft
  /// With which seed.
  package var seed: UInt64
  /// The size of it.
  package var size: Size
  /// The findings of the checkers.
  package var findings: [Finding]
  /// The faults of the run, those that the seed drew among them, as a scenario says them.
  var faultLines: [String] = []

  /// The first finding that failed, or the one of a checker.
  package func failure(of checker: String?) -> Finding? {
    if let checker {
      return findings.first { $0.checker == checker && $0.verdict.isBroken }
    }
    return findings.firstBroken
  }

  /// Runs a draft; nil if it takes more than `most` events, or `stop` says so meanwhile.
  static func run(
    _ draft: Draft, _ scenario: Scenario, _ catalogue: Catalogue, seed: UInt64, most: Int,
    stop: () -> Bool
  ) throws(Problems) -> Trial? {
    var size = Size(draft, scenario)
    var world = try World(scenario, seed: seed, catalogue: catalogue, keepingSteps: true)
    var goesOn = true
    while goesOn {
      goesOn = world.advance(by: 4096)
      for step in world.takeSteps() { size.add(step) }
      if goesOn, world.eventCount > most || stop() { return nil }
    }
    size.events = world.eventCount
    size.faults += world.faults.count - scenario.faults.count
    var trial = Trial(draft: draft, seed: seed, size: size, findings: world.outcome().findings)
    if scenario.swarm != nil { trial.faultLines = world.faults.map { scenario.line(of: $0) } }
    return trial
  }
}

extension Trial.Size {
  /// The size of what stands in a file, before it is run.
  fileprivate init(_ draft: Draft, _ scenario: Scenario) {
    clients = scenario.clients.reduce(0) { $0 + $1.count }
    entries = scenario.workload.count
    faults =
      scenario.faults.count + scenario.server.crashes.count + scenario.server.laterRules.count
      + scenario.networks.reduce(0) { $0 + $1.faultCount }
    lasts = scenario.workload.map { $0.from + $0.lasts }.max() ?? .zero
    parts = draft.weight
  }

  fileprivate mutating func add(_ step: Step) {
    switch step.kind {
    case .meant: intents += 1
    case .skipped: intents -= 1
    case .committed where step.client != Step.nobody: commits += 1
    default: break
    }
  }
}

extension Scenario.Network {
  /// The number of kinds of trouble that the link makes.
  fileprivate var faultCount: Int {
    [loss, duplicate, reorder].count { !$0.isZero } + (outage == nil ? 0 : 1)
  }
}
