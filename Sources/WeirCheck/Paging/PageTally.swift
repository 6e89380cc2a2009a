// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirTree

/// Counts of what paging does wrong by its nature, over passes that have ended.
struct PageTally: Sendable {
  private struct Share: Sendable {
    var hits = 0
    var count = 0
  }

  private var doubles = Share()
  private var skips = Share()
  private var phantoms = Share()
  private var misorders = Share()
  private var countLies = Share()

  /// The shares, by the names of the metrics that tell them.
  var measured: [Measured] {
    [
      .share("page-doubles", doubles.hits, of: doubles.count),
      .share("page-skips", skips.hits, of: skips.count),
      .share("page-phantoms", phantoms.hits, of: phantoms.count),
      .share("page-misorders", misorders.hits, of: misorders.count),
      .share("page-count-lies", countLies.hits, of: countLies.count),
    ]
  }

  /// Counts a pass, over the rows from the first that it was brought to the last one, or to an end of the list that it has
  /// reached: `steady` are the rows that stayed where they were while it went on, in the order of the list, and `now` is
  /// the list at its end.
  mutating func count(_ pass: PagePasses.Pass, steady: [Key], now: SortedMap<Key, Node>) {
    let brought = pass.pages.flatMap(\.rows).map(\.key)
    // Only looked up in.
    var seen: Set<Key> = []
    let rows = brought.filter { seen.insert($0).inserted }
    doubles.count += brought.count
    doubles.hits += brought.count - rows.count
    phantoms.count += rows.count
    phantoms.hits += rows.count { now[$0] == nil }

    var places: [Key: Int] = [:]
    for (place, key) in steady.enumerated() { places[key] = place }
    let seenPlaces = rows.compactMap { places[$0] }
    // Where the list ended, it ended for the pass, too: all rows up to there were to be leafed through.
    let first = pass.reachesFront ? 0 : seenPlaces.min()
    let last = pass.reachesBack ? steady.count - 1 : seenPlaces.max()
    if let low = first, let high = last, low <= high {
      skips.count += high - low + 1
      skips.hits += high - low + 1 - seenPlaces.count
    }
    let pairs = zip(seenPlaces, seenPlaces.dropFirst())
    misorders.count += max(0, seenPlaces.count - 1)
    misorders.hits += pairs.count { $0 > $1 }

    guard pass.isWhole, let last = pass.pages.max(by: { $0.order < $1.order }) else { return }
    countLies.count += 1
    if rows.count != last.total { countLies.hits += 1 }
  }
}
