// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

/// One fault, made ready to be drawn from: when it strikes, for how long, and whom.
package struct FaultRules: Sendable {
  /// The schedule of a fault: the moments at which it strikes, and how long it lasts.
  package enum Timing: Sendable {
    /// Once.
    case once(at: Instant, lasts: QuantileTable)
    /// Again and again; the first table is from the end of one to the start of the next.
    case again(every: QuantileTable, lasts: QuantileTable, from: Instant)
    /// All the time from that moment.
    case span(from: Instant)
  }

  /// Its name; its chance is called after it.
  package var name: String
  /// The schedule on which it strikes.
  package var timing: Timing
  /// The moment at which it is over for good.
  package var until: Instant
  /// The clients that may be hit; empty: it hits the backend.
  package var clients: Range<UInt32>
  /// The share of them that is hit each time, rounded up.
  package var share: Ratio
  /// `true` if it happens at a moment, and has no length.
  package var isMomentary: Bool

  /// Makes a fault that hits the backend; the rest is set on it.
  package init(name: String, _ timing: Timing, until: Instant) {
    self.name = name
    self.timing = timing
    self.until = until
    clients = 0..<0
    share = .one
    isMomentary = false
  }

  /// The number of clients that are hit each time.
  var hits: Int {
    let product = UInt128(share.numerator) * UInt128(clients.count)
    return Int((product + UInt128(share.denominator) - 1) / UInt128(share.denominator))
  }
}
