// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
package import WeirScenario

/// The situations that a scenario can get into at all, by what stands in it.
///
/// It is generous: a situation that it allows may still never come about. One that it denies is unreachable.
package struct SituationReach: Sendable {
  private var isPossible: [Bool]
  /// The actions that are known.
  let actions: [Scenario.Work.Action]

  /// Reads off a scenario what can happen in it, where these actions are known.
  package init(_ scenario: Scenario, actions: [Scenario.Work.Action]) {
    self.actions = actions
    isPossible = Array(repeating: false, count: Situation.codeCount)
    let acts = Situation.Act.all(actions)
    for work in scenario.workload {
      let group = scenario.clients[work.group]
      for trouble in Self.troubles(of: work.group, in: scenario) {
        for share in work.does where !share.weight.isZero {
          let act = actions.firstIndex(of: share.action).map { acts[$0] }
          let situation = Situation(trouble: trouble, action: act, shape: group.shape)
          for part in situation.withPairs { isPossible[Int(part.code)] = true }
        }
      }
    }
  }

  /// Makes the reach of a scenario from what ``codes`` gave.
  package init(codes: [UInt32], actions: [Scenario.Work.Action]) {
    self.actions = actions
    isPossible = Array(repeating: false, count: Situation.codeCount)
    for code in codes where isPossible.indices.contains(Int(code)) { isPossible[Int(code)] = true }
  }

  /// The situations that it allows, by their codes, in order.
  package var codes: [UInt32] { isPossible.indices.filter { isPossible[$0] }.map(UInt32.init) }

  /// `true` if the scenario can get into a situation.
  package func allows(_ situation: Situation) -> Bool { isPossible[Int(situation.code)] }

  private static func troubles(of place: Int, in scenario: Scenario) -> [Int] {
    let group = scenario.clients[place]
    let network = scenario.networks[group.network]
    var kinds = scenario.faults.filter { $0.group == nil || $0.group == place }.map(\.kind)
    kinds += scenario.swarm?.kinds ?? []
    if !scenario.server.crashes.isEmpty { kinds.append(.crash) }
    // Before it is connected for the first time everybody is offline, and its list is not loaded.
    var troubles = [1, 2] + kinds.map(\.trouble) + network.lastingTroubles
    // Who always loses something never acts while nothing is wrong.
    if network.lastingTroubles.isEmpty { troubles.append(0) }
    return troubles
  }
}

/// The situations of a sweep: every one, whether it could be reached, and by how many seeds it was.
package struct SweepCoverage: Sendable {
  /// A situation, and what became of it.
  package struct Line: Hashable, Sendable {
    /// The situation.
    package var situation: Situation
    /// `true` if a scenario of the sweep allows it.
    package var isReachable: Bool
    /// The number of runs that got into it.
    package var runs: Int
  }

  /// Every pair, and every triple that could be reached, or was.
  package private(set) var lines: [Line] = []

  /// Puts together what the scenarios of a sweep allow and what their runs reached.
  package init(_ parts: [(reach: SituationReach, tally: SweepTally)]) {
    for situation in Situation.all(parts.first?.reach.actions ?? []) {
      let runs = parts.reduce(0) { $0 + $1.tally.situationCount(situation) }
      let isReachable = runs > 0 || parts.contains { $0.reach.allows(situation) }
      if isReachable || situation.isPair {
        lines.append(Line(situation: situation, isReachable: isReachable, runs: runs))
      }
    }
  }

  /// Returns how many pairs, or triples, could be reached, and how many were.
  package func counts(ofPairs isPair: Bool) -> (reachable: Int, reached: Int) {
    let some = lines.filter { $0.situation.isPair == isPair && $0.isReachable }
    return (some.count, some.count { $0.runs > 0 })
  }

  /// The pairs, or triples, that no run got into though a scenario allows them.
  package func missed(pairs isPair: Bool) -> [Situation] {
    lines.filter { $0.situation.isPair == isPair && $0.isReachable && $0.runs == 0 }
      .map(\.situation)
  }
}
