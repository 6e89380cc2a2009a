// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// Sums up lengths of time that are told one after another, in four bytes for each one below four seconds.
///
///     var tally = LengthTally(count: delays.count)
///     for delay in delays { tally.add(delay) }
///     let (summary, interval) = tally.finish()
///
/// It says what ``Summary`` and ``Estimate/batchMeans(of:batches:level:)`` say of the same numbers, for a long run has so
/// many of them that no second copy of all should be made.
///
/// - Complexity: O(*n*) for those below four seconds, O(*n* log *n*) for others.
package struct LengthTally: ~Copyable, Sendable {
  private var short: [UInt32] = []
  /// Those that four bytes cannot hold.
  private var long: [Int64] = []
  /// The number of lengths that are left before the first batch, which count for the mean alone.
  private var early: Int
  private let batchSize: Int
  private var batchCount = 0
  private var batchSum = Int128(0)
  private var means: [Double] = []

  /// Begins with so many lengths to come.
  package init(count: Int, batches: Int = 30) {
    batchSize = count / batches
    early = count - batchSize * batches
    short.reserveCapacity(count)
  }

  /// Takes in the next length, which is not negative.
  package mutating func add(_ length: Int64) {
    if let short = UInt32(exactly: length) {
      self.short.append(short)
    } else {
      invariant(length >= 0, "a length of \(length)")
      long.append(length)
    }
    if early > 0 {
      early -= 1
      return
    }
    batchSum += Int128(length)
    batchCount += 1
    if batchCount == batchSize {
      means.append(Double(batchSum) / Double(batchSize))
      (batchCount, batchSum) = (0, 0)
    }
  }

  /// Sums up what was told: nil without any, and no interval of the mean for too few to have one.
  package consuming func finish() -> (summary: Summary?, interval: Estimate?) {
    // Moved, not held twice, so that they are sorted where they are.
    var (short, long): ([UInt32], [Int64]) = ([], [])
    swap(&short, &self.short)
    swap(&long, &self.long)
    let lengths = SortedLengths(short: consume short, long: consume long)
    guard let summary = Summary(sorted: lengths) else { return (nil, nil) }
    if batchSize < 2 { return (summary, nil) }
    return (summary, try? Estimate(mean: summary.mean, ofBatches: means, count: summary.count))
  }
}

/// Lengths of time in rising order, in four bytes each as far as that is enough.
struct SortedLengths: RandomAccessCollection {
  private let short: [UInt32]
  private let long: [Int64]

  /// Sorts lengths; each long one is longer than each short one.
  init(short: consuming [UInt32], long: consuming [Int64]) {
    DigitSort.sort(&short)
    long.sort()
    self.short = short
    self.long = long
  }

  var startIndex: Int { 0 }
  var endIndex: Int { short.count + long.count }

  subscript(place: Int) -> Int64 {
    place < short.count ? Int64(short[place]) : long[place - short.count]
  }
}
