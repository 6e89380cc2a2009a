// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGSL
package import WeirCore

extension Estimate {
  /// Estimates the number of trials until something happens that happened `hits` times in `count`
  /// of them: the median, if the wait is exponential.
  ///
  ///     try Estimate.medianWait(5, of: 100).value  // 13.86: ln 2 · 100 / 5
  ///
  /// An event of every trial has a median below one. The interval is that of a rate that was watched for a fixed time
  /// (Garwood's); it is never too narrow.
  ///
  /// - Throws: `Problems` for something that never happened, or oftener than it was tried.
  package static func medianWait(
    _ hits: Int, of count: Int, level: Double = 0.95
  ) throws(Problems) -> Estimate {
    var problems = levelProblems(level)
    if hits < 1 || hits > count {
      problems.append(
        Problem(
          message: "a wait cannot be told from \(hits) hits in \(count) trials",
          remedy: "try until it has happened once at least"))
    }
    if !problems.isEmpty { throw Problems(problems) }
    let (tail, double) = ((1 - level) / 2, 2 * Double(hits))
    let low = GSL.chiSquareQuantile(below: tail, freedom: double)
    let high = GSL.chiSquareQuantile(below: 1 - tail, freedom: double + 2)
    let scale = M_LN2 * Double(count)
    return Estimate(
      value: scale / Double(hits), low: 2 * scale / (try GSL.finite(high, "a rate's upper end")),
      high: 2 * scale / (try GSL.finite(low, "a rate's lower end")), level: level, count: count,
      method: .exponential)
  }
}
