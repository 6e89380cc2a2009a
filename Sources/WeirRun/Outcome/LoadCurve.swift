// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

/// The course of a load that changed stage by stage, and of how the backend bore it.
package struct LoadCurve: Hashable, Sendable {
  /// One stage.
  package struct Stage: Hashable, Sendable {
    /// The rate in words.
    package var name: String
    /// The part of it that was measured.
    package var lasts: Interval
    /// Writes that people meant in it, but for those with nothing to act on.
    package var writes: Int
    /// The number of them that were committed before the stage was over.
    package var inTime: Int
    /// The number of requests that were turned away.
    package var overloads: Int
    /// The number of the writes that reached the server before the stage was over.
    package var arrived: Int
    /// The number of those that the server had served by then.
    package var served: Int
    /// The median of the time to the answer, in nanoseconds.
    package var p50: Double?
    /// The 99th percentile of the time to the answer, in nanoseconds.
    package var p99: Double?
    /// The 99th percentile of the wait for a server, in nanoseconds.
    package var wait: Double?

    package init(
      name: String, lasts: Interval, writes: Int, inTime: Int, overloads: Int, arrived: Int,
      served: Int, p50: Double? = nil, p99: Double? = nil, wait: Double? = nil
    ) {
      self.name = name
      self.lasts = lasts
      self.writes = writes
      self.inTime = inTime
      self.overloads = overloads
      self.arrived = arrived
      self.served = served
      self.p50 = p50
      self.p99 = p99
      self.wait = wait
    }

    /// Writes meant, a second.
    package var offered: Double { Double(writes) * 1e9 / Double(max(1, lasts.nanoseconds)) }
    /// Writes meant and committed in the stage, a second.
    package var achieved: Double { Double(inTime) * 1e9 / Double(max(1, lasts.nanoseconds)) }
  }

  /// The stages in order.
  package var stages: [Stage]
  /// The most that the backend can do, a second: its servers over the mean service time.
  package var ceiling: Double?

  package init(stages: [Stage], ceiling: Double? = nil) {
    self.stages = stages
    self.ceiling = ceiling
  }

  /// The sign that a stage was too much for the backend.
  package enum Strain: Hashable, Sendable {
    /// So many requests were turned away.
    case turnedAway(Int)
    /// Of so many writes that came in the stage, so many were not served in it: the queue grew.
    case unserved(Int, of: Int)
    /// The 99th percentile of the wait for a server, in nanoseconds.
    case wait(Double)
  }

  /// Returns what shows that a stage was too much; `nil` if the backend bore it.
  ///
  /// Only the server and its queue say so. What people meant and did not send, because they were away or their
  /// network was, is no load that the server did not bear:
  /// - a request was turned away, or
  /// - of the writes that reached the server in the stage, less than 97 % were served in it, or
  /// - of 100 requests one waited more than ten times as long as answers usually take, all in all: the
  ///   smallest median of all stages.
  package func strain(at index: Int) -> Strain? {
    let stage = stages[index]
    if stage.overloads > 0 { return .turnedAway(stage.overloads) }
    if Double(stage.served) < 0.97 * Double(stage.arrived) {
      return .unserved(stage.arrived - stage.served, of: stage.arrived)
    }
    if let calm = stages.compactMap(\.p50).min(), let wait = stage.wait, wait > 10 * calm {
      return .wait(wait)
    }
    return nil
  }

  /// The first stage that the backend did not bear; nil: it bore them all.
  package var firstOverloaded: Int? { stages.indices.first { strain(at: $0) != nil } }
}
