// SPDX-License-Identifier: GPL-3.0-or-later
import WeirRun

/// The changes of numbers, side by side: a line from nothing to the change of each, with its interval if it has one.
package enum ChangeFigure {
  /// The change of one number, as a share of what it was.
  package struct Bar {
    var name: String
    var low: Double?
    var middle: Double
    var high: Double?
    var shade: Shade

    package init(
      name: String, low: Double? = nil, middle: Double, high: Double? = nil, shade: Shade
    ) {
      (self.name, self.low, self.middle, self.high) = (name, low, middle, high)
      self.shade = shade
    }
  }

  /// The most changes that are drawn.
  private static let most = 14
  /// The share from which on a change is drawn at the edge: a number that grew by thousands would
  /// hide the others.
  private static let edge = 2.0

  /// Returns the colour of a change.
  package static func shade(of change: String) -> Shade {
    switch change {
    case "worse": .bad
    case "better": .good
    default: .first
    }
  }

  /// Returns the plot; nil without anything to draw.
  package static func figure(_ all: [Bar], about: String) -> Figure? {
    let bars = Array(all.prefix(most))
    guard !bars.isEmpty else { return nil }
    func within(_ share: Double) -> Double { min(edge, max(-1, share)) }
    let ends = bars.flatMap { [$0.low ?? $0.middle, $0.middle, $0.high ?? $0.middle] }.map(within)
    let (low, high) = (min(0, ends.min() ?? 0), max(0, ends.max() ?? 0))
    let isCut = bars.contains { $0.middle > edge }
    let title = "How much it changed"
    let words =
      about + " To the left less, to the right more."
      + (isCut
        ? " What grew by more than \(Share.unsigned(edge)) stands at the edge." : "")
      + (all.count > bars.count ? " The first \(bars.count) of \(all.count) are drawn." : "")
    var plot = Plot(
      title: title,
      about: bars.map { "\($0.name) \(Share.signed($0.middle))" }.joined(separator: "; "),
      x: .from(low, to: high > low ? high : low + 0.01), y: .from(0, to: Double(bars.count)),
      height: 50 + 30 * Double(bars.count))
    plot.line([(0, 0), (0, Double(bars.count))], .quiet)
    for (place, bar) in bars.enumerated() {
      let level = Double(bars.count - place) - 0.65
      let middle = within(bar.middle)
      plot.interval(
        low: within(bar.low ?? min(0, bar.middle)), middle: middle,
        high: within(bar.high ?? max(0, bar.middle)), at: level, bar.shade)
      let isRight = plot.x[max(middle, 0)] > Plot.width * 0.6
      plot.words(
        "\(bar.name) \(Share.signed(bar.middle))", isRight ? max(0, middle) : min(0, middle), level,
        anchor: isRight ? "end" : "start", dy: -6)
    }
    return Figure(
      title: title, about: words,
      entries: [
        .init(words: "worse", shade: .bad), .init(words: "better", shade: .good),
        .init(words: "neither", shade: .first),
      ],
      svg: { [plot] id in
        plot.svg(
          xName: "change", xTicks: plot.x.ticks.map { ($0, $0 == 0 ? "0" : Share.signed($0)) },
          yTicks: [], id: id)
      },
      heading: ["", "change", "from", "to"],
      rows: bars.map {
        [
          $0.name, Share.signed($0.middle), $0.low.map(Share.signed) ?? "",
          $0.high.map(Share.signed) ?? "",
        ]
      })
  }
}
