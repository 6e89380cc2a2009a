// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGSL
internal import WeirCore

/// The bins of GSL's histogram, owned by one reference and freed with it.
@safe
final class BinStore {
  private let bins: UnsafeMutablePointer<gsl_histogram>

  init(edges: [Double]) throws(Problems) {
    GSL.silence()
    guard let bins = unsafe gsl_histogram_alloc(max(1, edges.count - 1)) else {
      invariantBroken("no memory for a histogram")
    }
    unsafe self.bins = unsafe bins
    let status = unsafe edges.withUnsafeBufferPointer {
      unsafe gsl_histogram_set_ranges(bins, $0.baseAddress, $0.count)
    }
    try GSL.check(status, "a histogram of \(edges.count) edges")
  }

  init(copying other: BinStore) {
    guard let bins = unsafe gsl_histogram_clone(other.bins) else {
      invariantBroken("no memory for a histogram")
    }
    unsafe self.bins = unsafe bins
  }

  deinit { unsafe gsl_histogram_free(bins) }

  /// Counts a value; false if no bin covers it.
  func add(_ value: Double) -> Bool {
    unsafe gsl_histogram_increment(bins, value) == GSL.success
  }

  func count(_ bin: Int) -> Double { unsafe gsl_histogram_get(bins, bin) }
  var total: Double { unsafe gsl_histogram_sum(bins) }
  var mean: Double { unsafe gsl_histogram_mean(bins) }
  var deviation: Double { unsafe gsl_histogram_sigma(bins) }
}
