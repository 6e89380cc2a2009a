// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// The distance of one order from another, by the pairs on which they disagree.
///
///     Kendall(of: [1, 3, 2]).distance  // 1: the pair (3, 2)
///     Kendall(of: [3, 2, 1]).tauA      // -1: every pair is reversed
///
/// The distance is the number of neighbours that would have to be swapped. Values that are equal on one
/// side are pairs of which neither order can be said; ``tauB`` leaves them out on that side.
///
/// - Complexity: O(*n* log *n*).
package struct Kendall: Hashable, Sendable {
  /// The number of values that each order has.
  package let count: Int
  /// Pairs in opposite orders: Kendall's distance.
  package let distance: Int
  /// Pairs in the same order.
  package let concordant: Int
  /// Pairs that are equal on the first side.
  package let tiedFirst: Int
  /// Pairs that are equal on the second side; those equal on both count here, too.
  package let tiedSecond: Int
  private let variance: Double

  /// Holds the order in which `series` arrived against the order of its values.
  package init(of series: [Int64]) {
    var sorted = series
    let distance = Inversions.sort(&sorted)
    self.init(
      count: series.count, distance: distance, first: Ties(), second: Ties(sorted: sorted),
      tiedInBoth: 0)
  }

  /// Holds two series against each other, place by place.
  package init(_ first: [Int64], _ second: [Int64]) {
    invariant(first.count == second.count, "\(first.count) values against \(second.count)")
    var pairs = zip(first, second).map { Pair(first: $0, second: $1) }
    pairs.sort()
    var tiedInBoth = 0
    var same = 1
    for place in pairs.indices.dropFirst() {
      same = pairs[place] == pairs[place - 1] ? same + 1 : 1
      tiedInBoth += same - 1
    }
    var values = pairs.map(\.second)
    let distance = Inversions.sort(&values)
    self.init(
      count: first.count, distance: distance, first: Ties(sorted: pairs.map(\.first)),
      second: Ties(sorted: values), tiedInBoth: tiedInBoth)
  }

  private init(count: Int, distance: Int, first: Ties, second: Ties, tiedInBoth: Int) {
    self.count = count
    self.distance = distance
    tiedFirst = first.pairs
    tiedSecond = second.pairs
    concordant = count * (count - 1) / 2 - first.pairs - second.pairs + tiedInBoth - distance
    variance = Self.variance(count, first, second)
  }

  /// 1 when all pairs agree, -1 when none does, about 0 for unrelated orders; nil for fewer than two values.
  package var tauA: Double? {
    count < 2 ? nil : Double(concordant - distance) / (Double(count) * Double(count - 1) / 2)
  }

  /// The same among the pairs that are not tied; nil if a side is constant.
  package var tauB: Double? {
    let pairs = count * (count - 1) / 2
    let (first, second) = (pairs - tiedFirst, pairs - tiedSecond)
    guard count > 1, first > 0, second > 0 else { return nil }
    return Double(concordant - distance) / (Double(first) * Double(second)).squareRoot()
  }

  /// The number of deviations by which more pairs agree than in unrelated orders; nil if a side is
  /// constant.
  package var z: Double? {
    guard variance > 0 else { return nil }
    return Double(concordant - distance) / variance.squareRoot()
  }

  /// The probability that unrelated orders agree or disagree at least so much, by the bell curve;
  /// nil if a side is constant.
  ///
  /// The curve is close from ten values on.
  package var pValue: Double? { z.map { min(1, 2 * GSL.bellAbove(abs($0))) } }

  /// Returns the distance that unrelated orders of so many different values have on average.
  package static func expectedDistance(_ count: Int) -> Double {
    Double(count) * Double(count - 1) / 4
  }

  /// Returns the variance of agreeing less disagreeing pairs of unrelated orders, with ties.
  private static func variance(_ count: Int, _ first: Ties, _ second: Ties) -> Double {
    guard count > 1 else { return 0 }
    let n = Double(count)
    var sum = (n * (n - 1) * (2 * n + 5) - first.fives - second.fives) / 18
    sum += 2 * Double(first.pairs) * Double(second.pairs) / (n * (n - 1))
    if count > 2 { sum += first.triples * second.triples / (9 * n * (n - 1) * (n - 2)) }
    return sum
  }

  private struct Pair: Comparable {
    var first: Int64
    var second: Int64

    static func < (a: Pair, b: Pair) -> Bool {
      a.first == b.first ? a.second < b.second : a.first < b.first
    }
  }

  /// Groups of equal values.
  private struct Ties {
    /// Pairs within groups: t(t − 1) / 2.
    var pairs = 0
    /// The sum of t(t − 1)(2t + 5).
    var fives = 0.0
    /// The sum of t(t − 1)(t − 2).
    var triples = 0.0

    init() {}

    init(sorted: [Int64]) {
      var start = 0
      for end in 1..<max(1, sorted.count + 1) {
        if end < sorted.count, sorted[end] == sorted[start] { continue }
        let size = end - start
        start = end
        if size < 2 { continue }
        pairs += size * (size - 1) / 2
        let t = Double(size)
        fives += t * (t - 1) * (2 * t + 5)
        triples += t * (t - 1) * (t - 2)
      }
    }
  }
}
