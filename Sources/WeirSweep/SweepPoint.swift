// SPDX-License-Identifier: GPL-3.0-or-later
public import WeirCore
public import WeirScenario
import WeirStatistics

/// A point of what a sweep varies.
public struct SweepPoint: Hashable, Sendable {
  /// One coordinate.
  public struct Coordinate: Hashable, Sendable {
    /// The key.
    public var key: String
    /// Its value, as a scenario writes it.
    public var words: String
    /// The same as a plain number: seconds, shares of one, things a second.
    public var plain: Double
  }

  /// Its number, from 1.
  public var number: Int
  /// The place where it lies, variation by variation.
  public var coordinates: [Coordinate]

  /// Makes the point at `places`, one between 0 and 1 for each of `variations`.
  public init(number: Int, _ variations: [Variation], at places: [Double]) {
    self.number = number
    coordinates = zip(variations, places).map { variation, place in
      .init(
        key: variation.key, words: variation.value(at: place), plain: variation.plain(at: place))
    }
  }

  /// The first points of an even filling of all ranges.
  public static func first(
    _ count: Int, of variations: [Variation]
  ) throws(Problems) -> [SweepPoint] {
    try SobolPoints.first(count, dimensions: variations.count).enumerated().map { number, places in
      SweepPoint(number: number + 1, variations, at: places)
    }
  }

  /// The settings of the command line that get there.
  public var settings: [String] { coordinates.map { "\($0.key)=\($0.words)" } }
}
