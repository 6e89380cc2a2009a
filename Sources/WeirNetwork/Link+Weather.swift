// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

extension Link {
  /// Decides the fate of a message that is sent now, under the conditions that faults have made.
  ///
  /// The link draws what it would draw in fair weather, and each condition draws from its own chance: a
  /// fault more changes no delay and no loss that the link has of its own.
  package mutating func send(
    at now: Instant, rules: LinkRules, under conditions: inout [Condition]
  ) -> Fate {
    if conditions.isEmpty { return send(at: now, rules: rules) }
    return rules.isStream
      ? stream(at: now, rules, &conditions) : datagram(at: now, rules, &conditions)
  }

  private mutating func stream(
    at now: Instant, _ rules: LinkRules, _ conditions: inout [Condition]
  ) -> Fate {
    var fate = Fate()
    var start = isDown(at: now, rules) ? outageEnd : now
    for condition in conditions {
      if case .cut = condition.effect { start = max(start, condition.until) }
    }
    var delay = pathDelay(at: start, rules)
    for place in conditions.indices {
      delay = conditions[place].slowed(delay, at: start, steady: rules.steady)
    }
    var wait = rules.retransmit
    func lose() {
      fate.lost += 1
      start = start + wait
      wait = min(wait + wait, Self.longestRetransmit)
    }
    while fate.lost < Self.mostLosses, isLost(rules) { lose() }
    for place in conditions.indices {
      while fate.lost < Self.mostLosses, conditions[place].loses(at: start) { lose() }
    }
    arrive(at: unclogged(start + delay, conditions), &fate)
    return fate
  }

  private mutating func datagram(
    at now: Instant, _ rules: LinkRules, _ conditions: inout [Condition]
  ) -> Fate {
    var (first, second) = (rules.delay.draw(&delays), rules.delay.draw(&delays))
    let hold = rules.reorderBy.draw(&holds)
    var fate = Fate()
    fate.heldBack = holds.chance(rules.reorder)
    if fate.heldBack { first = first + hold }
    var isDoubled = doubles.chance(rules.duplicate)
    var isLost = losses.chance(rules.loss)
    if isDown(at: now, rules) { isLost = true }
    // Here, too, every datagram makes the same draws for every fate.
    for place in conditions.indices {
      first = conditions[place].slowed(first, at: now, steady: .zero)
      second = conditions[place].slowed(second, at: now, steady: .zero)
      if conditions[place].loses(at: now) { isLost = true }
      switch conditions[place].effect {
      case .doubling(let ratio):
        if conditions[place].chance.chance(ratio) { isDoubled = true }
      case .overtaking(let ratio, let by):
        let hold = by.draw(&conditions[place].chance)
        if conditions[place].chance.chance(ratio) {
          fate.heldBack = true
          first = first + hold
        }
      case .cut: isLost = true
      default: break
      }
    }
    if isLost { return Fate(lost: 1) }
    fate.arrival = unclogged(now + first, conditions)
    if isDoubled { fate.again = unclogged(now + second, conditions) }
    return fate
  }

  /// Returns the moment at which something comes out of a link, given its arrival without a clog.
  private func unclogged(_ arrival: Instant, _ conditions: [Condition]) -> Instant {
    conditions.reduce(arrival) { arrival, condition in
      if case .clogged = condition.effect { max(arrival, condition.until) } else { arrival }
    }
  }
}
