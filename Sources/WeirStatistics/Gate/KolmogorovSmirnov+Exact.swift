// SPDX-License-Identifier: GPL-3.0-or-later
extension KolmogorovSmirnov {
  /// Returns the probability that two samples of one distribution are `distance` or more apart,
  /// exactly.
  ///
  /// All orders in which the values of both can stand are equally likely. A walk takes a step to the right for a
  /// value of the first sample and upwards for one of the second; what is counted are the walks that
  /// leave the strip around the diagonal.
  ///
  /// - Complexity: O(*m* · *n*).
  package static func exactAtLeast(_ distance: Double, _ m: Int, _ n: Int) -> Double {
    // Distances are whole multiples of 1 / mn; half of one guards against rounding.
    let bound = distance * Double(m * n) - 0.5
    var inside = [Double](repeating: 0, count: n + 1)
    for i in 0...m {
      for j in 0...n {
        if i == 0, j == 0 {
          inside[0] = 1
          continue
        }
        // From where one came, and how likely that step was among the values left.
        let left = Double(m + n - i - j + 1)
        let right = i > 0 ? inside[j] * Double(m - i + 1) / left : 0
        let up = j > 0 ? inside[j - 1] * Double(n - j + 1) / left : 0
        inside[j] = Double(abs(i * n - j * m)) > bound ? 0 : right + up
      }
    }
    return min(1, max(0, 1 - inside[n]))
  }
}
