// SPDX-License-Identifier: GPL-3.0-or-later
internal import WeirCore

/// A summary of a series of numbers at a glance.
///
///     Summary(sorted: [1, 2, 3, 4])?.mean  // 2.5
///     Summary(sorted: [Int64]())           // nil: nothing was measured
///
/// Quantiles lie on the straight line between the two nearest values (type 7 of Hyndman and Fan, as
/// in GSL, R and NumPy). The mean of integers is exact to one rounding, for any number of them.
///
/// - Complexity: O(*n*) for sorted numbers, O(*n* log *n*) for others.
package struct Summary: Hashable, Sendable {
  /// The number of values.
  package let count: Int
  /// Their mean.
  package let mean: Double
  /// Their standard deviation as a sample, 0 for a single number.
  package let sd: Double
  /// The smallest.
  package let min: Double
  /// The value that half stay below.
  package let p50: Double
  /// The value that 90 % stay below.
  package let p90: Double
  /// The value that 95 % stay below.
  package let p95: Double
  /// The value that 99 % stay below.
  package let p99: Double
  /// The value that 99.9 % stay below.
  package let p999: Double
  /// The largest.
  package let max: Double

  /// Sums up integers in rising order; nil when there are none.
  package init?(sorted data: [Int64]) {
    self.init(rising: data) { GSL.quantile(sorted: data, $0) }
  }

  /// Sums up lengths of time; nil when there are none.
  init?(sorted data: SortedLengths) {
    self.init(rising: data) { share in
      // As GSL finds the place, which it cannot in lengths of two sizes.
      let index = share * Double(data.count - 1)
      let place = Int(index)
      if place == data.count - 1 { return Double(data[place]) }
      return GSL.quantile(sorted: [data[place], data[place + 1]], index - Double(place))
    }
  }

  private init?(
    rising data: some RandomAccessCollection<Int64>, _ quantile: (Double) -> Double
  ) {
    guard let first = data.first, let last = data.last else { return nil }
    let sum = data.reduce(Int128(0)) { $0 + Int128($1) }
    let mean = Double(sum) / Double(data.count)
    // Rounded, the mean of great numbers can lie beyond the last of them.
    let centre = Swift.min(Swift.max(Int128(mean.rounded()), Int128(first)), Int128(last))
    var squares = PairedSum()
    if last.subtractingReportingOverflow(first).overflow {
      for value in data {
        let distance = Double(Int128(value) - centre)
        squares.add(distance * distance)
      }
    } else {
      // Arithmetic of 128 bits takes several times as long.
      let near = Int64(centre)
      for value in data {
        let distance = Double(value - near)
        squares.add(distance * distance)
      }
    }
    // The squares are around a whole number, not around the mean: take the difference off again.
    let offset = Double(sum - centre * Int128(data.count)) / Double(data.count)
    let total = Swift.max(0, squares.total - offset * offset * Double(data.count))
    self.init(
      count: data.count, mean: mean,
      sd: data.count > 1 ? (total / Double(data.count - 1)).squareRoot() : 0,
      min: Double(first), max: Double(last), quantile: quantile)
  }

  /// Sums up numbers in rising order; nil when there are none or one is not finite.
  package init?(sorted data: [Double]) {
    guard let first = data.first, let last = data.last, first.isFinite, last.isFinite,
      data.allSatisfy(\.isFinite)
    else { return nil }
    let mean = GSL.mean(data)
    let sd = data.count > 1 ? GSL.deviation(data, mean: mean) : 0
    guard mean.isFinite, sd.isFinite else { return nil }
    self.init(count: data.count, mean: mean, sd: sd, min: first, max: last) {
      GSL.quantile(sorted: data, $0)
    }
  }

  /// Sums up integers in any order; nil when there are none.
  package init?(_ data: [Int64]) { self.init(sorted: data.sorted()) }

  /// Sums up numbers in any order; nil when there are none or one is not finite.
  package init?(_ data: [Double]) {
    guard data.allSatisfy(\.isFinite) else { return nil }
    self.init(sorted: data.sorted())
  }

  private init(
    count: Int, mean: Double, sd: Double, min: Double, max: Double,
    quantile: (Double) -> Double
  ) {
    self.count = count
    self.mean = mean
    self.sd = sd
    self.min = min
    self.max = max
    p50 = quantile(0.5)
    p90 = quantile(0.9)
    p95 = quantile(0.95)
    p99 = quantile(0.99)
    p999 = quantile(0.999)
  }

  /// Returns the value that a `share` of sorted numbers stays below; nil when there are none.
  package static func quantile(_ share: Double, sorted data: [Int64]) -> Double? {
    invariant(share >= 0 && share <= 1, "a quantile at \(share)")
    return data.isEmpty ? nil : GSL.quantile(sorted: data, share)
  }

  /// Returns the value that a `share` of sorted numbers stays below; nil when there are none.
  package static func quantile(_ share: Double, sorted data: [Double]) -> Double? {
    invariant(share >= 0 && share <= 1, "a quantile at \(share)")
    return data.isEmpty ? nil : GSL.quantile(sorted: data, share)
  }
}

/// A sum of many numbers that loses almost nothing: what a rounding drops is carried along (Neumaier).
struct PairedSum {
  private var sum = 0.0
  private var lost = 0.0

  mutating func add(_ term: Double) {
    let next = sum + term
    lost += abs(sum) >= abs(term) ? (sum - next) + term : (term - next) + sum
    sum = next
  }

  var total: Double { sum + lost }
}
