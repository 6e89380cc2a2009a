// SPDX-License-Identifier: GPL-3.0-or-later

/// A number that was estimated, and how far it can be trusted.
///
///     try Estimate.mean(of: [1, 2, 3]).description  // "2.0 [-0.48…, 4.48…] (95 %, n = 3, student-t)"
///
/// The interval was made by a rule that covers the true value in `level` of all experiments.
package struct Estimate: Hashable, Sendable {
  /// The methods by which an interval can be made.
  package enum Method: String, Hashable, Sendable, CaseIterable {
    /// Student's t, for independent values.
    case studentT = "student-t"
    /// Percentiles of resampled data.
    case bootstrap
    /// Student's t over the means of consecutive batches, for values that depend on their predecessors.
    case batchMeans = "batch-means"
    /// Clopper and Pearson's exact interval of a proportion.
    case clopperPearson = "clopper-pearson"
    /// Garwood's interval of a rate, for waits that are exponential.
    case exponential
  }

  /// The estimate itself.
  package var value: Double
  /// The lower end of its interval.
  package var low: Double
  /// The upper end of its interval.
  package var high: Double
  /// The share of such intervals that cover the truth: 0.95.
  package var level: Double
  /// The number of values that it rests on.
  package var count: Int
  /// The method by which the interval was made.
  package var method: Method

  /// Makes an estimate.
  package init(
    value: Double, low: Double, high: Double, level: Double, count: Int, method: Method
  ) {
    self.value = value
    self.low = low
    self.high = high
    self.level = level
    self.count = count
    self.method = method
  }

  /// `true` if `truth` lies inside the interval.
  package func covers(_ truth: Double) -> Bool { low <= truth && truth <= high }
}

extension Estimate: CustomStringConvertible {
  /// The value, its interval, level, count and method on one line.
  package var description: String {
    "\(value) [\(low), \(high)] (\(level * 100) %, n = \(count), \(method.rawValue))"
  }
}
