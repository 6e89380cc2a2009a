// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore

/// Points that fill a cube evenly, however many are taken: a Sobol sequence.
///
///     try SobolPoints.first(64, dimensions: 2)  // [[0.5, 0.5], [0.75, 0.25], …]
///
/// While a grid of 64 points has eight different values of each parameter, these have 64, and every half, quarter and
/// eighth of each range has its share of them. The points are the same every time and everywhere, and more points only
/// add to those before.
package enum SobolPoints {
  /// The most parameters that can be varied together.
  package static let mostDimensions = GSL.mostSobolDimensions
  /// The most points that are made.
  package static let mostPoints = 1 << 20

  /// Returns the first points; every coordinate lies between 0 and 1, neither of them included.
  package static func first(_ count: Int, dimensions: Int) throws(Problems) -> [[Double]] {
    guard (1...mostDimensions).contains(dimensions) else {
      throw Problems([
        Problem(
          message: "\(dimensions) parameters cannot be varied together",
          remedy: "vary from 1 to \(mostDimensions) of them")
      ])
    }
    guard (1...mostPoints).contains(count) else {
      throw Problems([
        Problem(
          message: "\(count) points cannot be made", remedy: "ask for 1 to \(mostPoints) points")
      ])
    }
    return GSL.sobol(dimensions: dimensions, count: count)
  }
}
