// SPDX-License-Identifier: Apache-2.0
public import WeirCore

/// The time for which changes are gathered before they are published.
public struct Batching: Hashable, Sendable {
  /// Publish when nothing came for this long; zero: publish with every batch of events.
  public var wait: Interval
  /// Publish at the latest this long after the first change.
  public var atMost: Interval

  /// Makes a rule for batches; the longest wait is never shorter than the wait.
  public init(wait: Interval, atMost: Interval) {
    self.wait = wait
    self.atMost = max(wait, atMost)
  }

  /// Publish everything at once.
  public static var none: Batching { Batching(wait: .zero, atMost: .zero) }
}
