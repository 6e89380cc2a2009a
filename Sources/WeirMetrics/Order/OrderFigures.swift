// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
package import WeirStatistics

/// The figures that the order meter found up to the end of a run.
package struct OrderFigures: Sendable {
  /// All that was measured.
  package let tally: OrderTally
  /// By client: how its pushes arrived.
  package let flows: [ArrivalOrder]

  /// The same for each group of clients; empty if groups are not told apart.
  package let groups: [OrderFigures]

  /// Takes what the meter found up to a moment.
  package init(of meter: OrderMeter, at instant: Instant) {
    let (all, groups) = meter.measured(at: instant)
    self.init(all, groups: groups.map { OrderFigures($0, groups: []) })
  }

  private init(_ measured: OrderMeter.Measured, groups: [OrderFigures]) {
    (tally, flows) = measured
    self.groups = groups
  }

  /// Spearman's correlation of flows of the mean length, from how far all pushes were displaced.
  var rho: Double? {
    let density = tally.density
    guard density.count > 0, !flows.isEmpty else { return nil }
    let length = density.count / flows.count
    return Spearman(squares: density.squares / Double(flows.count), count: length)?.rho
  }
}
