// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

extension Estimate {
  /// Estimates the probability of something that happened `hits` times in `count` independent
  /// trials.
  ///
  ///     try Estimate.proportion(0, of: 100).high  // 0.0362: not seen is not never
  ///
  /// The interval of Clopper and Pearson is never too narrow, for any true value.
  ///
  /// - Throws: `Problems` without a trial, or with more hits than trials.
  package static func proportion(
    _ hits: Int, of count: Int, level: Double = 0.95
  ) throws(Problems) -> Estimate {
    var problems = levelProblems(level)
    if count < 1 || hits < 0 || hits > count {
      problems.append(
        Problem(
          message: "\(hits) of \(count) is not a proportion",
          remedy: "count at least one trial, and no more hits than trials"))
    }
    if !problems.isEmpty { throw Problems(problems) }
    let (x, n, tail) = (Double(hits), Double(count), (1 - level) / 2)
    let low = hits == 0 ? 0 : try betaQuantile(below: tail, x, n - x + 1)
    let high = hits == count ? 1 : try betaQuantile(above: tail, x + 1, n - x)
    return Estimate(
      value: x / n, low: low, high: high, level: level, count: count, method: .clopperPearson)
  }

  /// Returns the place below which a beta distribution has the probability `below`, or above which
  /// it has `above`.
  private static func betaQuantile(
    below: Double = .nan, above: Double = .nan, _ a: Double, _ b: Double
  ) throws(Problems) -> Double {
    let isLower = above.isNaN
    let found =
      isLower ? GSL.betaQuantile(below: below, a, b) : GSL.betaQuantile(above: above, a, b)
    return try GSL.finite(found, "the interval of a proportion")
  }
}
