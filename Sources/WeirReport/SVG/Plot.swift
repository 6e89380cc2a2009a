// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

/// A drawing with two axes, as SVG that scales to the width of the page.
///
///     var plot = Plot(title: "…", about: "…", x: 0...90, y: 0.01...2, yGrowth: .logarithmic)
///     plot.line(points, .first)
///     plot.svg(xName: "seconds", yWords: { … })
package struct Plot {
  /// The width of every plot, in its own units; words are 11 of them high.
  package static let width = 400.0
  /// The height of a plot, unless another one is given.
  package static let height = 230.0
  /// The left edge of the drawing; words of the y-axis come before it.
  private static let left = 54.0
  /// The right edge.
  private static let right = width - 12
  /// The width of a letter at most, on the average of a few.
  private static let letter = 7.0

  private let title: String
  private let about: String
  /// From left to right.
  package let x: Axis
  /// From bottom to top.
  package let y: Axis
  private let height: Double
  private var body = Markup()

  /// A plot of nothing; `title` and `about` are for those who cannot see it.
  package init(
    title: String, about: String, x: Axis.Ends, y: Axis.Ends,
    xGrowth: Axis.Growth = .linear, yGrowth: Axis.Growth = .linear,
    height: Double = Plot.height
  ) {
    self.title = title
    self.about = about
    self.height = height
    self.x = Axis(x, xGrowth, pixels: Self.left, Self.right)
    self.y = Axis(y, yGrowth, pixels: height - 34, 10)
  }

  /// Draws a line through points; where nothing is known it has a gap.
  package mutating func line(
    _ points: [(x: Double, y: Double?)], _ shade: Shade, dashed: Bool = false
  ) {
    var path = ""
    var isDown = false
    for point in points {
      guard let height = point.y else {
        isDown = false
        continue
      }
      path += "\(isDown ? "L" : "M")\(place(x[point.x])) \(place(y[height]))"
      isDown = true
    }
    if path.isEmpty { return }
    body.empty(
      "path",
      ["class": "line\(dashed ? " dash" : "")", "style": "stroke:var(--\(shade.name))", "d": path])
    // A point between two gaps is no line.
    for (place, point) in points.enumerated() {
      let before = place > 0 ? points[place - 1].y : nil
      let after = place + 1 < points.count ? points[place + 1].y : nil
      if let height = point.y, before == nil, after == nil { dot(point.x, height, shade) }
    }
  }

  /// Draws many small dots.
  package mutating func dots(_ points: [(x: Double, y: Double)], _ shade: Shade) {
    var path = ""
    for point in points { path += "M\(place(x[point.x])) \(place(y[point.y]))h0" }
    if path.isEmpty { return }
    body.empty("path", ["class": "dots", "style": "stroke:var(--\(shade.name))", "d": path])
  }

  /// Draws a dot that is to be seen.
  package mutating func dot(_ a: Double, _ b: Double, _ shade: Shade) {
    body.empty(
      "circle",
      ["cx": place(x[a]), "cy": place(y[b]), "r": "3", "style": "fill:var(--\(shade.name))"])
  }

  /// Draws a bar between two heights.
  package mutating func bar(
    from start: Double, to end: Double, low: Double, high: Double, _ shade: Shade
  ) {
    let (left, right) = (x[start], x[end])
    body.empty(
      "rect",
      [
        "x": place(left), "y": place(y[high]), "width": place(max(0.5, right - left - 0.5)),
        "height": place(max(0, y[low] - y[high])), "style": "fill:var(--\(shade.name))",
      ])
  }

  /// Shades a time from the top to the bottom.
  package mutating func shade(from start: Double, to end: Double) {
    body.empty(
      "rect",
      [
        "class": "trouble", "x": place(x[start]), "y": "10",
        "width": place(max(1, x[end] - x[start])), "height": place(height - 44),
      ])
  }

  /// Returns the place of words around a point so that no edge cuts them off, and the side to which
  /// they lean there.
  package static func whole(_ words: String, around place: Double) -> (x: Double, anchor: String) {
    let half = Double(words.count) * letter / 2
    if place + half > width { return (width - 1, "end") }
    return place < half ? (1, "start") : (place, "middle")
  }

  /// Marks a moment from the top to the bottom; one that lies beyond the end stands there with an arrow.
  package mutating func mark(_ value: Double, _ words: String) {
    let left = x[value]
    let words = value > x.high ? words + " →" : words
    body.empty(
      "line",
      [
        "class": "broke", "x1": place(left), "x2": place(left), "y1": "10",
        "y2": place(height - 34),
      ]
    )
    let isLate = left > Self.width / 2
    body.element(
      "text",
      [
        "class": "bad halo", "x": place(left + (isLate ? -4 : 4)), "y": "20",
        "text-anchor": isLate ? "end" : "start",
      ], words)
  }

  /// Draws a horizontal interval with its middle.
  package mutating func interval(
    low: Double, middle: Double, high: Double, at height: Double, _ shade: Shade
  ) {
    let level = place(y[height])
    body.empty(
      "path",
      [
        "class": "line", "style": "stroke:var(--\(shade.name))",
        "d": "M\(place(x[low])) \(level)H\(place(x[high]))",
      ])
    dot(middle, height, shade)
  }

  /// Writes words at a place; where an edge would cut them off they lean on it.
  package mutating func words(
    _ words: String, _ a: Double, _ b: Double, anchor: String = "start", dy: Double = 0
  ) {
    let long = Double(words.count) * Self.letter
    var (left, anchor) = (x[a], anchor)
    if anchor == "start", left + long > Self.width { (left, anchor) = (Self.width - 1, "end") }
    if anchor == "end", left - long < 0 { (left, anchor) = (1, "start") }
    body.element(
      "text", ["class": "halo", "x": place(left), "y": place(y[b] + dy), "text-anchor": anchor],
      words)
  }

  /// Returns the whole drawing.
  package func svg(
    xName: String, xTicks: [(Double, String)], yTicks: [(Double, String)], id: String
  ) -> Markup {
    var markup = Markup()
    let box = "0 0 \(place(Self.width)) \(place(height))"
    markup.element(
      "svg",
      ["viewBox": box, "role": "img", "aria-labelledby": "\(id)-title \(id)-desc"]
    ) { svg in
      svg.element("title", ["id": "\(id)-title"], title)
      svg.element("desc", ["id": "\(id)-desc"], about)
      for (value, words) in yTicks {
        let height = place(y[value])
        svg.empty(
          "line",
          [
            "class": "grid", "x1": place(Self.left), "x2": place(Self.right), "y1": height,
            "y2": height,
          ])
        svg.element(
          "text", ["x": place(Self.left - 4), "y": place(y[value] + 4), "text-anchor": "end"], words
        )
      }
      for (value, words) in xTicks {
        let (x, anchor) = Self.whole(words, around: x[value])
        svg.element("text", ["x": place(x), "y": place(height - 19), "text-anchor": anchor], words)
      }
      svg.element(
        "text",
        [
          "class": "quiet", "x": place((Self.left + Self.right) / 2), "y": place(height - 4),
          "text-anchor": "middle",
        ], xName)
      svg.empty(
        "line",
        [
          "class": "axis", "x1": place(Self.left), "x2": place(Self.right),
          "y1": place(height - 34), "y2": place(height - 34),
        ])
      svg.add(body)
    }
    return markup
  }
}
