// SPDX-License-Identifier: GPL-3.0-or-later
package import WeirCore
package import WeirScenario
import WeirStatistics

/// A point of what a sweep varies.
package struct SweepPoint: Hashable, Sendable {
  /// One coordinate.
  package struct Coordinate: Hashable, Sendable {
    /// The key.
    package var key: String
    /// Its value, as a scenario writes it.
    package var words: String
    /// The same as a plain number: seconds, shares of one, things a second.
    package var plain: Double
  }

  /// Its number, from 1.
  package var number: Int
  /// The place where it lies, variation by variation.
  package var coordinates: [Coordinate]

  /// Makes the point at `places`, one between 0 and 1 for each of `variations`.
  package init(number: Int, _ variations: [Variation], at places: [Double]) {
    self.number = number
    coordinates = zip(variations, places).map { variation, place in
      .init(
        key: variation.key, words: variation.value(at: place), plain: variation.plain(at: place))
    }
  }

  /// The first points of an even filling of all ranges.
  package static func first(
    _ count: Int, of variations: [Variation]
  ) throws(Problems) -> [SweepPoint] {
    try SobolPoints.first(count, dimensions: variations.count).enumerated().map { number, places in
      SweepPoint(number: number + 1, variations, at: places)
    }
  }

  /// The settings of the command line that get there.
  package var settings: [String] { coordinates.map { "\($0.key)=\($0.words)" } }
}
