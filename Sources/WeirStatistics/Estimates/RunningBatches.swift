// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// The mean of a long series in the order of time with an honest interval, in little memory.
///
///     var batches = RunningBatches()
///     for delay in delays { batches.add(delay) }
///     batches.estimate()?.high
///
/// It keeps the sums of at most 64 batches. When all are full, neighbours are joined and new batches are
/// twice as long, so that batches become longer than the memory of the series by themselves. The values of a
/// batch that is not full yet count for the mean alone.
///
/// - Complexity: O(1) for each value.
package struct RunningBatches: Sendable {
  /// The number of values.
  package private(set) var count = 0
  private static let most = 64
  private var sums: [Double] = []
  private var size = 1
  private var open = 0.0
  private var openCount = 0
  private var total = 0.0

  /// Makes batches without values.
  package init() {}

  /// Adds the next value.
  package mutating func add(_ value: Double) {
    count += 1
    total += value
    open += value
    openCount += 1
    guard openCount == size else { return }
    sums.append(open)
    (open, openCount) = (0, 0)
    guard sums.count == Self.most else { return }
    for place in 0..<Self.most / 2 { sums[place] = sums[2 * place] + sums[2 * place + 1] }
    sums.removeLast(Self.most / 2)
    size *= 2
  }

  /// Returns the mean with Student's interval over the batches; nil while there are fewer than ten
  /// full ones.
  package func estimate(level: Double = 0.95) -> Estimate? {
    guard sums.count >= 10, level > 0, level < 1 else { return nil }
    let means = sums.map { $0 / Double(size) }
    let deviation = GSL.deviation(means, mean: GSL.mean(means))
    let t = GSL.studentQuantile(below: (1 + level) / 2, freedom: Double(means.count - 1))
    let half = t * deviation / Double(means.count).squareRoot()
    guard half.isFinite else { return nil }
    let mean = total / Double(count)
    return Estimate(
      value: mean, low: mean - half, high: mean + half, level: level, count: count,
      method: .batchMeans)
  }
}
