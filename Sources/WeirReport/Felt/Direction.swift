// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirMetrics
import WeirRun

/// The direction in which a number has to go to be better.
///
///     Direction(of: "post-to-seen", "p99")           // .lower
///     Direction(of: "post-to-seen", "p99").word(+0.2)  // "worse"
///     Direction(of: "writes", "n").word(-0.1)          // "less"
package enum Direction: String, Hashable, Sendable {
  /// Less of it is better.
  case lower
  /// More of it is better.
  case higher
  /// It is neither good nor bad.
  case neither = ""

  /// The direction of a statistic of a metric.
  package init(of metric: String, _ statistic: String) {
    let kind = Metric.named(metric)?.kind
    // More samples of a length are no longer lengths.
    let isCount = ["n", "count"].contains(statistic)
    if isCount, let kind, kind != .count {
      self = .neither
    } else if kind == .duration || Concern.costs.contains(metric) || Self.bad.contains(metric) {
      self = .lower
    } else {
      self = Self.good.contains(metric) ? .higher : .neither
    }
  }

  /// Returns the meaning of a change; `growth` is the share by which the number grew.
  package func word(_ growth: Double) -> String {
    if growth == 0 { return "same" }
    switch self {
    case .lower: return growth < 0 ? "better" : "worse"
    case .higher: return growth > 0 ? "better" : "worse"
    case .neither: return growth > 0 ? "more" : "less"
    }
  }

  /// Metrics of which people want more.
  private static let good: Set = [
    "throughput", "acknowledged", "commits", "transactions-done", "pages-loaded", "seen-at-once",
    "verdict",
  ]

  /// Metrics, neither times nor costs, of which people want less.
  private static let bad: Set = [
    "missed", "declined", "unanswered", "unconfirmed", "overloads", "lost", "rejected",
    "cancelled", "restarts", "reruns", "aborts", "counted-twice", "pages-failed", "jumps",
    "rollbacks", "stale-overwrites", "write-skews", "faults", "never-seen", "stale-reads",
    "diverged", "reordered", "rows-jumped", "flicker", "versions-behind", "divergence-area",
    "reorder-extent", "reorder-depth", "viewport-drift", "churn", "diff-excess",
  ]
}
