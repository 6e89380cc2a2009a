// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// The offset of numbers from zero, or of one sample from another, with an interval that outliers
/// cannot move far.
///
///     HodgesLehmann([1, 2, 3, 4, 100])?.value      // 3: the median of the means of all pairs
///     HodgesLehmann([5, 6, 7], minus: [1, 2])?.value  // 4.5
///
/// The estimate that belongs to the tests of Wilcoxon, and of Mann and Whitney; the interval holds what those
/// tests would not reject.
///
/// - Complexity: O(*n*² log *n*) for *n* numbers.
package struct HodgesLehmann: Hashable, Sendable {
  /// The estimate.
  package let value: Double
  /// The interval; nil if there are too few numbers for the level.
  package let interval: ClosedRange<Double>?

  /// Estimates the middle of numbers that are spread symmetrically; nil if there are none or one is not finite.
  package init?(_ values: [Double], level: Double = 0.95) {
    guard !values.isEmpty, values.allSatisfy(\.isFinite) else { return nil }
    var means: [Double] = []
    means.reserveCapacity(values.count * (values.count + 1) / 2)
    for (place, a) in values.enumerated() {
      for b in values[place...] { means.append((a + b) / 2) }
    }
    means.sort()
    let n = Double(values.count)
    let left = { (least: Int) -> Double in
      if values.count <= 60 {
        let ways = WilcoxonTest.ways(Array(1...values.count))
        return ways[..<least].reduce(0, +) / ways.reduce(0, +)
      }
      return RankSums.bell(
        Double(least - 1), mean: n * (n + 1) / 4, variance: n * (n + 1) * (2 * n + 1) / 24
      ).below
    }
    self.init(sorted: means, level: level, left)
  }

  /// Estimates by how much the first sample lies above the second; nil if one is empty or not finite.
  package init?(_ first: [Double], minus second: [Double], level: Double = 0.95) {
    guard !first.isEmpty, !second.isEmpty, (first + second).allSatisfy(\.isFinite) else {
      return nil
    }
    var differences: [Double] = []
    differences.reserveCapacity(first.count * second.count)
    for a in first { for b in second { differences.append(a - b) } }
    differences.sort()
    let (m, n) = (Double(first.count), Double(second.count))
    let ways = first.count + second.count <= 40 ? Self.ways(first.count, second.count) : nil
    self.init(sorted: differences, level: level) { least in
      if let ways { return ways[..<least].reduce(0, +) / ways.reduce(0, +) }
      return RankSums.bell(
        Double(least - 1), mean: m * n / 2, variance: m * n * (m + n + 1) / 12
      ).below
    }
  }

  /// Takes the median, and the order statistics that the test leaves on either side; `left` is the probability
  /// of fewer than so many.
  private init(sorted values: [Double], level: Double, _ left: (Int) -> Double) {
    invariant(level > 0 && level < 1, "an interval of the level \(level)")
    let middle = values.count / 2
    value =
      values.count % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2
    // The largest number of values that may be left out on either side.
    var (out, beyond) = (0, middle + 1)
    while beyond - out > 1 {
      let half = (out + beyond) / 2
      if left(half) <= (1 - level) / 2 { out = half } else { beyond = half }
    }
    interval = out == 0 ? nil : values[out - 1]...values[values.count - out]
  }

  /// Counts the ways in which two samples without equal numbers have each statistic of Mann and
  /// Whitney.
  private static func ways(_ m: Int, _ n: Int) -> [Double] {
    // Dealing from the largest number down: a number of the first sample beats all of the second below it.
    var rows = [[Double]](repeating: [1], count: n + 1)
    for i in 1...m {
      var next: [[Double]] = [[1]]
      for j in 1...n {
        var ways = [Double](repeating: 0, count: i * j + 1)
        for (value, count) in rows[j].enumerated() { ways[value + j] += count }
        for (value, count) in next[j - 1].enumerated() { ways[value] += count }
        next.append(ways)
      }
      rows = next
    }
    return rows[n]
  }
}
