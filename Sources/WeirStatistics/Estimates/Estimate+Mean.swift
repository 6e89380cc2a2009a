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
    try batchMeans(of: series.count, batches, level, unfit: unfit(series)) {
      GSL.mean(series[$0])
    }
  }

  /// Returns the same of whole numbers, which are read where they are, for a long run has many of them.
  package static func batchMeans(
    ofLengths series: [Int64], batches: Int = 30, level: Double = 0.95
  ) throws(Problems) -> Estimate {
    try batchMeans(of: series.count, batches, level, unfit: nil) { GSL.mean(series[$0]) }
  }

  private static func batchMeans(
    of count: Int, _ batches: Int, _ level: Double, unfit: Problem?, mean: (Range<Int>) -> Double
  ) throws(Problems) -> Estimate {
    if batches < 2 {
      throw Problems([
        Problem(
          message: "an interval from \(batches) batches",
          remedy: "ask for 2 batches at least, better 30")
      ])
    }
    try check(count, atLeast: 2 * batches, level: level, unfit: unfit)
    let size = count / batches
    let start = count - size * batches
    let means = (0..<batches).map { batch in
      mean(start + batch * size..<start + (batch + 1) * size)
    }
    let value = try GSL.finite(mean(0..<count), "the mean")
    let half = try halfWidth(of: means, mean: GSL.mean(means), level: level)
    return Estimate(
      value: value, low: value - half, high: value + half, level: level, count: count,
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
    try check(data.count, atLeast: count, level: level, unfit: unfit(data))
  }

  private static func check(
    _ count: Int, atLeast least: Int, level: Double, unfit: Problem?
  ) throws(Problems) {
    var problems: [Problem] = []
    if count < least {
      problems.append(
        Problem(
          message: "an interval needs \(least) values, and there are \(count)",
          remedy: "run longer, or with more clients"))
    }
    if let unfit { problems.append(unfit) }
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
