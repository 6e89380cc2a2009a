// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGSL
internal import WeirCore

/// Statistics of ranks.
extension GSL {
  /// Returns Spearman's correlation, with mean ranks for what is equal; NaN for a constant.
  static func spearman(_ x: [Double], _ y: [Double]) -> Double {
    silence()
    invariant(x.count == y.count, "\(x.count) values against \(y.count)")
    var work = [Double](repeating: 0, count: 2 * x.count)
    return unsafe x.withUnsafeBufferPointer { x in
      unsafe y.withUnsafeBufferPointer { y in
        unsafe work.withUnsafeMutableBufferPointer { work in
          unsafe gsl_stats_spearman(
            x.baseAddress, 1, y.baseAddress, 1, x.count, work.baseAddress)
        }
      }
    }
  }

  /// Counts the pairs of a permutation that are in the wrong order, by looking at every pair.
  ///
  /// It is the slow truth against which ``Kendall`` is held; half a second for 64,000 values.
  package static func inversions(ofPermutation values: [Int]) -> Int {
    silence()
    guard let permutation = unsafe gsl_permutation_alloc(max(1, values.count)) else {
      invariantBroken("no memory for a permutation")
    }
    defer { unsafe gsl_permutation_free(permutation) }
    unsafe gsl_permutation_init(permutation)
    for (place, value) in values.enumerated() {
      unsafe permutation.pointee.data[place] = value
    }
    return unsafe Int(gsl_permutation_inversions(permutation))
  }
}
