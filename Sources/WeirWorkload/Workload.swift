// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
package import WeirScenario

/// Something that a person wants, with the moment at which they meant it.
package struct Intent: Hashable, Sendable {
  /// The client of the person.
  package var client: UInt32
  /// The action that they want.
  package var action: Scenario.Work.Action
  /// The index of the workload's entry that the intent comes from.
  package var work: Int
  /// The stage of the load, 0 for none.
  package var stage: UInt16
}

/// Simulated people: when they act, which of them, and what they do.
///
/// It serves row 3 of a message's journey. Every client of every entry, and every purpose, draws
/// from a stream of its own, so that one more client or entry changes no other plans.
///
///     workload.begin(into: &wishes)                            // .wake(work, client, at)…
///     workload.wake(work: 0, client: 3, at: now, into: &wishes)  // .intend(…), .wake(…)
package struct Workload: Sendable {
  /// A request of the workload to the world.
  package enum Wish: Sendable {
    /// A person acts now.
    case intend(Intent)
    /// Call ``Workload/wake(work:client:at:into:)`` then.
    case wake(work: Int, client: UInt32, at: Instant)
  }

  /// One entry at work.
  private struct Entry: Sendable {
    var rules: WorkRules
    /// The chance of each client, if clients act alone.
    ///
    /// For arrivals there is one only.
    var chances: [RandomStream]
    /// As many, for what they do.
    var actionChances: [RandomStream]
    var whoChance: RandomStream
    var thinningChance: RandomStream
    var turns = 0
    var arrivals: UInt64 = 0
  }

  private var entries: [Entry]

  /// Makes the workload of a run.
  package init(_ rules: [WorkRules], seed: UInt64) {
    entries = rules.map { rules in
      let alone =
        switch rules.pace {
        case .every, .think: rules.clients.count
        default: 1
        }
      return Entry(
        rules: rules,
        chances: (0..<alone).map { RandomStream(seed: seed, "pace", of: rules.name, $0) },
        actionChances: (0..<alone).map { RandomStream(seed: seed, "action", of: rules.name, $0) },
        whoChance: RandomStream(seed: seed, "who", of: rules.name),
        thinningChance: RandomStream(seed: seed, "thinning", of: rules.name))
    }
  }

  /// The first alarms.
  package mutating func begin(into wishes: inout [Wish]) {
    for work in entries.indices {
      let rules = entries[work].rules
      switch rules.pace {
      case .every(let gap), .think(let gap):
        for place in 0..<rules.clients.count {
          let first = rules.from + gap.draw(&entries[work].chances[place])
          plan(work, rules.clients.lowerBound + UInt32(place), at: first, into: &wishes)
        }
      default:
        let first = nextArrival(of: work, after: rules.from)
        plan(work, rules.clients.lowerBound, at: first, into: &wishes)
      }
    }
  }

  /// An alarm has come.
  package mutating func wake(
    work: Int, client: UInt32, at now: Instant, into wishes: inout [Wish]
  ) {
    let rules = entries[work].rules
    switch rules.pace {
    case .every(let gap):
      intend(work, client, stage: 0, into: &wishes)
      let place = Int(client - rules.clients.lowerBound)
      let next = now + gap.draw(&entries[work].chances[place])
      plan(work, client, at: next, into: &wishes)
    case .think:
      intend(work, client, stage: 0, into: &wishes)
    case .bursts(let count, _):
      for _ in 0..<count { arrive(work, stage: 0, into: &wishes) }
      let next = nextArrival(of: work, after: now)
      plan(work, client, at: next, into: &wishes)
    case .stages(let first, let stages, let highest, _):
      let (rate, stage) = Self.rate(at: now - rules.from, from: first, stages)
      // Thinning: candidates come at the highest rate, and are kept in proportion to the present one.
      let point = entries[work].thinningChance.below(UInt64(highest.millionths))
      if point < UInt64(rate.millionths) {
        arrive(work, stage: rules.firstStage + UInt16(stage), into: &wishes)
      }
      let next = nextArrival(of: work, after: now)
      plan(work, client, at: next, into: &wishes)
    default:
      arrive(work, stage: 0, into: &wishes)
      let next = nextArrival(of: work, after: now)
      plan(work, client, at: next, into: &wishes)
    }
  }

  /// A client has its answer, or had nothing to do: in a closed loop it thinks and goes on.
  package mutating func answered(
    work: Int, client: UInt32, at now: Instant, into wishes: inout [Wish]
  ) {
    let rules = entries[work].rules
    guard case .think(let thought) = rules.pace else { return }
    let place = Int(client - rules.clients.lowerBound)
    let next = now + thought.draw(&entries[work].chances[place])
    plan(work, client, at: next, into: &wishes)
  }

  private mutating func arrive(_ work: Int, stage: UInt16, into wishes: inout [Wish]) {
    let rules = entries[work].rules
    let turn = entries[work].turns
    entries[work].turns += 1
    let place = rules.who.choose(rules.clients.count, turn: turn, &entries[work].whoChance)
    intend(work, rules.clients.lowerBound + UInt32(place), stage: stage, into: &wishes)
  }

  private mutating func intend(
    _ work: Int, _ client: UInt32, stage: UInt16, into wishes: inout [Wish]
  ) {
    let alone = entries[work].actionChances.count > 1
    let person = alone ? Int(client - entries[work].rules.clients.lowerBound) : 0
    let place = entries[work].rules.share.draw(&entries[work].actionChances[person])
    let action = entries[work].rules.actions[place]
    wishes.append(
      .intend(Intent(client: client, action: action, work: work, stage: stage)))
  }

  /// Plans an alarm for a moment, which the caller has drawn before: in the call itself the chances of all clients would be copied,
  /// for the workload is held already while its arguments are made.
  private func plan(
    _ work: Int, _ client: UInt32, at instant: Instant, into wishes: inout [Wish]
  ) {
    if instant < entries[work].rules.until {
      wishes.append(.wake(work: work, client: client, at: instant))
    }
  }

  private mutating func nextArrival(of work: Int, after now: Instant) -> Instant {
    switch entries[work].rules.pace {
    case .every(let gap), .think(let gap), .poisson(let gap), .bursts(_, let gap),
      .stages(_, _, _, let gap):
      return now + gap.draw(&entries[work].chances[0])
    case .constant(let rate):
      // Counted from the start, so that no rounding piles up.
      entries[work].arrivals += 1
      let gaps = UInt128(entries[work].arrivals) * 1_000_000_000_000_000
      let since = gaps / UInt128(rate.millionths)
      return since > UInt128(Int64.max)
        ? .never : entries[work].rules.from + Interval(nanoseconds: Int64(since))
    }
  }

  /// The rate of a load curve and the number of the stage, some time after its start.
  package static func rate(
    at time: Interval, from first: Scenario.Rate, _ stages: [Scenario.Stage]
  ) -> (rate: Scenario.Rate, stage: Int) {
    var start = Interval.zero
    var before = first
    for (number, stage) in stages.enumerated() {
      let end = start + stage.lasts
      if time < end || number == stages.count - 1 {
        guard stage.slides, stage.lasts > .zero else { return (stage.rate, number) }
        let span = Int128(min(time, end).nanoseconds - start.nanoseconds)
        let rise = Int128(stage.rate.millionths - before.millionths) * span
        let slid = before.millionths + Int64(rise / Int128(stage.lasts.nanoseconds))
        return (Scenario.Rate(millionths: slid), number)
      }
      start = end
      before = stage.rate
    }
    return (before, 0)
  }
}
