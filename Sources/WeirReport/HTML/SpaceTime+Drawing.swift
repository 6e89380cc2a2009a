// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirCore
import WeirTrace
import WeirRun

extension SpaceTime {
  private static let width = 400.0
  /// The place of the first lane; moments come before it.
  private static let gutter = 70.0
  /// The distance of rows, and of lanes at most.
  private static let (pitch, lanePitch) = (19.0, 48.0)
  /// The width of a letter at most, on the average of a few.
  private static let letter = 6.6

  /// Writes the picture with its words and the table behind it.
  package func write(_ markup: inout Markup) {
    guard !rows.isEmpty else {
      markup.element("p", "No step before the break is left that could be drawn.")
      return
    }
    markup.element("figure", ["class": "wide"]) { markup in
      markup.element("h3", "Messages before \(failure.finding.checker) broke")
      draw(&markup)
      markup.element("figcaption", captionWords)
      markup.details("The numbers") { markup in
        markup.table(
          ["second", "who", "what"],
          rows.map { row in
            [
              Decimal(Double(row.at.nanoseconds) / 1e9, places: 6).description, name(row.lane),
              sentence(row),
            ]
          }, caption: "Moments before the break")
      }
    }
  }

  private var captionWords: String {
    var words =
      "Time runs down; a row is a moment. Only what has to do with"
      + " \(lanes.last.map(name) ?? "the server") is drawn."
    if marked != nil {
      words +=
        failure.journey == 0
        ? " Thick: the last message that reached it."
        : " Thick: the last message of journey \(failure.journey) that reached it, or else the last of all."
    }
    if leftOut > 0 { words += " \(grouped(leftOut)) earlier moments are left out." }
    if failure.steps.count >= RunTimeline.mostSteps {
      words += " Looked at: the last \(grouped(RunTimeline.mostSteps)) steps."
    }
    return words
  }

  private func sentence(_ row: Row) -> String {
    let words = self.words(row).filter { !$0.isEmpty }
    let place = rows.firstIndex { $0.at == row.at && $0.lane == row.lane }
    var parts: [String] = []
    if let place {
      let got = arrows.filter { $0.to == place }.count
      let sent = arrows.filter { $0.from == place }.count
      if got > 0 { parts.append(got == 1 ? "gets a message" : "gets \(got) messages") }
      parts += words
      if sent > 0 { parts.append(sent == 1 ? "sends a message" : "sends \(sent) messages") }
    }
    return parts.joined(separator: ", ")
  }

  private func left(_ lane: Lane) -> Double {
    Self.gutter + Self.lanePitch * Double(lanes.firstIndex(of: lane) ?? 0)
  }

  /// The place where the words of all rows begin: beside the lanes, so that no message runs through them.
  private var column: Double { Self.gutter + Self.lanePitch * Double(max(0, lanes.count - 1)) + 14 }

  /// Words cut to what has room in the column.
  private func fitted(_ words: String) -> String {
    let room = Int((Self.width - column) / Self.letter)
    return words.count > room ? words.prefix(max(1, room - 1)) + "…" : words
  }

  private func top(_ row: Int) -> Double { 58 + Self.pitch * Double(row) }

  private func draw(_ markup: inout Markup) {
    let bottom = top(rows.count) + 10
    markup.element(
      "svg",
      [
        "viewBox": "0 0 \(place(Self.width)) \(place(bottom + 16))", "role": "img",
        "aria-labelledby": "spacetime-title spacetime-desc",
      ]
    ) { svg in
      svg.element(
        "title", ["id": "spacetime-title"], "Messages before \(failure.finding.checker) broke")
      svg.element(
        "desc", ["id": "spacetime-desc"],
        "\(rows.count) moments and \(arrows.count) messages between"
          + " \(lanes.map(name).joined(separator: ", ")), up to the break at \(failure.at.shortly)."
      )
      for (number, lane) in lanes.enumerated() {
        let x = place(left(lane))
        // Names are wider than lanes are apart: every other one stands higher.
        let (start, anchor) = Plot.whole(name(lane), around: left(lane))
        svg.element(
          "text", ["x": place(start), "y": number % 2 == 0 ? "28" : "12", "text-anchor": anchor],
          name(lane))
        svg.empty(
          "line",
          [
            "class": "lane", "x1": x, "x2": x, "y1": number % 2 == 0 ? "34" : "18",
            "y2": place(bottom),
          ])
      }
      for (number, arrow) in arrows.enumerated() { draw(arrow, number == marked, &svg) }
      for (number, row) in rows.enumerated() { draw(row, number, &svg) }
      let x = left(lanes.last ?? .server)
      svg.empty(
        "path",
        [
          "class": "line", "style": "stroke:var(--bad);stroke-width:3",
          "d": "M\(place(x - 6)) \(place(bottom - 14))l12 12m0 -12l-12 12",
        ])
      let words = "\(failure.finding.checker) breaks at \(failure.at.shortly)"
      let isFitting = fitted(words) == words
      svg.element(
        "text",
        [
          "class": "bad halo", "x": place(isFitting ? column : Self.width - 1),
          "y": place(bottom - 4), "text-anchor": isFitting ? "start" : "end",
        ], words)
    }
  }

  private func draw(_ arrow: Arrow, _ isMarked: Bool, _ svg: inout Markup) {
    let (x1, x2) = (left(arrow.sender), left(rows[arrow.to].lane))
    let (y1, y2) = (arrow.from.map(top) ?? 38, top(arrow.to))
    let side: Double = x2 > x1 ? -1 : 1
    // A head of two strokes at the end, turned as the line is.
    let length = max(1, ((x2 - x1) * (x2 - x1) + (y2 - y1) * (y2 - y1)).squareRoot())
    let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length)
    let (ex, ey) = (x2 + side * 4, y2 - dy * 4)
    svg.empty(
      "path",
      [
        "class": isMarked ? "message bad" : "message",
        "d": "M\(place(x1)) \(place(y1))L\(place(ex)) \(place(ey))"
          + "M\(place(ex - 6 * dx - 3 * dy)) \(place(ey - 6 * dy + 3 * dx))L\(place(ex)) \(place(ey))"
          + "L\(place(ex - 6 * dx + 3 * dy)) \(place(ey - 6 * dy - 3 * dx))",
      ])
  }

  private func draw(_ row: Row, _ number: Int, _ svg: inout Markup) {
    let (x, y) = (left(row.lane), top(number))
    if number == 0 || rows[number - 1].at != row.at {
      svg.element(
        "text",
        [
          "class": "quiet", "x": place(Self.gutter - 8), "y": place(y + 4), "text-anchor": "end",
        ], row.at.shortly)
    }
    svg.empty(
      "circle", ["cx": place(x), "cy": place(y), "r": "3.5", "style": "fill:var(--first)"])
    let said = words(row).filter { !$0.isEmpty }
    guard let first = said.first else { return }
    svg.empty(
      "line",
      [
        "class": "leader", "x1": place(x + 6), "x2": place(column - 3), "y1": place(y),
        "y2": place(y),
      ])
    let more = said.count == 1 ? "" : " +\(said.count - 1)"
    let label = fitted(first + more) == first + more ? first + more : fitted(first)
    svg.element("text", ["x": place(column), "y": place(y + 4)], label)
  }
}
