// SPDX-License-Identifier: GPL-3.0-or-later

/// Ranks with what tests on them share.
enum RankSums {
  /// Returns twice the rank of each number, so that the middle ranks of equal ones are whole; and
  /// for each set of equal ones how many there are.
  static func doubledRanks(_ values: [Double]) -> (ranks: [Int], ties: [Int]) {
    let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
    var ranks = [Int](repeating: 0, count: values.count)
    var ties: [Int] = []
    var start = 0
    while start < order.count {
      var end = start
      while end < order.count, values[order[end]] == values[order[start]] { end += 1 }
      // The ranks start+1 … end have the middle (start + 1 + end) / 2.
      for place in start..<end { ranks[order[place]] = start + 1 + end }
      ties.append(end - start)
      start = end
    }
    return (ranks, ties)
  }

  /// Returns the sum of t³ − t over sets of equal numbers.
  static func tieTerm(_ ties: [Int]) -> Double {
    ties.reduce(0) { sum, count in
      let count = Double(count)
      return sum + count * count * count - count
    }
  }

  /// Returns the probabilities of a whole number at or below a value, and at or above it, by a bell
  /// curve.
  ///
  /// Numbers `step` apart stand for all between them, so that half a step is added to either side.
  static func bell(
    _ value: Double, mean: Double, variance: Double, step: Double = 1
  ) -> (below: Double, above: Double) {
    guard variance > 0 else { return (1, 1) }
    let deviation = variance.squareRoot()
    return (
      GSL.bellBelow((value - mean + step / 2) / deviation),
      GSL.bellBelow(-(value - mean - step / 2) / deviation)
    )
  }
}
