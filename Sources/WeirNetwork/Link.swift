// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

/// The fate of one message.
package struct Fate: Hashable, Sendable {
  /// The moment at which it arrives; nil: never.
  package var arrival: Instant?
  /// The moment at which it arrives a second time, if it does.
  package var again: Instant?
  /// The number of transmissions that were lost on the way.
  package var lost: UInt32 = 0
  /// `true` if it was held back so that later ones may overtake it.
  package var heldBack = false
  /// The part of the way that it waited behind what was sent before it on the same stream.
  package var waited = Interval.zero

  package init(
    arrival: Instant? = nil, again: Instant? = nil, lost: UInt32 = 0, heldBack: Bool = false,
    waited: Interval = .zero
  ) {
    self.arrival = arrival
    self.again = again
    self.lost = lost
    self.heldBack = heldBack
    self.waited = waited
  }
}

/// The rules of a link, made ready to be drawn from.
package struct LinkRules: Sendable {
  /// `true` if the link is reliable and ordered: loss shows as delay, and nothing overtakes.
  package var isStream: Bool
  /// One-way delay.
  package var delay: QuantileTable
  /// The time for which the path of a stream keeps a delay; with zero every message draws its own.
  package var steady = Interval.zero
  /// The probability that a transmission is lost.
  package var loss: Ratio
  /// The time for which a stream waits before it sends a lost message again; it doubles each time.
  package var retransmit: Interval
  /// The probability that a datagram arrives twice.
  package var duplicate: Ratio
  /// The probability that a datagram is held back.
  package var reorder: Ratio
  /// The time for which it is held back then.
  package var reorderBy: QuantileTable
  /// The time from the end of one outage to the start of the next, and the length of an outage.
  package var outage: (every: QuantileTable, lasts: QuantileTable)?
  /// The moment at which outages are over for good.
  package var healed = Instant.never

  /// Makes the rules of a perfect stream with this delay; the rest is set on it.
  package init(isStream: Bool = true, delay: QuantileTable) {
    self.isStream = isStream
    self.delay = delay
    loss = .zero
    retransmit = .milliseconds(200)
    duplicate = .zero
    reorder = .zero
    reorderBy = QuantileTable(constant: .zero)
  }
}

/// The rules of a link that many clients have: whoever asks what they are counts one reference, not one for each of their tables.
package final class SharedLinkRules: Sendable {
  /// The rules.
  package let rules: LinkRules

  /// Shares rules.
  package init(_ rules: LinkRules) { self.rules = rules }
}

/// One direction between a client and the backend: it decides when, whether and how often a message arrives.
///
/// A *stream* always keeps its promise: a lost transmission is sent again after the retransmission
/// time, twice that, four times that …, what is sent during an outage waits for its end, and
/// nothing arrives before what was sent earlier over the same connection. A *datagram* link loses
/// what is lost, and what is sent during an outage; it may double a message or hold it back so that
/// later ones overtake.
///
/// The path of a stream keeps the delay that it has drawn for a while (``LinkRules/steady``), because messages that
/// follow each other closely meet the same queues. Without that, each of a burst of *n* messages would wait for
/// the slowest one before it: the mean of exponential delays of 40 ms becomes 40 ms · (1 + 1/2 + … + 1/*n*) for the last.
///
/// Each kind of chance has a stream of its own, so that more loss does not change a single delay.
package struct Link: Sendable {
  var delays: RandomStream
  /// The streams of all other chances, by their ``Rarity``; empty for a link on which only delays are drawn, as on most.
  private var rarities: [RandomStream] = []
  var lastArrival = Instant.zero
  private var pathDelay = Interval.zero
  private var pathChanges = Instant.zero
  private var outageStart = Instant.never
  private(set) var outageEnd = Instant.never

  /// A chance that many links do not have.
  private enum Rarity: Int, CaseIterable {
    case loss, doubling, hold, outage
  }

  var losses: RandomStream {
    _read { yield rarities[Rarity.loss.rawValue] }
    _modify { yield &rarities[Rarity.loss.rawValue] }
  }
  var doubles: RandomStream {
    _read { yield rarities[Rarity.doubling.rawValue] }
    _modify { yield &rarities[Rarity.doubling.rawValue] }
  }
  var holds: RandomStream {
    _read { yield rarities[Rarity.hold.rawValue] }
    _modify { yield &rarities[Rarity.hold.rawValue] }
  }
  private var outages: RandomStream {
    _read { yield rarities[Rarity.outage.rawValue] }
    _modify { yield &rarities[Rarity.outage.rawValue] }
  }

  /// The longest wait between two transmissions of one message.
  static let longestRetransmit = Interval.seconds(60)
  /// After so many losses the link counts as dead for this message: a stream delivers it anyway.
  static let mostLosses: UInt32 = 64

  /// Makes one direction of client number `client` of a group.
  ///
  /// The number counts within the group, so that a client more in one group does not change the weather of
  /// another.
  package init(
    seed: UInt64, direction: String, of group: String = "", client: Int, rules: LinkRules
  ) {
    let way = "\(direction) \(group)"
    delays = RandomStream(seed: seed, "delay", of: way, client)
    if rules.isStream, rules.loss.isZero, rules.outage == nil { return }
    rarities = Rarity.allCases.map { rarity in
      switch rarity {
      case .loss: RandomStream(seed: seed, "loss", of: way, client)
      case .doubling: RandomStream(seed: seed, "duplicate", of: way, client)
      case .hold: RandomStream(seed: seed, "reorder", of: way, client)
      // Both directions of a client go down together, so the outage's name has no direction.
      case .outage: RandomStream(seed: seed, "outage", of: group, client)
      }
    }
    if rules.outage != nil { planOutage(after: .zero, rules) }
  }

  /// Decides the fate of a message that is sent now.
  package mutating func send(at now: Instant, rules: LinkRules) -> Fate {
    var fate = Fate()
    let isDown = isDown(at: now, rules)
    if rules.isStream {
      var start = isDown ? outageEnd : now
      let delay = pathDelay(at: start, rules)
      var wait = rules.retransmit
      while fate.lost < Self.mostLosses, isLost(rules) {
        fate.lost += 1
        start = start + wait
        wait = min(wait + wait, Self.longestRetransmit)
      }
      arrive(at: start + delay, &fate)
      return fate
    }
    // Every datagram makes the same draws for every fate, so that fates do not shift each other.
    let arrival = now + rules.delay.draw(&delays)
    let second = now + rules.delay.draw(&delays)
    let hold = rules.reorderBy.draw(&holds)
    let held = holds.chance(rules.reorder)
    let doubled = doubles.chance(rules.duplicate)
    if losses.chance(rules.loss) || isDown {
      fate.lost = 1
      return fate
    }
    fate.heldBack = held
    fate.arrival = held ? arrival + hold : arrival
    if doubled { fate.again = second }
    return fate
  }

  /// `true` if a transmission on a stream is lost.
  mutating func isLost(_ rules: LinkRules) -> Bool {
    !rules.loss.isZero && losses.chance(rules.loss)
  }

  /// Returns the delay on the path of a stream for a message that is sent at a moment, which is
  /// never before that of the last call.
  mutating func pathDelay(at moment: Instant, _ rules: LinkRules) -> Interval {
    guard rules.steady > .zero else { return rules.delay.draw(&delays) }
    if moment >= pathChanges {
      pathDelay = rules.delay.draw(&delays)
      pathChanges = moment + rules.steady
    }
    return pathDelay
  }

  /// Lets a message on a stream arrive then, or as soon as all that was sent before it has arrived.
  mutating func arrive(at instant: Instant, _ fate: inout Fate) {
    fate.waited = max(.zero, lastArrival - instant)
    lastArrival = max(instant, lastArrival)
    fate.arrival = lastArrival
  }

  /// Begins a new connection: what the last one still carries holds nothing up.
  package mutating func beginConnection() { lastArrival = .zero }

  /// `true` if there is an outage now; goes on to the next one when the last is over.
  mutating func isDown(at now: Instant, _ rules: LinkRules) -> Bool {
    guard rules.outage != nil else { return false }
    while outageEnd <= now { planOutage(after: outageEnd, rules) }
    return outageStart <= now
  }

  private mutating func planOutage(after instant: Instant, _ rules: LinkRules) {
    guard let outage = rules.outage else { return }
    outageStart = instant + outage.every.draw(&outages)
    // An outage of no length would be planned again and again at one instant.
    outageEnd = outageStart + max(outage.lasts.draw(&outages), Interval(nanoseconds: 1))
    if outageStart >= rules.healed {
      (outageStart, outageEnd) = (.never, .never)
    } else {
      outageEnd = min(outageEnd, rules.healed)
    }
  }
}
