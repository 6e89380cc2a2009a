// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirMetrics
import WeirRun
import WeirScenario

// The quality of ordering, in two or three lines.
extension Report {
  /// Lengths of time that stand in the lines about order, or only in the table for programs.
  static func isOfOrder(_ row: MetricRow) -> Bool {
    ["commit-to-seen", "meant-to-seen", "divergence", "reorder-lateness"].contains(row.metric.name)
  }

  /// The sentences about how often what happened, where the time goes from meaning to seeing, and
  /// how far lists strayed from the server's data.
  var orderWords: [String] {
    [shareWords, postsMissedWords, sightWords, familyWords].compactMap { $0 }
  }

  /// The sentence about posts that never came, which still count in the times.
  private var postsMissedWords: String? {
    guard let row = outcome.metric("missed"), let hits = row.hits, hits > 0 else { return nil }
    return
      "\(grouped(hits)) of \(grouped(row.count)) times a post slid out of a list's window before it was shown; in"
      + " post-to-seen and commit-to-seen it counts as long as it waited for that, so that their quantiles say: at"
      + " least so long"
  }

  /// The shares that tell most, with 95 % confidence: an interval, or how rare what never happened is.
  private var shareWords: String? {
    let always = [
      ("reordered", "pushes overtaken"), ("stale-reads", "rows stale"),
      ("never-seen", "commits unseen"),
    ]
    let sometimes = [("rows-jumped", "rows jumped"), ("flicker", "removed rows back at once")]
    let words = (always + sometimes).enumerated().compactMap { place, name -> String? in
      guard let row = outcome.metric(name.0), let hits = row.hits,
        hits > 0 || place < always.count
      else { return nil }
      return share(row, name.1)
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// A share with its certainty; nil if there was no opportunity.
  private func share(_ row: MetricRow, _ name: String) -> String? {
    guard let hits = row.hits, let low = row.low, let high = row.high else { return nil }
    let certainty =
      row.noneBound.map { "< \(Self.percent($0))" }
      ?? "\(Self.percent(low)) to \(Self.percent(high))"
    return "\(grouped(hits)) of \(grouped(row.count)) \(name) (\(certainty))"
  }

  /// The numbers and shares of the families of stacks that took part, under the names of their metrics.
  private var familyWords: String? {
    let usual = Set(Metric.catalogue.map(\.name))
    let words = outcome.metrics.compactMap { row -> String? in
      if usual.contains(row.metric.name) { return nil }
      switch row.metric.kind {
      case .ratio: return share(row, row.metric.name)
      case .count: return row.count > 0 ? "\(grouped(row.count)) \(row.metric.name)" : nil
      default: return nil
      }
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  private var sightWords: String? {
    guard let mean = outcome.metric("meant-to-seen")?.mean else { return nil }
    let parts = outcome.metrics.filter { row in
      row.metric.name == "meant-to-seen" && row.group == "all" && row.part != nil
        && (row.mean ?? 0) >= 0.5
    }
    var words = "a write seen after \(Self.time(mean))"
    if !parts.isEmpty {
      words += ": " + parts.map { "\($0.part ?? "") \(Self.time($0.mean))" }.joined(separator: ", ")
    }
    if let share = outcome.metric("diverged")?.mean, share > 0,
      let longest = outcome.metric("divergence")?.greatest
    {
      words += "; lists unlike the server \(Self.percent(share)), at most \(Self.time(longest))"
    }
    return words
  }

  private static func time(_ nanoseconds: Double?) -> String {
    nanoseconds.map { Interval(nanoseconds: Int64($0.rounded())).rounded } ?? ""
  }

  /// Returns a share in percent, with as many digits as it needs to be no mere zero.
  package static func percent(_ share: Double) -> String {
    let percent = share * 100
    let places = percent >= 10 ? 0 : percent >= 1 ? 1 : percent >= 0.1 ? 2 : 4
    return Decimal(percent, places: places).description + " %"
  }
}
