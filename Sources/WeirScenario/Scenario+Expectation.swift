// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirCore

extension Scenario {
  /// A statement that must be true at the end of a run.
  public struct Expectation: Hashable, Sendable {
    /// The thing that is looked at.
    public enum Subject: Hashable, Sendable {
      /// A checker must hold.
      case checker(String)
      /// A checker must find its promise broken: what it watches is wrong on purpose.
      case broken(String)
      /// Views must equal the server's data again within a time after the last write.
      case convergeWithin(Interval)
      /// A statistic of a metric must satisfy a comparison.
      case metric(String, Metric.Statistic, Comparison)
    }
    /// The thing that is looked at.
    public var subject: Subject
    /// The place where it was written.
    public var mark: Mark

    /// Makes an expectation.
    public init(
      subject: Subject, mark: Mark
    ) {
      self.subject = subject
      self.mark = mark
    }
  }

  /// A bound that a number is held against.
  ///
  /// Times are in nanoseconds, ratios are plain numbers.
  public enum Comparison: Hashable, Sendable {
    /// Strictly smaller.
    case under(Double)
    /// Not larger.
    case atMost(Double)
    /// Strictly larger.
    case over(Double)
    /// Not smaller.
    case atLeast(Double)
    /// Not outside.
    case between(Double, Double)
    /// Inside the 95 % interval of the mean.
    case near(Double)
  }
}
