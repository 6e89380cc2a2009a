// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

extension Estimate {
  /// Returns the mean of independent values with Student's interval.
  ///
  /// - Throws: `Problems` for fewer than two values, or one that is not finite.
  package static func mean(of data: [Double], level: Double = 0.95) throws(Problems) -> Estimate {
    try check(data, atLeast: 2, level: level)
    let mean = try GSL.finite(GSL.mean(data), "the mean")
    let half = try halfWidth(of: data, mean: mean, level: level)
    return Estimate(
      value: mean, low: mean - half, high: mean + half, level: level, count: data.count,
      method: .studentT)
  }

  /// Returns the mean of a series in the order of time, whose neighbours may depend on each other.
  ///
  /// Waits in a queue are like their predecessors, so that Student's interval over the raw values is
  /// far too narrow. The means of long batches are nearly independent; their interval is honest when
  /// a batch is many times longer than the memory of the series. All batches are
  /// equally long: the few values at the start that are left over count for the mean alone.
  ///
  /// - Throws: `Problems` when a batch would have fewer than two values, or a value is not finite.
  package static func batchMeans(
    of series: [Double], batches: Int = 30, level: Double = 0.95
  ) throws(Problems) -> Estimate {
    if batches < 2 {
      throw Problems([
        Problem(
          message: "an interval from \(batches) batches",
          remedy: "ask for 2 batches at least, better 30")
      ])
    }
    try check(series, atLeast: 2 * batches, level: level)
    let size = series.count / batches
    let start = series.count - size * batches
    let means = (0..<batches).map { batch in
      GSL.mean(series[start + batch * size..<start + (batch + 1) * size])
    }
    let mean = try GSL.finite(GSL.mean(series), "the mean")
    return try Estimate(mean: mean, ofBatches: means, count: series.count, level: level)
  }

  /// Makes the estimate of a mean from the means of equally long batches.
  init(
    mean: Double, ofBatches means: [Double], count: Int, level: Double = 0.95
  ) throws(Problems) {
    let half = try Self.halfWidth(of: means, mean: GSL.mean(means), level: level)
    self.init(
      value: mean, low: mean - half, high: mean + half, level: level, count: count,
      method: .batchMeans)
  }

  private static func halfWidth(
    of data: [Double], mean: Double, level: Double
  ) throws(Problems) -> Double {
    let deviation = try GSL.finite(GSL.deviation(data, mean: mean), "the deviation")
    let t = GSL.studentQuantile(below: (1 + level) / 2, freedom: Double(data.count - 1))
    return try GSL.finite(t, "Student's t") * deviation / Double(data.count).squareRoot()
  }

  /// Refuses data from which no interval can be made.
  static func check(
    _ data: [Double], atLeast count: Int, level: Double
  ) throws(Problems) {
    var problems: [Problem] = []
    if data.count < count {
      problems.append(
        Problem(
          message: "an interval needs \(count) values, and there are \(data.count)",
          remedy: "run longer, or with more clients"))
    }
    if let unfit = unfit(data) { problems.append(unfit) }
    problems += levelProblems(level)
    if !problems.isEmpty { throw Problems(problems) }
  }

  /// The first value that is not finite, as a problem.
  private static func unfit(_ data: [Double]) -> Problem? {
    data.firstIndex { !$0.isFinite }.map { place in
      Problem(
        message: "value \(place + 1) of \(data.count) is \(data[place])",
        remedy: "leave out what was not measured")
    }
  }

  static func levelProblems(_ level: Double) -> [Problem] {
    if level > 0, level < 1 { return [] }
    return [
      Problem(
        message: "an interval cannot have the level \(level)",
        remedy: "give a number between 0 and 1, such as 0.95")
    ]
  }
}
