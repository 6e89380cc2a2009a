// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

/// The number of numbers that fell between which edges.
///
///     var histogram = try Histogram(edges: [0, 1, 10])
///     histogram.add(0.5)
///     histogram.counts  // [1, 0]
///
/// A bin holds its lower edge and not its upper one. What no bin covers is counted too, apart.
/// It is a value: a copy goes its own way.
package struct Histogram: @unchecked Sendable {
  // A reference that two values share is never written to, which makes it safe to send.
  private var store: BinStore
  /// The edges of the bins, one more than bins.
  package let edges: [Double]
  /// The number of numbers that were smaller than the first edge.
  package private(set) var below = 0
  /// The number of numbers that were at the last edge or beyond.
  package private(set) var above = 0

  /// Makes empty bins between rising edges.
  ///
  /// - Throws: `Problems` for fewer than two edges, or edges that do not rise.
  package init(edges: [Double]) throws(Problems) {
    let rises = zip(edges, edges.dropFirst()).allSatisfy { $0 < $1 }
    if edges.count < 2 || !rises || !edges.allSatisfy(\.isFinite) {
      throw Problems([
        Problem(
          message: "a histogram needs two edges or more that rise, not \(edges)",
          remedy: "sort the edges, and leave out what is double or not finite")
      ])
    }
    store = try BinStore(edges: edges)
    self.edges = edges
  }

  /// Makes `bins` empty bins of one width.
  ///
  /// - Throws: `Problems` without a bin, or when the ends are not in order.
  package init(from low: Double, to high: Double, bins: Int) throws(Problems) {
    let count = Double(max(bins, 0))
    try self.init(
      edges: bins < 1
        ? [] : (0...bins).map { $0 == bins ? high : low + (high - low) * (Double($0) / count) })
  }

  /// Counts a number.
  package mutating func add(_ value: Double) {
    invariant(!value.isNaN, "a histogram was given no number")
    if value < edges[0] {
      below += 1
    } else if value >= edges[edges.count - 1] {
      above += 1
    } else {
      if !isKnownUniquelyReferenced(&store) { store = BinStore(copying: store) }
      invariant(store.add(value), "no bin for \(value)")
    }
  }

  /// The number of numbers that each bin holds.
  package var counts: [Int] { (0..<edges.count - 1).map { Int(store.count($0)) } }
  /// The number of numbers that were added, those outside the edges among them.
  package var count: Int { Int(store.total) + below + above }
  /// The mean as far as the bins know it, by their middles; nil when they are empty.
  package var mean: Double? { store.total > 0 ? store.mean : nil }
  /// The deviation as far as the bins know it, by their middles; nil when they are empty.
  package var sd: Double? { store.total > 0 ? store.deviation : nil }
}
