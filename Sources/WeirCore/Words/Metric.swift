// SPDX-License-Identifier: Apache-2.0

/// A metric that a run reports and that a scenario may hold against a bound.
public struct Metric: Hashable, Sendable {
  /// The kind of a number.
  public enum Kind: String, Hashable, Sendable {
    /// Lengths of virtual time, one a sample.
    case duration
    /// Something that was counted.
    case count
    /// A number between 0 and 1.
    case ratio
    /// Something a second.
    case rate
    /// Plain numbers such as places or rows, one a sample.
    case amount
  }

  /// One number that sums up a metric.
  public enum Statistic: String, Hashable, Sendable, CaseIterable {
    /// The number of samples; for a counter, its value.
    case count
    /// The mean; for a gauge, its value.
    case mean
    /// The standard deviation.
    case sd
    /// The smallest.
    case min
    /// The median.
    case p50
    /// The value that 90 % stay below.
    case p90
    /// The value that 95 % stay below.
    case p95
    /// The value that 99 % stay below.
    case p99
    /// The value that 99.9 % stay below.
    case p999
    /// The largest.
    case max
  }

  /// Its name in scenarios and reports.
  public let name: String
  /// The kind of number that is measured.
  public let kind: Kind
  /// The meaning of the metric, in one sentence.
  public let about: String

  /// Makes a metric.
  public init(_ name: String, _ kind: Kind, _ about: String) {
    self.name = name
    self.kind = kind
    self.about = about
  }
}
