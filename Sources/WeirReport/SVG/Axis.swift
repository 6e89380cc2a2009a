// SPDX-License-Identifier: GPL-3.0-or-later
internal import Glibc
import WeirCore
import WeirRun

/// The mapping of numbers to places along an edge of a plot.
///
///     let axis = Axis(.from(0, to: 90), pixels: 50, 390)
///     axis[45]     // 220
///     axis.ticks   // [0, 20, 40, 60, 80]
package struct Axis {
  /// The growth of distances along the axis.
  package enum Growth: Hashable {
    /// Equal differences are equally far apart.
    case linear
    /// Equal ratios are equally far apart; what is smaller than the low end stands there.
    case logarithmic
  }

  /// The number at the beginning.
  package let low: Double
  /// The number at the end.
  package let high: Double
  private let growth: Growth
  private let start: Double
  private let end: Double

  /// The numbers at the ends of an axis, as they came from what was measured: no two numbers are wrong.
  package struct Ends {
    let low: Double
    let high: Double

    /// Makes ends of two numbers, of which the second counts as the first if it is smaller.
    package static func from(_ low: Double, to high: Double) -> Ends {
      Ends(low: low, high: high > low ? high : low)
    }
  }

  /// An axis between two numbers, from one place to another.
  package init(
    _ ends: Ends, _ growth: Growth = .linear, pixels start: Double, _ end: Double
  ) {
    switch growth {
    case .linear:
      low = ends.low
      high = ends.high > ends.low ? ends.high : ends.low + 1
    case .logarithmic:
      low = max(ends.low, 1e-12)
      high = max(ends.high, low * 10)
    }
    self.growth = growth
    self.start = start
    self.end = end
  }

  /// The place of a number; what lies beyond the ends stands at them.
  package subscript(_ value: Double) -> Double {
    let value = min(high, max(low, value))
    let share =
      switch growth {
      case .linear: (value - low) / (high - low)
      case .logarithmic: log(value / low) / log(high / low)
      }
    return start + (end - start) * share
  }

  /// Round numbers between the ends, at most seven.
  package var ticks: [Double] {
    switch growth {
    case .linear: linearTicks
    case .logarithmic: logarithmicTicks
    }
  }

  /// The number of decimal places with which the ticks are told apart, at least two.
  ///
  ///     Axis(.from(0, to: 0.0004), pixels: 50, 390).decimalPlaces  // 4: ticks are 0, 0.0001, 0.0002 …
  package var decimalPlaces: Int {
    let ticks = ticks
    guard ticks.count > 1 else { return 2 }
    return max(2, min(9, Int((-log10(ticks[1] - ticks[0]) - 1e-9).rounded(.up))))
  }

  private var linearTicks: [Double] {
    let rough = (high - low) / 5
    let decade = pow(10, log10(rough).rounded(.down))
    let step = [1, 2, 5, 10].map { $0 * decade }.first { $0 >= rough * 0.999 } ?? rough
    let first = Int((low / step - 1e-9).rounded(.up))
    let last = Int((high / step + 1e-9).rounded(.down))
    return last < first ? [] : (first...last).map { Double($0) * step }
  }

  private var logarithmicTicks: [Double] {
    let first = Int(log10(low).rounded(.down))
    let last = Int(log10(high).rounded(.up))
    let decades = (first...last).map { pow(10, Double($0)) }
    func inside(_ marks: [Double]) -> [Double] {
      decades.flatMap { decade in marks.map { $0 * decade } }
        .filter { low * 0.9999 <= $0 && $0 <= high * 1.0001 }
    }
    for marks in [[1, 2, 5], [1, 3], [1]] as [[Double]] where inside(marks).count <= 7 {
      return inside(marks)
    }
    let all = inside([1])
    let every = (all.count + 6) / 7
    return stride(from: 0, to: all.count, by: max(1, every)).map { all[$0] }
  }
}

/// Returns a coordinate in a drawing: a tenth of a pixel is enough.
package func place(_ value: Double) -> String { Decimal(value, places: 1).description }
