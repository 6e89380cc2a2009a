// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

/// The probability that a reader sees what was written so long ago: probabilistically bounded
/// staleness.
///
///     let curve = VisibilityCurve(sorted: delays, unseen: 0)
///     try curve.share(within: .zero)  // of reads at once that see it, with an interval
///     curve.time(at: 0.99)            // after that long 99 % of all reads see it
package struct VisibilityCurve: Hashable, Sendable {
  /// The time that each write took to be visible to a reader, in nanoseconds, in rising order.
  package let delays: [Int64]
  /// The number of writes that were never visible.
  package let unseen: Int

  /// Makes the curve of sorted delays, and of writes that were never visible.
  package init(sorted delays: [Int64], unseen: Int) {
    invariant(unseen >= 0, "\(unseen) writes that were never visible")
    self.delays = delays
    self.unseen = unseen
  }

  /// Returns the probability that a read so long after a write sees it, or something newer.
  ///
  /// - Throws: `Problems` when nothing was written.
  package func share(within time: Interval, level: Double = 0.95) throws(Problems) -> Estimate {
    var (low, high) = (0, delays.count)
    while low < high {
      let middle = (low + high) / 2
      if delays[middle] <= time.nanoseconds { low = middle + 1 } else { high = middle }
    }
    return try .proportion(low, of: delays.count + unseen, level: level)
  }

  /// Returns the time after which a share of the reads sees what was written; nil if they never do.
  package func time(at share: Double) -> Interval? {
    invariant(share > 0 && share <= 1, "a share of \(share)")
    let count = delays.count + unseen
    let rank = max(1, Int((share * Double(count)).rounded(.up)))
    return rank <= delays.count ? Interval(nanoseconds: delays[rank - 1]) : nil
  }
}

/// The age of what was read, in versions.
///
///     var staleness = VersionStaleness()
///     staleness.add(0)
///     try staleness.share(atMost: 0)  // of reads that saw the newest version
package struct VersionStaleness: Hashable, Sendable {
  /// Reads by how many versions they were behind; what is behind by more than the last is counted there.
  package private(set) var counts: [Int]

  /// Makes a count without reads; `most` versions and more are one.
  package init(most: Int = 64) {
    invariant(most > 0, "a staleness of at most \(most) versions")
    counts = Array(repeating: 0, count: most + 1)
  }

  /// Counts a read that was behind by so many versions.
  package mutating func add(_ versions: Int) { counts[min(versions, counts.count - 1)] += 1 }

  /// The number of reads.
  package var count: Int { counts.reduce(0, +) }

  /// Returns the probability that a read is behind by at most so many versions.
  ///
  /// - Throws: `Problems` without a read.
  package func share(atMost versions: Int, level: Double = 0.95) throws(Problems) -> Estimate {
    let hits = counts.prefix(versions + 1).reduce(0, +)
    return try .proportion(hits, of: count, level: level)
  }
}
