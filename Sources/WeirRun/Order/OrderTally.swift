import WeirCore
import WeirStatistics
import WeirTrace

/// All that is measured of order, over all clients that are watched.
struct OrderTally: Sendable {
  /// How often something was looked at, and how often it was so.
  struct Share: Sendable {
    var hits = 0, count = 0
  }

  /// Lengths or amounts in little memory, with an interval for their mean.
  struct Series: Sendable {
    private(set) var tally = Tally()
    private(set) var batches = RunningBatches()

    mutating func add(_ value: Int64) {
      tally.add(value)
      batches.add(Double(value))
    }
  }

  /// The stages of one journey; together they are all of it.
  struct Stages: Sendable {
    var total = Series()
    var client = Series(), link = Series(), queue = Series(), server = Series()
    var catchUp = Series(), batch = Series()
  }

  /// How many places off its turn something may be before it counts as lost.
  static let threshold = 32

  // Arrivals.
  var reordered = Share()
  var extents = Series(), depths = Series(), runs = Series(), lateness = Series()
  var occupancy = Series()
  var density = ReorderDensity(threshold: threshold)
  var duplicates = 0

  // What is seen, and when.
  var commitToSeen = Series()
  var seenAtOnce = Share()
  var neverSeen = Share()
  var staleReads = Share()
  var versionsBehind = Series()
  var stages = Stages()

  // Lists that are not like the server's.
  var divergence = Series()
  var diverged = Interval.zero, watched = Interval.zero
  /// Rows that differ times how long, in nanoseconds.
  var divergedArea = Int128(0)

  // How steady lists are.
  var jumpedRows = Share()
  var flicker = Share()
  var jumpDistances = Series(), drifts = Series(), churn = Series()
  var operations = 0, necessary = 0, publications = 0

  /// In which parts a churn of one is counted.
  static let churnUnit = 1_000_000.0
}
