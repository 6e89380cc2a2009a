// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

/// The growth of a cost with a size: cost ≈ factor · sizeᵉˣᵖᵒⁿᵉⁿᵗ.
///
///     try GrowthExponent(sizes: [10, 100, 1000], costs: [20, 200, 2000]).exponent  // 1.0
///
/// A straight line through the logarithms, by least squares; its slope is the exponent, with
/// Student's interval.
package struct GrowthExponent: Hashable, Sendable {
  /// The exponent: about 1 for a linear algorithm, 2 for a quadratic one.
  package let exponent: Double
  /// The lower end of its interval.
  package let low: Double
  /// The upper end of its interval.
  package let high: Double
  /// The share of such intervals that cover the truth.
  package let level: Double
  /// The cost of size 1, were the law to hold there.
  package let factor: Double
  /// The number of points that the line goes through.
  package let count: Int

  /// Fits the law to points.
  ///
  /// - Throws: `Problems` for fewer than three points, for points of one size only, or for a size
  ///   or cost that is not positive.
  package init(sizes: [Double], costs: [Double], level: Double = 0.95) throws(Problems) {
    var problems = Estimate.levelProblems(level)
    if sizes.count != costs.count || sizes.count < 3 {
      problems.append(
        Problem(
          message: "a growth from \(sizes.count) sizes and \(costs.count) costs",
          remedy: "measure at three sizes or more, one cost for each"))
    }
    for value in sizes + costs where !(value > 0 && value.isFinite) {
      problems.append(
        Problem(
          message: "a size or cost of \(value) has no logarithm", remedy: "leave the point out"))
    }
    if let first = sizes.first, sizes.allSatisfy({ $0 == first }) {
      problems.append(
        Problem(message: "every size is \(first)", remedy: "measure at different sizes"))
    }
    if !problems.isEmpty { throw Problems(problems) }
    let line = try GSL.line(through: sizes.map(GSL.logarithm), costs.map(GSL.logarithm))
    let t = GSL.studentQuantile(below: (1 + level) / 2, freedom: Double(sizes.count - 2))
    let half = try GSL.finite(t * line.slopeVariance.squareRoot(), "the interval of the exponent")
    exponent = try GSL.finite(line.slope, "the exponent")
    low = exponent - half
    high = exponent + half
    factor = try GSL.finite(GSL.exponential(line.start), "the cost of size 1")
    self.level = level
    count = sizes.count
  }
}
