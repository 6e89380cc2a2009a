// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirMetrics
import WeirRun
package import WeirScenario

/// The degree in which people feel a number, from what the scenario promises them to what only a machine counts.
///
///     Concern(of: "post-to-seen", "p99", expecting: ["post-to-seen p99"])  // .expected
///     Concern(of: "post-to-seen", "p99")                                   // .latency
///     Concern(of: "messages", "n") < Concern(of: "reorder-depth", "mean")  // true
///
/// Lists of changes stand in this order: that a message takes longer must not hide behind a hundred counters.
package enum Concern: Int, Hashable, Sendable, Comparable, CaseIterable {
  /// The scenario expects something of it, or it is what a checker says.
  case expected
  /// A length of virtual time.
  case latency
  /// The cost of the run: messages, batches, events, memory.
  case cost
  /// Everything else.
  case other

  /// `true` if people feel `a` more.
  package static func < (a: Concern, b: Concern) -> Bool { a.rawValue < b.rawValue }

  /// The degree in which people feel a statistic of a metric; `expected` has the numbers that a scenario expects
  /// something of.
  package init(of metric: String, _ statistic: String, expecting expected: Set<String> = []) {
    if expected.contains("\(metric) \(statistic)") {
      self = .expected
    } else if metric.hasPrefix("checker ") || metric == "verdict" {
      // How often a checker looked says how much there was to look at, and no more.
      self = ["n", "count"].contains(statistic) ? .other : .expected
    } else if Metric.named(metric)?.kind == .duration {
      self = .latency
    } else {
      self = Self.costs.contains(metric) ? .cost : .other
    }
  }

  /// Counters that say what a run cost, and not what anybody saw.
  static let costs: Set = [
    "events", "messages", "list-updates", "rows-inserted", "rows-removed", "rows-moved",
    "rows-changed", "resent", "resyncs", "queue-longest", "steps", "payload-bytes", "allocations",
    "allocated-bytes", "utilisation", "cpu-time", "wall-time",
  ]
}

extension Scenario {
  /// The numbers of which the scenario expects something, as ``Concern`` knows them: `post-to-seen p99`.
  package var expectedNumbers: Set<String> {
    var names: Set<String> = []
    for expectation in expectations {
      switch expectation.subject {
      case .checker(let name), .broken(let name): names.insert("checker \(name) verdict")
      case .convergeWithin: names.formUnion(["converge-time max", "checker converge verdict"])
      case .metric(let name, let statistic, _):
        names.insert("\(name) \(statistic == .count ? "n" : statistic.rawValue)")
      }
    }
    return names
  }
}

extension Concern {
  /// The statistics of a metric, most representative first: those that people feel most.
  private static let statistics = [
    "verdict", "p99", "p95", "p90", "max", "p50", "mean", "n", "count",
  ]

  /// Returns the place of a number among those of its metric.
  package static func rank(of statistic: String) -> Int {
    statistics.firstIndex(of: statistic) ?? statistics.count
  }
}
