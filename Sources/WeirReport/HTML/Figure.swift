import WeirCore
import WeirRun

/// A plot with its title, what its lines are, and the numbers behind it.
struct Figure {
  /// What a line or colour stands for.
  struct Entry {
    let words: String
    let shade: Shade
    var isDashed = false
  }

  let title: String
  /// What one should see in it, and what was left out.
  let about: String
  var entries: [Entry] = []
  let svg: (String) -> Markup
  let heading: [String]
  let rows: [[String]]

  /// Writes the figure; the number tells its parts from those of others.
  func write(_ markup: inout Markup, number: Int) {
    markup.line()
    markup.element("figure") { markup in
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

  /// A length of time to three digits; empty for none.
  static func time(_ nanoseconds: Double?) -> String {
    nanoseconds.map { Interval(nanoseconds: Int64($0.rounded())).rounded } ?? ""
  }

  /// The 95 % interval of a row's mean.
  static func interval(_ row: MetricRow) -> String {
    guard let low = row.low, let high = row.high else { return "" }
    return "\(time(low)) to \(time(high))"
  }

  /// A number of seconds as words beside an axis.
  static func axisTime(_ seconds: Double) -> String { time(seconds * 1e9) }

  /// Ticks of an axis of seconds.
  static func timeTicks(_ axis: Axis) -> [(Double, String)] {
    axis.ticks.map { ($0, axisTime($0)) }
  }

  /// Ticks of an axis of plain numbers.
  static func countTicks(_ axis: Axis) -> [(Double, String)] {
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
