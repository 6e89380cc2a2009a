// SPDX-License-Identifier: GPL-3.0-or-later

/// Very many lengths of time in little memory: counts in buckets that are at most 1/256 wide of what they hold.
///
///     histogram.add(40_000_000)
///     histogram.quantile(1, of: 2)  // 40_000_000, give or take 0.2 %
///
/// Count, sum, smallest and largest are exact.
package struct LatencyHistogram: Sendable {
  /// The number of lengths.
  package private(set) var count = 0
  /// Their sum in nanoseconds.
  package private(set) var sum = Int128(0)
  /// The smallest.
  package private(set) var least = Int64.max
  /// The largest.
  package private(set) var greatest = Int64.min
  private var buckets: [UInt64] = []
  // Of the distances from the first length, so that nothing cancels out when all are alike.
  private var first: Int64 = 0
  private var distances = 0.0
  private var squares = 0.0

  /// No lengths.
  package init() {}

  /// Takes in a length, not negative.
  package mutating func add(_ nanoseconds: Int64) {
    let bucket = Self.bucket(of: UInt64(nanoseconds))
    if bucket >= buckets.count { grow(to: bucket + 256) }
    buckets[bucket] += 1
    count += 1
    sum += Int128(nanoseconds)
    if count == 1 { first = nanoseconds }
    let distance = Double(nanoseconds - first)
    distances += distance
    squares += distance * distance
    least = min(least, nanoseconds)
    greatest = max(greatest, nanoseconds)
  }

  @inline(never)
  private mutating func grow(to count: Int) {
    buckets.append(contentsOf: repeatElement(0, count: count - buckets.count))
  }

  /// The mean, nil without any.
  package var mean: Double? { count == 0 ? nil : Double(sum) / Double(count) }

  /// The standard deviation, 0 of a single length, nil without any.
  package var deviation: Double? {
    guard count > 1 else { return count == 0 ? nil : 0 }
    let n = Double(count)
    return max(0, (squares - distances * distances / n) / (n - 1)).squareRoot()
  }

  /// The length that `numerator` of `denominator` lengths do not exceed; nil without any.
  package func quantile(_ numerator: Int, of denominator: Int) -> Int64? {
    guard count > 0 else { return nil }
    let rank = max(1, (count * numerator + denominator - 1) / denominator)
    var seen = 0
    for (bucket, held) in buckets.enumerated() {
      seen += Int(held)
      if seen >= rank {
        let (low, high) = (Self.start(of: bucket), Self.start(of: bucket + 1))
        return min(greatest, max(least, Int64(low + (high - low) / 2)))
      }
    }
    return greatest
  }

  /// A bucket that holds anything.
  package struct Bin: Hashable, Sendable {
    /// The smallest length in it, in nanoseconds.
    package var low: UInt64
    /// The smallest length beyond it.
    package var high: UInt64
    /// The number of lengths that it holds.
    package var count: UInt64
  }

  /// The buckets that hold anything, from the smallest.
  ///
  /// Their edges are the same in every histogram, so that counts of several runs can be added.
  package var bins: [Bin] {
    buckets.enumerated().compactMap { bucket, held in
      held == 0
        ? nil
        : Bin(low: Self.start(of: bucket), high: Self.start(of: bucket + 1), count: held)
    }
  }

  // Numbers below 512 have a bucket each; above, each octave has 256.
  private static func bucket(of value: UInt64) -> Int {
    if value < 512 { return Int(value) }
    let shift = 55 - value.leadingZeroBitCount
    return 256 * shift + Int(value >> UInt64(shift))
  }

  private static func start(of bucket: Int) -> UInt64 {
    if bucket < 512 { return UInt64(bucket) }
    let shift = bucket / 256 - 1
    return UInt64(bucket - 256 * shift) << UInt64(shift)
  }
}
