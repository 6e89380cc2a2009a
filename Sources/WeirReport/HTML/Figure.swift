// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
package import WeirMetrics
import WeirRun

/// A plot with its title, what its lines are, and the numbers behind it.
package struct Figure {
  /// The meaning of a line or colour.
  package struct Entry {
    let words: String
    let shade: Shade
    var isDashed: Bool

    package init(words: String, shade: Shade, isDashed: Bool = false) {
      (self.words, self.shade, self.isDashed) = (words, shade, isDashed)
    }
  }

  package let title: String
  /// A caption: the point of the figure, and what was left out.
  package let about: String
  package var entries: [Entry] = []
  package let svg: (String) -> Markup
  package let heading: [String]
  package let rows: [[String]]

  package init(
    title: String, about: String, entries: [Entry] = [], svg: @escaping (String) -> Markup,
    heading: [String], rows: [[String]]
  ) {
    self.title = title
    self.about = about
    self.entries = entries
    self.svg = svg
    self.heading = heading
    self.rows = rows
  }

  /// Writes the figure; the number tells its parts from those of others.
  ///
  /// One that stands alone is not as wide as the page.
  package func write(_ markup: inout Markup, number: Int, isAlone: Bool = false) {
    markup.line()
    markup.element("figure", isAlone ? ["class": "wide"] : [:]) { markup in
      markup.element("h3", title)
      if !entries.isEmpty { legend(&markup) }
      markup.add(svg("plot\(number)"))
      markup.element("figcaption", about)
      markup.details("The numbers") {
        $0.table(heading, rows, caption: title, numbersFrom: heading.first == "" ? 1 : 0)
      }
    }
  }

  private func legend(_ markup: inout Markup) {
    markup.element("ul", ["class": "legend"]) { markup in
      for entry in entries {
        markup.element("li") { item in
          item.element("svg", ["viewBox": "0 0 22 8", "aria-hidden": "true"]) {
            $0.empty(
              "path",
              [
                "class": "line\(entry.isDashed ? " dash" : "")",
                "style": "stroke:var(--\(entry.shade.name));stroke-width:3", "d": "M0 4H22",
              ])
          }
          item.words(entry.words)
        }
      }
    }
  }

  /// Returns a length of time to three digits; empty for none.
  package static func time(_ nanoseconds: Double?) -> String {
    nanoseconds.map { Interval(nanoseconds: Int64($0.rounded())).rounded } ?? ""
  }

  /// Returns the 95 % interval of a row's mean.
  package static func interval(_ row: MetricRow) -> String {
    guard let low = row.low, let high = row.high else { return "" }
    return "\(time(low)) to \(time(high))"
  }

  /// Returns the points of a line through measurements whose positions are not in order: one for
  /// all that lie within `reach` of the first of them, in the middle of those.
  ///
  ///     Figure.joined([(9, 4), (3, 1), (9.1, 6)], within: 0.5)  // [(3, 1), (9.05, 5)]
  ///
  /// A load that rises and falls again, or stays for some stages, would draw a vertical line if its
  /// points were joined in order of time.
  package static func joined(
    _ points: [(x: Double, y: Double)], within reach: Double
  ) -> [(x: Double, y: Double?)] {
    var groups: [[(x: Double, y: Double)]] = []
    let sorted = points.enumerated().sorted {
      ($0.element.x, $0.offset) < ($1.element.x, $1.offset)
    }
    for (_, point) in sorted {
      if let first = groups.last?.first, point.x - first.x <= reach {
        groups[groups.count - 1].append(point)
      } else {
        groups.append([point])
      }
    }
    return groups.map { group in
      let count = Double(group.count)
      return (group.reduce(0) { $0 + $1.x } / count, group.reduce(0) { $0 + $1.y } / count)
    }
  }

  /// Returns a number of seconds as words beside an axis.
  package static func axisTime(_ seconds: Double) -> String { time(seconds * 1e9) }

  /// Ticks of an axis of seconds.
  package static func timeTicks(_ axis: Axis) -> [(Double, String)] {
    axis.ticks.map { ($0, axisTime($0)) }
  }

  /// Ticks of an axis of plain numbers.
  package static func countTicks(_ axis: Axis) -> [(Double, String)] {
    let places = axis.decimalPlaces
    return axis.ticks.map { tick in
      let words =
        tick >= 1e6
        ? Decimal(tick / 1e6, places: 1).description + "M"
        : tick >= 1e4
          ? Decimal(tick / 1e3, places: 1).description + "k"
          : Decimal(tick, places: places).description
      return (tick, words)
    }
  }
}
