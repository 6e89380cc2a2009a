// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

/// Decides when each fault strikes, for how long, and which clients it hits: all of it from the
/// seed.
///
///     var plan = FaultPlan(rules, seed: 1)
///     plan.begin(into: &wishes)                    // .wake(0, at: 20s)
///     plan.wake(0, at: now, into: &wishes)         // .strike(0, until: 25s), .wake(0, at: 25s)
///     plan.victims(of: 0)                          // [2, 5, 11]
///     plan.wake(0, at: now, into: &wishes)         // .end(0), and the next .wake
///
/// A fault's chance is called after its name, so that a fault more changes no other one. The plan knows
/// nothing of what a fault does. A fault strikes again only when it has ended, and none outlives the
/// moment at which it is over for good.
///
/// - Complexity: a strike costs what its clients cost; nothing is done in between.
package struct FaultPlan: Sendable {
  /// A request of the plan to its driver.
  package enum Wish: Hashable, Sendable {
    /// Ring for this fault then.
    case wake(Int, at: Instant)
    /// The fault strikes, and lasts until then; a momentary one is over at once.
    case strike(Int, until: Instant)
    /// The fault is over, for now or for good.
    case end(Int)
  }

  private struct State: Sendable {
    var times: RandomStream
    var picks: RandomStream
    var victims: [UInt32] = []
    var strikes = 0
    /// The moment at which the fault ends that has struck; nil: it has not.
    var until: Instant?
  }

  /// The faults.
  package let rules: [FaultRules]
  private var states: [State]

  /// A plan in which nothing has happened.
  package init(_ rules: [FaultRules], seed: UInt64) {
    self.rules = rules
    states = rules.map {
      State(
        times: RandomStream(seed: seed, "fault", of: $0.name),
        picks: RandomStream(seed: seed, "victims", of: $0.name))
    }
  }

  /// `true` if a fault lasts now.
  package func isActive(_ fault: Int) -> Bool { states[fault].until != nil }

  /// Returns the clients that a fault hit when it struck last, by rising numbers.
  package func victims(of fault: Int) -> [UInt32] { states[fault].victims }

  /// Returns the number of times a fault has struck.
  package func strikes(of fault: Int) -> Int { states[fault].strikes }

  /// Begins the run.
  package mutating func begin(into wishes: inout [Wish]) {
    for fault in rules.indices {
      switch rules[fault].timing {
      case .once(let at, _): askToWake(fault, at: at, into: &wishes)
      case .again(_, _, let from): planNext(fault, after: from, into: &wishes)
      case .span(let from): askToWake(fault, at: from, into: &wishes)
      }
    }
  }

  /// Lets a fault strike or end, at a moment for which the plan wished.
  package mutating func wake(_ fault: Int, at now: Instant, into wishes: inout [Wish]) {
    if let until = states[fault].until {
      invariant(now == until, "fault \(fault) lasts until \(until), but was woken at \(now)")
      states[fault].until = nil
      wishes.append(.end(fault))
      planNext(fault, after: now, into: &wishes)
      return
    }
    states[fault].strikes += 1
    choose(fault)
    if rules[fault].isMomentary {
      wishes.append(.strike(fault, until: now))
      planNext(fault, after: now, into: &wishes)
      return
    }
    var end = rules[fault].until
    switch rules[fault].timing {
    case .once(_, let lasts), .again(_, let lasts, _):
      end = min(end, now + Self.some(lasts.draw(&states[fault].times)))
    case .span: break
    }
    states[fault].until = end
    wishes.append(.strike(fault, until: end))
    wishes.append(.wake(fault, at: end))
  }

  /// Asks to be woken for the next strike, if there is another one.
  private mutating func planNext(
    _ fault: Int, after instant: Instant, into wishes: inout [Wish]
  ) {
    guard case .again(let every, _, _) = rules[fault].timing else { return }
    askToWake(fault, at: instant + Self.some(every.draw(&states[fault].times)), into: &wishes)
  }

  private func askToWake(_ fault: Int, at instant: Instant, into wishes: inout [Wish]) {
    if instant < rules[fault].until { wishes.append(.wake(fault, at: instant)) }
  }

  /// Returns a length of at least a nanosecond; a fault without length would strike again and again
  /// at one instant.
  private static func some(_ length: Interval) -> Interval {
    max(length, Interval(nanoseconds: 1))
  }

  /// Draws who is hit.
  private mutating func choose(_ fault: Int) {
    var all = Array(rules[fault].clients)
    let hits = rules[fault].hits
    for place in 0..<hits where hits < all.count {
      all.swapAt(place, place + states[fault].picks.index(below: all.count - place))
    }
    states[fault].victims = all.prefix(hits).sorted()
  }
}
