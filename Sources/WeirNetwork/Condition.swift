// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

/// The effect of a fault on one way of a link for as long as it lasts.
package struct Condition: Sendable {
  /// The kind of effect.
  package enum Effect: Sendable {
    /// Delays take so many thousandths of their time, and something is added to each.
    case slow(thousandths: Int64, more: QuantileTable)
    /// A transmission is lost with this chance.
    case lossy(Ratio)
    /// A datagram arrives twice with this chance.
    case doubling(Ratio)
    /// A datagram is held back with this chance, for so long.
    case overtaking(Ratio, by: QuantileTable)
    /// Messages that arrive wait for the end, in the order in which they arrived.
    case clogged
    /// Nothing gets through: a stream sends it when that is over, a datagram is lost.
    case cut
  }

  /// The number of the fault.
  package let fault: Int
  /// The effect of the fault.
  package let effect: Effect
  /// The moment at which that is over.
  package let until: Instant
  var chance: RandomStream
  /// The present addition to the delay of a slow path, and the moment at which the next one is
  /// drawn.
  private var addition = Interval.zero
  private var additionChanges = Instant.zero

  /// Makes a condition, which must be the only one to draw from `chance`.
  package init(fault: Int, _ effect: Effect, until: Instant, chance: RandomStream) {
    self.fault = fault
    self.effect = effect
    self.until = until
    self.chance = chance
  }
}

// The effect of a condition on a message.
extension Condition {
  /// `true` if a transmission that begins now is lost.
  mutating func loses(at now: Instant) -> Bool {
    guard case .lossy(let ratio) = effect, now < until else { return false }
    return chance.chance(ratio)
  }

  /// Returns the delay of a message sent at a moment, given the delay without this condition; as
  /// the path of a stream keeps its delay for a while, it keeps what is added to it.
  mutating func slowed(
    _ delay: Interval, at moment: Instant, steady: Interval
  ) -> Interval {
    guard case .slow(let thousandths, let more) = effect else { return delay }
    let product = Int128(delay.nanoseconds) * Int128(thousandths) / 1_000
    let scaled = Int64(min(product, Int128(Interval.longest.nanoseconds)))
    if moment >= additionChanges {
      addition = more.draw(&chance)
      additionChanges = moment + steady
    }
    return Interval(nanoseconds: scaled) + addition
  }
}

/// The conditions of all links, for those that have any.
///
///     var weather = Weather(clients: 2)
///     weather.begin(condition, .up, of: 1)
///     weather.isFair            // false
///     weather.end(fault: 0, .up, of: 1)
///     weather.isFair            // true
package struct Weather: Sendable {
  /// A way of a link.
  package enum Way: Int, Sendable, CaseIterable {
    /// Towards the backend.
    case up
    /// Towards the client.
    case down
  }

  private var ways: [[Condition]]
  private var count = 0

  /// Fair weather for so many clients.
  package init(clients: Int) { ways = Array(repeating: [], count: 2 * clients) }

  /// `true` if no link is under any condition.
  package var isFair: Bool { count == 0 }

  /// The conditions of a way of a client's link, in the order in which they began.
  package subscript(way: Way, client: Int) -> [Condition] {
    get { ways[2 * client + way.rawValue] }
    _modify { yield &ways[2 * client + way.rawValue] }
  }

  /// Begins a condition.
  package mutating func begin(_ condition: Condition, _ way: Way, of client: Int) {
    invariant(
      !ways[2 * client + way.rawValue].contains { $0.fault == condition.fault },
      "fault \(condition.fault) hit the same way of client \(client) twice")
    ways[2 * client + way.rawValue].append(condition)
    count += 1
  }

  /// Ends a condition, if it was there.
  package mutating func end(fault: Int, _ way: Way, of client: Int) {
    let place = 2 * client + way.rawValue
    guard let old = ways[place].firstIndex(where: { $0.fault == fault }) else { return }
    ways[place].remove(at: old)
    count -= 1
  }
}
