// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// A summary of numbers that pass by and are not kept.
///
///     var running = RunningSummary()
///     for value in [3.0, 1, 2] { running.add(value) }
///     running.mean  // 2.0
///
/// Mean, deviation and extremes are exact but for rounding; quantiles are estimates by the P² rule,
/// which keeps five markers for each. It is a value: a copy goes its own way.
///
/// - Complexity: `add` is O(1) and does not allocate, unless a copy was made since.
package struct RunningSummary: @unchecked Sendable {
  // A reference that two values share is never written to, which makes it safe to send.
  private var accumulator = RunningAccumulator(shares: Self.shares)
  private static let shares = [0.5, 0.9, 0.95, 0.99, 0.999]

  /// A summary of nothing.
  package init() {}

  /// Takes in a finite number.
  package mutating func add(_ value: Double) {
    invariant(value.isFinite, "a running summary was given \(value)")
    if !isKnownUniquelyReferenced(&accumulator) {
      accumulator = RunningAccumulator(copying: accumulator)
    }
    accumulator.add(value)
  }

  /// The number of numbers that were added.
  package var count: Int { accumulator.count }
  /// Their mean, nil when there are none.
  package var mean: Double? { ifAny(accumulator.mean) }
  /// Their standard deviation as a sample, nil when there are none.
  package var sd: Double? { ifAny(accumulator.deviation) }
  /// The smallest, nil when there are none.
  package var min: Double? { ifAny(accumulator.least) }
  /// The largest, nil when there are none.
  package var max: Double? { ifAny(accumulator.greatest) }
  /// About the value that half stay below, nil when there are none.
  package var p50: Double? { ifAny(accumulator.quantile(0)) }
  /// About the value that 90 % stay below, nil when there are none.
  package var p90: Double? { ifAny(accumulator.quantile(1)) }
  /// About the value that 95 % stay below, nil when there are none.
  package var p95: Double? { ifAny(accumulator.quantile(2)) }
  /// About the value that 99 % stay below, nil when there are none.
  package var p99: Double? { ifAny(accumulator.quantile(3)) }
  /// About the value that 99.9 % stay below, nil when there are none.
  package var p999: Double? { ifAny(accumulator.quantile(4)) }

  private func ifAny(_ value: @autoclosure () -> Double) -> Double? {
    count == 0 ? nil : value()
  }
}
