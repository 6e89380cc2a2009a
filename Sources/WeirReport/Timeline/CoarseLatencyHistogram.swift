// SPDX-License-Identifier: GPL-3.0-or-later

/// Very many lengths of time in very little memory, as a plot needs them: counts in buckets that are at most
/// 1/16 wide of what they hold.
///
///     histogram.add(40_000_000)
///     histogram.quantile(1, of: 2)  // 40_000_000, give or take 3 %
///
/// Count and largest are exact.
package struct CoarseLatencyHistogram: Sendable {
  /// The number of lengths.
  package private(set) var count = 0
  /// The largest, in nanoseconds.
  package private(set) var greatest: Int64 = 0
  private var buckets: [UInt32] = []
  private var first = 0

  package init() {}

  /// Takes in a length, not negative.
  package mutating func add(_ nanoseconds: Int64) {
    let bucket = Self.bucket(of: UInt64(nanoseconds))
    reach(bucket)
    buckets[bucket - first] += 1
    count += 1
    greatest = max(greatest, nanoseconds)
  }

  /// Adds what another one holds.
  package mutating func merge(_ other: CoarseLatencyHistogram) {
    guard other.count > 0 else { return }
    reach(other.first)
    reach(other.first + other.buckets.count - 1)
    for (place, held) in other.buckets.enumerated() {
      buckets[other.first + place - first] += held
    }
    count += other.count
    greatest = max(greatest, other.greatest)
  }

  /// Returns the length that `numerator` of `denominator` lengths do not exceed; nil without any.
  package func quantile(_ numerator: Int, of denominator: Int) -> Int64? {
    guard count > 0 else { return nil }
    let rank = max(1, (count * numerator + denominator - 1) / denominator)
    var seen = 0
    for (place, held) in buckets.enumerated() {
      seen += Int(held)
      guard seen >= rank else { continue }
      let (low, high) = (Self.start(of: first + place), Self.start(of: first + place + 1))
      return min(greatest, Int64(low + (high - low) / 2))
    }
    return greatest
  }

  /// Makes room for a bucket; only those between the smallest and the largest are kept.
  private mutating func reach(_ bucket: Int) {
    if buckets.isEmpty { first = bucket }
    if bucket < first {
      buckets.insert(contentsOf: repeatElement(0, count: first - bucket), at: 0)
      first = bucket
    }
    let missing = bucket - first + 1 - buckets.count
    if missing > 0 { buckets.append(contentsOf: repeatElement(0, count: missing)) }
  }

  // Numbers below 32 have a bucket each; above, each octave has 16.
  private static func bucket(of value: UInt64) -> Int {
    if value < 32 { return Int(value) }
    let shift = 59 - value.leadingZeroBitCount
    return 16 * shift + Int(value >> UInt64(shift))
  }

  private static func start(of bucket: Int) -> UInt64 {
    if bucket < 32 { return UInt64(bucket) }
    let shift = bucket / 16 - 1
    return UInt64(bucket - 16 * shift) << UInt64(shift)
  }
}
