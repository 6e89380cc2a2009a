import WeirCore
import WeirStatistics
import WeirTrace

extension OrderMeter {
  /// What was measured up to a moment, as rows in the order of the catalogue.
  func rows(at instant: Instant) -> [MetricRow] {
    let (tally, flows) = measured(at: instant)
    return Self.sightRows(tally) + Self.divergenceRows(tally) + Self.shareRows(tally)
      + Self.amountRows(tally, flows)
  }

  private static func sightRows(_ tally: OrderTally) -> [MetricRow] {
    let stages = tally.stages
    let named = [
      ("client", stages.client), ("tries", stages.tries), ("link", stages.link),
      ("queue", stages.queue), ("server", stages.server), ("catch-up", stages.catchUp),
      ("batch", stages.batch),
    ]
    return [
      MetricRow("commit-to-seen", tally.commitToSeen), MetricRow("meant-to-seen", stages.total),
    ] + named.map { MetricRow("meant-to-seen", part: $0.0, $0.1) }
  }

  private static func divergenceRows(_ tally: OrderTally) -> [MetricRow] {
    [
      MetricRow("divergence", tally.divergence), MetricRow("reorder-lateness", tally.lateness),
    ]
  }

  private static func shareRows(_ tally: OrderTally) -> [MetricRow] {
    var diverged = MetricRow("diverged", count: tally.watched > .zero ? 1 : 0)
    if tally.watched > .zero {
      diverged.mean = Double(tally.diverged.nanoseconds) / Double(tally.watched.nanoseconds)
    }
    return [
      MetricRow("seen-at-once", tally.seenAtOnce), MetricRow("never-seen", tally.neverSeen),
      MetricRow("stale-reads", tally.staleReads), diverged,
      MetricRow("reordered", tally.reordered), MetricRow("rows-jumped", tally.jumpedRows),
      MetricRow("flicker", tally.flicker),
    ]
  }

  private static func amountRows(_ tally: OrderTally, _ flows: [ArrivalOrder]) -> [MetricRow] {
    let area = MetricRow(
      "divergence-area", gauge: Double(tally.divergedArea) / 1e9, of: tally.watched > .zero ? 1 : 0)
    let density = tally.density
    var displacement = MetricRow("displacement", gauge: density.meanDisplacement, of: density.count)
    displacement.greatest = density.furthest.map { Double($0) }
    let count = density.count
    let rho = count == 0 ? nil : Self.rho(density, flows)
    let excess = tally.necessary == 0 ? nil : Double(tally.operations) / Double(tally.necessary)
    return [
      MetricRow("versions-behind", tally.versionsBehind), area,
      MetricRow("reorder-extent", tally.extents), MetricRow("reorder-depth", tally.depths),
      MetricRow("reorder-run", tally.runs), displacement,
      MetricRow("displacement-entropy", gauge: density.entropy, of: count),
      MetricRow("reorder-buffer", tally.occupancy),
      MetricRow("arrival-distance", flows.map { Double($0.inversions) }),
      MetricRow("arrival-tau", flows.compactMap(\.tau)),
      MetricRow("arrival-rho", gauge: rho, of: flows.count),
      MetricRow("jump-distance", tally.jumpDistances), MetricRow("viewport-drift", tally.drifts),
      MetricRow("churn", tally.churn, scale: 1 / OrderTally.churnUnit),
      MetricRow("diff-excess", gauge: excess, of: tally.publications),
    ]
  }

  /// Spearman's correlation of flows of the mean length, from how far all pushes were displaced.
  private static func rho(_ density: ReorderDensity, _ flows: [ArrivalOrder]) -> Double? {
    guard !flows.isEmpty else { return nil }
    let length = density.count / flows.count
    return Spearman(squares: density.squares / Double(flows.count), count: length)?.rho
  }
}

extension MetricRow {
  fileprivate init(
    _ name: String, part: String? = nil, _ series: OrderTally.Series, scale: Double = 1
  ) {
    let tally = series.tally
    self.init(name, part: part, count: tally.count)
    guard tally.count > 0 else { return }
    func scaled(_ value: Int64?) -> Double? { value.map { Double($0) * scale } }
    mean = tally.mean.map { $0 * scale }
    deviation = tally.deviation.map { $0 * scale }
    least = scaled(tally.least)
    p50 = scaled(tally.quantile(1, of: 2))
    p90 = scaled(tally.quantile(9, of: 10))
    p95 = scaled(tally.quantile(95, of: 100))
    p99 = scaled(tally.quantile(99, of: 100))
    p999 = scaled(tally.quantile(999, of: 1000))
    greatest = scaled(tally.greatest)
    if let interval = series.batches.estimate() {
      low = interval.low * scale
      high = interval.high * scale
    }
  }

  fileprivate init(_ name: String, _ share: OrderTally.Share) {
    self.init(name, share.hits, of: share.count)
  }

  fileprivate init(_ name: String, gauge value: Double?, of count: Int) {
    self.init(name, count: value == nil ? 0 : count)
    mean = count == 0 ? nil : value
  }

  /// One number for each client.
  fileprivate init(_ name: String, _ values: [Double]) {
    self.init(name, count: values.count)
    guard let summary = Summary(values) else { return }
    take(summary)
    if let interval = try? Estimate.mean(of: values) {
      low = interval.low
      high = interval.high
    }
  }
}
