// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirRun
package import WeirScenario
package import WeirTrace

/// The situations that a run gets into, read from the trace alone.
///
///     var coverage = Coverage(scenario, faults: world.faults.map(\.kind), actions: schema.actions)
///     for step in world.takeSteps() { coverage.add(step) }
///     coverage.codes  // of every pair and triple that was reached
///
/// An act counts where it is carried out: what finds nothing to act on does not.
package struct Coverage: Sendable {
  /// The time for which what happened at a moment is counted as the trouble of what is done next.
  private static let aftermath = Interval.seconds(2)

  private var reached: [Bool]
  /// By client: what its list asks for.
  private var shapes: [Int] = []
  /// By client: troubles of its link that never end.
  private var lasting: [[Int]] = []
  private var isLinked: [Bool] = []
  private var isLoaded: [Bool] = []
  /// By client, and at the end for all: how many faults of each trouble are at work.
  private var active: [[Int: Int]] = []
  /// By client, and at the end for all: what struck last at a moment, and how long it counts.
  private var recent: [(trouble: Int, until: Instant)?] = []
  /// By the fault's number: its trouble.
  private let faults: [Int]
  /// By the number by which steps call it: each action.
  private var acts: [UInt64: Situation.Act] = [:]
  private var isDown = false
  /// The last act, until the next step shows that there was something to act on.
  private var pending: (step: Step, situations: [Situation])?

  /// Has seen nothing of a run of `scenario`, whose faults are of these kinds, by number, and in which these actions
  /// are known.
  package init(
    _ scenario: Scenario, faults: [Scenario.Fault.Kind], actions: [Scenario.Work.Action]
  ) {
    reached = Array(repeating: false, count: Situation.codeCount)
    for (action, act) in zip(actions, Situation.Act.all(actions)) {
      acts[action.verb.number] = act
    }
    self.faults = faults.map(\.trouble)
    for group in scenario.clients {
      let troubles = scenario.networks[group.network].lastingTroubles
      for _ in 0..<group.count {
        shapes.append(group.shape)
        lasting.append(troubles)
      }
    }
    isLinked = Array(repeating: false, count: shapes.count)
    isLoaded = isLinked
    active = Array(repeating: [:], count: shapes.count + 1)
    recent = Array(repeating: nil, count: shapes.count + 1)
  }

  /// Takes in the next step of the trace.
  package mutating func add(_ step: Step) {
    settle(before: step)
    let client = Int(step.client)
    // A surface beside a main list has a number beyond those of the clients, and makes no situation.
    if step.client != Step.nobody, client >= shapes.count { return }
    switch step.kind {
    case .linked: isLinked[client] = step.x == 1
    case .loaded: isLoaded[client] = step.x == 0
    case .killed, .cancelled, .closed, .lost:
      isLoaded[client] = false
      if step.kind == .killed { isLinked[client] = false }
    case .disturbed: strike(Int(step.x), step.client, at: step.at, lasts: step.y > 0)
    case .calmed: calm(Int(step.x), step.client)
    case .crashed: isDown = step.x == 0
    case .meant: mean(step)
    default: break
    }
  }

  /// A fault strikes a client, or all; what happens at a moment troubles it for a while.
  private mutating func strike(_ fault: Int, _ client: UInt32, at now: Instant, lasts: Bool) {
    let place = client == Step.nobody ? active.count - 1 : Int(client)
    if lasts {
      active[place][faults[fault], default: 0] += 1
    } else {
      recent[place] = (faults[fault], now + Self.aftermath)
    }
  }

  /// A fault is over for a client, or for all.
  private mutating func calm(_ fault: Int, _ client: UInt32) {
    let place = client == Step.nobody ? active.count - 1 : Int(client)
    active[place][faults[fault], default: 1] -= 1
  }

  private mutating func mean(_ step: Step) {
    guard let act = acts[step.x] else { return }
    let client = Int(step.client)
    var troubles = lasting[client]
    if !isLinked[client] { troubles.append(1) }
    if !isLoaded[client] { troubles.append(2) }
    if isDown { troubles.append(Scenario.Fault.Kind.crash.trouble) }
    for recent in [recent[client], recent[recent.count - 1]] {
      if let recent, step.at < recent.until { troubles.append(recent.trouble) }
    }
    for trouble in Situation.troubles.indices {
      let count = (active[client][trouble] ?? 0) + (active[active.count - 1][trouble] ?? 0)
      if count > 0 { troubles.append(trouble) }
    }
    if troubles.isEmpty { troubles = [0] }
    let situations = troubles.map {
      Situation(trouble: $0, action: act, shape: shapes[client])
    }
    pending = (step, situations)
  }

  /// Counts the last act unless `step` says that it found nothing to act on.
  private mutating func settle(before step: Step) {
    guard let pending else { return }
    self.pending = nil
    if step.kind == .skipped, step.journey == pending.step.journey { return }
    for situation in pending.situations {
      for part in situation.withPairs { reached[Int(part.code)] = true }
    }
  }

  /// The codes of all pairs and triples that were reached, in rising order.
  package var codes: [UInt32] {
    reached.indices.filter { reached[$0] }.map { UInt32($0) }
  }
}

extension Scenario.Network {
  /// The troubles that the link always has.
  var lastingTroubles: [Int] {
    var kinds: [Scenario.Fault.Kind] = []
    if !loss.isZero { kinds.append(.loss) }
    if !duplicate.isZero { kinds.append(.duplicate) }
    if !reorder.isZero { kinds.append(.reorder) }
    return kinds.map(\.trouble)
  }
}
