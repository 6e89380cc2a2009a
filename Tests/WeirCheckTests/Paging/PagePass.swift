// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTree

/// One pass of a client through a paged list: a first load or refresh, and the pages that followed.
///
///     var pass = PagePass()
///     pass.receive(keys, from: 0, at: first)
///     pass.receive(more, from: 10, at: second)
///     pass.anomalies(in: timeline, shown: shown, total: 20, isComplete: true, at: now).skips.count
///
/// It knows the server's lists and the slices of them, and nothing of the pager that asked for them.
struct PagePass: Sendable {
  private struct Slice: Sendable {
    var keys: [Key]
    var start: Int
    var instant: Instant
  }

  private var slices: [Slice] = []

  /// Makes a pass that has received nothing.
  init() {}

  /// Takes note of a slice: its rows, the index of the first one in the list of that time, and the time at which the
  /// server took it from its list.
  mutating func receive(_ keys: [Key], from start: Int, at instant: Instant) {
    slices.append(Slice(keys: keys, start: start, instant: instant))
  }

  /// Returns the anomalies of the pass, and of the rows that are shown `now`.
  ///
  /// `total` is the number of rows as the server said it last. A pass is complete when the client has been told that
  /// there are no more rows.
  func anomalies(
    in timeline: ListTimeline, shown: [Key], total: Int?, isComplete: Bool, at now: Instant
  ) -> PageAnomalies {
    var anomalies = PageAnomalies()
    guard let first = slices.map(\.instant).min(), let last = slices.map(\.instant).max() else {
      return anomalies
    }
    let range = timeline.index(at: first)...timeline.index(at: last)
    let indices = timeline.versions[range].map { Self.indices(of: $0.keys) }
    anomalies.duplicates = Self.repeated(slices.flatMap(\.keys))
    anomalies.shownTwice = Self.repeated(shown)
    anomalies.skips = skips(indices, timeline.versions[range.upperBound].keys)
    let present = Set(timeline.keys(at: now))
    anomalies.phantoms = .init(
      count: shown.count { !present.contains($0) }, opportunities: shown.count)
    anomalies.misorders = Self.misorders(of: shown, indices)
    if isComplete, let total {
      anomalies.countLies = .init(count: shown.count == total ? 0 : 1, opportunities: 1)
    }
    return anomalies
  }

  private func skips(_ indices: [[Key: Int]], _ list: [Key]) -> PageAnomalies.Tally {
    let covered =
      (slices.map(\.start).min() ?? 0)..<(slices.map { $0.start + $0.keys.count }.max() ?? 0)
    let received = Set(slices.flatMap(\.keys))
    let steady = list[covered.clamped(to: 0..<list.count)].filter { key in
      indices.allSatisfy { $0[key] != nil }
    }
    return .init(count: steady.count { !received.contains($0) }, opportunities: steady.count)
  }

  private static func repeated(_ keys: [Key]) -> PageAnomalies.Tally {
    .init(count: keys.count - Set(keys).count, opportunities: keys.count)
  }

  /// - Complexity: O(*n*²) for *n* shown rows, and one look-up more in each list for pairs that the last one contradicts.
  private static func misorders(
    of shown: [Key], _ indices: [[Key: Int]]
  ) -> PageAnomalies.Tally {
    var tally = PageAnomalies.Tally()
    // A row that is shown twice is counted as such; here its first index counts.
    var seen: Set<Key> = []
    let rows = shown.filter { seen.insert($0).inserted }
    let places = indices.reversed().map { lists in rows.map { lists[$0] } }
    for second in rows.indices {
      for first in 0..<second {
        var isKnown = false
        var isInOrder = false
        for places in places {
          guard let a = places[first], let b = places[second] else { continue }
          isKnown = true
          isInOrder = a < b
          if isInOrder { break }
        }
        if isKnown { tally.opportunities += 1 }
        if isKnown, !isInOrder { tally.count += 1 }
      }
    }
    return tally
  }

  private static func indices(of keys: [Key]) -> [Key: Int] {
    Dictionary(keys.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
