// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

extension Scenario {
  /// `true` if something of Weir's own is to be wrong: a stack of a group, or the server.
  package var isWrongOnPurpose: Bool {
    server.mutant != nil || clients.contains { $0.stack.mutant != nil }
  }

  /// A statement that must be true at the end of a run.
  package struct Expectation: Hashable, Sendable {
    /// The thing that is looked at.
    package enum Subject: Hashable, Sendable {
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
    package var subject: Subject
    /// The place where it was written.
    package var mark: Mark

    /// Makes an expectation.
    package init(
      subject: Subject, mark: Mark
    ) {
      self.subject = subject
      self.mark = mark
    }
  }

  /// A bound that a number is held against.
  ///
  /// Times are in nanoseconds, ratios are plain numbers.
  package enum Comparison: Hashable, Sendable {
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
