// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

extension Estimate {
  /// Estimates any statistic of independent values, with the percentile interval of its resamples.
  ///
  ///     try Estimate.bootstrap(of: data, seed: 1) { Summary($0)?.p99 ?? .nan }
  ///
  /// Every resample draws as many values as there are, with repetition, from a stream of its own
  /// named by the seed: the same seed gives the same interval on every machine.
  ///
  /// - Complexity: `resamples` times the cost of the statistic.
  /// - Throws: `Problems` for fewer than two values, or when the statistic is not finite.
  package static func bootstrap(
    of data: [Double], resamples: Int = 2000, seed: UInt64, level: Double = 0.95,
    statistic: ([Double]) -> Double
  ) throws(Problems) -> Estimate {
    try check(data, atLeast: 2, level: level)
    if resamples < 100 {
      throw Problems([
        Problem(
          message: "an interval from \(resamples) resamples",
          remedy: "ask for 100 at least, better 2000")
      ])
    }
    let value = try GSL.finite(statistic(data), "the statistic")
    var stream = RandomStream(seed: seed, "bootstrap")
    var resample = data
    var found: [Double] = []
    for _ in 0..<resamples {
      for place in resample.indices { resample[place] = data[stream.index(below: data.count)] }
      found.append(try GSL.finite(statistic(resample), "the statistic of a resample"))
    }
    found.sort()
    return Estimate(
      value: value, low: GSL.quantile(sorted: found, (1 - level) / 2),
      high: GSL.quantile(sorted: found, (1 + level) / 2), level: level, count: data.count,
      method: .bootstrap)
  }
}
