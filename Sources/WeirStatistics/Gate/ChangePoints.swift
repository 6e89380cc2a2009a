// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// The places at which a series changed its level.
///
///     let found = ChangePoints(of: ratios, seed: 1)
///     found.points.first?.index  // 57: the first value of the new level
///     found.points.first?.probability
///
/// For every place the ranks before it are compared with those behind it; the place with the
/// largest difference is believed if that difference is rare among shuffles of the same values,
/// each shuffle taking the best of *its* places. So the choice of the place is paid for: a series
/// without any change is said to have one with the probability `alpha`, for values of any
/// distribution, as long as neighbours do not depend on each other. Parts are searched in the same
/// way.
///
/// - Complexity: O(*shuffles* · *n*) for each part.
package struct ChangePoints: Hashable, Sendable {
  /// A change of level.
  package struct Point: Hashable, Sendable {
    /// The place of the first value behind the change.
    package var index: Int
    /// The share of shuffles that show a difference as large.
    package var probability: Double
    /// The median before, back to the change before that.
    package var before: Double
    /// The median behind, up to the next change.
    package var after: Double
  }

  /// The changes, in the order of the series.
  package let points: [Point]

  /// Looks for changes; `least` values at least stand on each side of one.
  package init(
    of series: [Double], alpha: Double = 0.01, least: Int = 3, shuffles: Int = 999, seed: UInt64
  ) {
    invariant(series.allSatisfy(\.isFinite), "a series with a value that is not finite")
    invariant(least > 0 && shuffles > 0, "\(shuffles) shuffles, \(least) values a side")
    var stream = RandomStream(seed: seed, "change points")
    var found: [(Int, Double)] = []
    var open = [0..<series.count]
    while let part = open.popLast() {
      guard part.count >= 2 * least else { continue }
      let ranks = RankSums.doubledRanks(Array(series[part])).ranks.map(Double.init)
      let (place, difference) = Self.best(ranks, least)
      var (shuffled, reached) = (ranks, 1)
      for _ in 0..<shuffles {
        stream.shuffle(&shuffled)
        if Self.best(shuffled, least).difference >= difference { reached += 1 }
      }
      let probability = Double(reached) / Double(shuffles + 1)
      guard difference > 0, probability <= alpha else { continue }
      found.append((part.lowerBound + place, probability))
      open.append(part.lowerBound..<(part.lowerBound + place))
      open.append((part.lowerBound + place)..<part.upperBound)
    }
    found.sort { $0.0 < $1.0 }
    let ends = [0] + found.map(\.0) + [series.count]
    points = found.enumerated().map { number, change in
      Point(
        index: change.0, probability: change.1,
        before: Self.median(series[ends[number]..<ends[number + 1]]),
        after: Self.median(series[ends[number + 1]..<ends[number + 2]]))
    }
  }

  /// Returns the place where the mean ranks on both sides differ most for their numbers; the first
  /// of equal ones.
  private static func best(_ ranks: [Double], _ least: Int) -> (place: Int, difference: Double) {
    let count = Double(ranks.count)
    let mean = ranks.reduce(0, +) / count
    var (sum, place, greatest) = (0.0, least, 0.0)
    for (index, rank) in ranks.enumerated() {
      sum += rank - mean
      let before = index + 1
      guard before >= least, ranks.count - before >= least else { continue }
      // Ranks are whole, so that equal differences are equal here, too.
      let difference = sum * sum / (Double(before) * (count - Double(before)))
      if difference > greatest * (1 + 1e-12) { (place, greatest) = (before, difference) }
    }
    return (place, greatest)
  }

  private static func median(_ values: ArraySlice<Double>) -> Double {
    GSL.quantile(sorted: values.sorted(), 0.5)
  }
}
