// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGSL
internal import WeirCore

/// Statistics of series in memory.
extension GSL {
  /// Returns the quantile by straight line between the two nearest order statistics (type 7 of
  /// Hyndman and Fan).
  static func quantile(sorted: [Double], _ share: Double) -> Double {
    silence()
    return unsafe sorted.withUnsafeBufferPointer {
      unsafe gsl_stats_quantile_from_sorted_data($0.baseAddress, 1, $0.count, share)
    }
  }

  /// Returns the same quantile of integers, without a copy.
  static func quantile(sorted: [Int64], _ share: Double) -> Double {
    silence()
    return unsafe sorted.withUnsafeBufferPointer { buffer in
      unsafe buffer.withMemoryRebound(to: Int.self) {
        unsafe gsl_stats_long_quantile_from_sorted_data($0.baseAddress, 1, $0.count, share)
      }
    }
  }

  /// Returns the arithmetic mean.
  static func mean(_ data: [Double]) -> Double { mean(data[...]) }

  /// Returns the mean of a part of a series.
  static func mean(_ data: ArraySlice<Double>) -> Double {
    silence()
    return unsafe data.withUnsafeBufferPointer {
      unsafe gsl_stats_mean($0.baseAddress, 1, $0.count)
    }
  }

  /// Returns the deviation of a sample (divided by one less than the count) around a mean known
  /// already.
  static func deviation(_ data: [Double], mean: Double) -> Double {
    silence()
    return unsafe data.withUnsafeBufferPointer {
      unsafe gsl_stats_sd_m($0.baseAddress, 1, $0.count, mean)
    }
  }

  /// A straight line through points, by least squares.
  struct Line {
    var start = 0.0
    var slope = 0.0
    var slopeVariance = 0.0
    var sumOfSquares = 0.0
  }

  static func line(through x: [Double], _ y: [Double]) throws(Problems) -> Line {
    silence()
    invariant(x.count == y.count, "\(x.count) abscissas for \(y.count) ordinates")
    var line = Line()
    var (cov00, cov01) = (0.0, 0.0)
    let status = unsafe x.withUnsafeBufferPointer { x in
      unsafe y.withUnsafeBufferPointer { y in
        unsafe gsl_fit_linear(
          x.baseAddress, 1, y.baseAddress, 1, x.count, &line.start, &line.slope, &cov00, &cov01,
          &line.slopeVariance, &line.sumOfSquares)
      }
    }
    try check(status, "the fit of a straight line")
    return line
  }
}
