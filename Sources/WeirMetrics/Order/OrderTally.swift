// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
package import WeirStatistics

/// All that is measured of order, over all clients that are watched.
package struct OrderTally: Sendable {
  /// The number of times something was looked at, and how often it was so.
  package struct Share: Sendable {
    package var hits = 0, count = 0
  }

  /// Lengths or amounts in little memory, with an interval for their mean.
  package struct Series: Sendable {
    package private(set) var histogram = LatencyHistogram()
    private(set) var batches = RunningBatches()

    mutating func add(_ value: Int64) {
      histogram.add(value)
      batches.add(Double(value))
    }
  }

  /// The stages of one journey; together they are all of it.
  package struct Stages: Sendable {
    package var total = Series()
    package var client = Series(), tries = Series(), link = Series()
    package var queue = Series(), server = Series()
    package var catchUp = Series(), batch = Series()
  }

  /// The most places off its turn that something may be without counting as lost.
  static let threshold = 32

  // Arrivals.
  package var reordered = Share()
  package var extents = Series(), depths = Series(), runs = Series(), lateness = Series()
  package var occupancy = Series()
  package var density = ReorderDensity(threshold: threshold)
  var duplicates = 0

  // What is seen, and when.
  package var commitToSeen = Series()
  package var seenAtOnce = Share()
  package var neverSeen = Share()
  /// Commits among those never seen that slid out of a window.
  package var missed = 0
  package var staleReads = Share()
  package var versionsBehind = Series()
  package var stages = Stages()

  // Lists that are not like the server's.
  package var divergence = Series()
  package var diverged = Interval.zero, watched = Interval.zero
  /// Rows that differ times how long, in nanoseconds.
  package var divergedArea = Int128(0)

  // How steady lists are.
  package var jumpedRows = Share()
  package var flicker = Share()
  package var jumpDistances = Series(), drifts = Series(), churn = Series()
  package var operations = 0, necessary = 0, publications = 0

  /// The parts in which a churn of one is counted.
  static let churnUnit = 1_000_000.0
}

/// The measurements of order, of all clients that are watched and of each group of them.
struct OrderTallies: Sendable {
  /// All clients; where groups are told apart, it has no density before ``mergeDensities()``.
  var all = OrderTally()
  /// By group; empty if groups are not told apart.
  var groups: [OrderTally]

  init(groups count: Int) { groups = (0..<count).map { _ in OrderTally() } }

  /// Measures something, of all and of the group of the client that it is about.
  @inline(__always)
  mutating func add(of group: Int?, _ measure: (inout OrderTally) -> Void) {
    measure(&all)
    if let group { measure(&groups[group]) }
  }

  /// Counts displacements, once for the group or, where groups are not told apart, for all.
  ///
  /// A displacement is known only after later arrivals, which change what is counted from, so that it cannot be
  /// counted twice.
  @inline(__always)
  mutating func addDisplacements(of group: Int?, _ count: (inout ReorderDensity) -> Void) {
    if let group { count(&groups[group].density) } else { count(&all.density) }
  }

  /// Makes the density of all clients from those of the groups.
  mutating func mergeDensities() {
    for group in groups { all.density.merge(group.density) }
  }
}
