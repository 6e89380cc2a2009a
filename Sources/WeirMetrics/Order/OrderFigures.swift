package import WeirCore
package import WeirStatistics

/// What the order meter found up to the end of a run.
package struct OrderFigures: Sendable {
  /// All that was measured.
  package let tally: OrderTally
  /// By client: how its pushes arrived.
  package let flows: [ArrivalOrder]

  /// Takes what the meter found up to a moment.
  package init(of meter: OrderMeter, at instant: Instant) {
    (tally, flows) = meter.measured(at: instant)
  }

  /// Spearman's correlation of flows of the mean length, from how far all pushes were displaced.
  var rho: Double? {
    let density = tally.density
    guard density.count > 0, !flows.isEmpty else { return nil }
    let length = density.count / flows.count
    return Spearman(squares: density.squares / Double(flows.count), count: length)?.rho
  }
}
