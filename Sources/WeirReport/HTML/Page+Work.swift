// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirRun
import WeirTrace

extension Page {
  /// The figure of the writes that people meant to make, and of those that were committed.
  var workFigure: Figure? {
    let spans = plotted
    func rate(_ part: (from: Double, until: Double, span: Span), _ count: Span.Count) -> Double {
      Double(part.span[count]) / max(1e-9, part.until - part.from)
    }
    let high = spans.flatMap { [rate($0, .writes), rate($0, .commits)] }.max() ?? 0
    guard high > 0 else { return nil }
    var plot = Plot(
      title: "Writes against time",
      about: "Writes that people meant and that the server committed, a second, over"
        + " \(Decimal(lasts, places: 1)) seconds; at most \(Decimal(high, places: 1)) a second.",
      x: .from(0, to: lasts), y: .from(0, to: high))
    func points(_ count: Span.Count) -> [(x: Double, y: Double?)] {
      spans.map { (($0.from + $0.until) / 2, rate($0, count)) }
    }
    plot.line(points(.writes), .first)
    plot.line(points(.commits), .second, dashed: true)
    mark(&plot)
    return Figure(
      title: "Writes against time",
      about:
        "A second, by spans of \(Figure.time((spans[0].until - spans[0].from) * 1e9)). Where less is"
        + " committed than meant, requests wait, are turned away or cannot be sent.",
      entries: [
        .init(words: "meant", shade: .first),
        .init(words: "committed", shade: .second, isDashed: true),
      ],
      svg: { [plot] id in
        plot.svg(
          xName: "seconds of virtual time", xTicks: Figure.countTicks(plot.x),
          yTicks: Figure.countTicks(plot.y), id: id)
      },
      heading: ["from second", "meant", "committed", "turned away", "refused"],
      rows: spans.map { part in
        [Decimal(part.from, places: 3).description]
          + [.writes, .commits, .overloads, .rejected].map { grouped(part.span[$0]) }
      })
  }

  /// The figure of the operations of list views.
  var operationsFigure: Figure? {
    let kinds: [(Span.Count, String, Shade)] = [
      (.inserts, "inserted", .first), (.deletes, "removed", .second), (.moves, "moved", .third),
      (.updates, "changed", .fourth),
    ]
    let spans = plotted
    let totals = spans.map { part in kinds.reduce(0) { $0 + part.span[$1.0] } }
    guard let high = totals.max(), high > 0 else { return nil }
    var plot = Plot(
      title: "List operations against time",
      about:
        "Rows that list views inserted, removed, moved and changed, in spans of time, one above the other; at"
        + " most \(grouped(high)) in a span.",
      x: .from(0, to: lasts), y: .from(0, to: Double(high)))
    for part in spans {
      var level = 0
      for (count, _, shade) in kinds where part.span[count] > 0 {
        let top = level + part.span[count]
        plot.bar(from: part.from, to: part.until, low: Double(level), high: Double(top), shade)
        level = top
      }
    }
    mark(&plot)
    return Figure(
      title: "List operations against time",
      about: "Rows in all list views together, by spans of"
        + " \(Figure.time((spans[0].until - spans[0].from) * 1e9)), from below in the order of the legend.",
      entries: kinds.map { .init(words: $0.1, shade: $0.2) },
      svg: { [plot] id in
        plot.svg(
          xName: "seconds of virtual time", xTicks: Figure.countTicks(plot.x),
          yTicks: Figure.countTicks(plot.y), id: id)
      },
      heading: ["from second"] + kinds.map(\.1),
      rows: spans.map { part in
        [Decimal(part.from, places: 3).description] + kinds.map { grouped(part.span[$0.0]) }
      })
  }

  /// The figure of the times at which something was wrong, a row for each kind.
  var troubleFigure: Figure? {
    let spans = plotted
    let kinds: [(Span.Count, String)] = [
      (.lost, "transmissions lost"), (.overloads, "requests turned away"),
      (.rejected, "writes refused"),
      (.resyncs, "lists asked for anew"), (.restarts, "apps restarted"),
      (.faults, "list views crashed"),
    ]
    let seen = kinds.filter { kind in spans.contains { $0.span[kind.0] > 0 } }
    let most = spans.map(\.span.connected).max() ?? 0
    let wasCut = most > 0 && spans.dropFirst().contains { $0.span.fewestConnected < most }
    guard !seen.isEmpty || wasCut || !timeline.downs.isEmpty else {
      return nil
    }
    let rows = seen.map(\.1) + (wasCut ? ["clients without a connection"] : [])
    var plot = Plot(
      title: "Trouble against time",
      about: "When the following happened: "
        + (rows + (timeline.downs.isEmpty ? [] : ["the server was down"])).joined(separator: ", ")
        + ".",
      x: .from(0, to: lasts), y: .from(0, to: Double(max(1, rows.count))),
      height: 50 + 42 * Double(max(1, rows.count)))
    mark(&plot)
    for (number, name) in rows.enumerated() {
      let floor = Double(rows.count - number - 1)
      func count(_ span: Span) -> Int {
        number < seen.count ? span[seen[number].0] : max(0, most - span.fewestConnected)
      }
      let high = spans.map { count($0.span) }.max() ?? 0
      for part in spans where count(part.span) > 0 && high > 0 {
        // A crash of one must be seen beside the loss of thousands: each row has its own height.
        let share = 0.12 + 0.5 * Double(count(part.span)) / Double(high)
        plot.bar(
          from: part.from, to: part.until, low: floor, high: floor + share, Shade.lines[number % 4])
      }
      plot.words("\(name), at most \(grouped(high))", 0, floor + 0.66, dy: 0)
    }
    let cut = timeline.downCount > timeline.downs.count
    return Figure(
      title: "Trouble against time",
      about:
        "Each row has a height of its own; how many it was at most stands beside it, for spans of"
        + " \(Figure.time((spans[0].until - spans[0].from) * 1e9))."
        + (timeline.downs.isEmpty
          ? ""
          : " Shaded: the server was down, \(grouped(timeline.downCount)) times in all"
            + (cut ? ", of which the first \(timeline.downs.count) are drawn." : ".")),
      svg: { [plot] id in
        plot.svg(
          xName: "seconds of virtual time", xTicks: Figure.countTicks(plot.x), yTicks: [], id: id)
      },
      heading: ["from second"] + rows,
      rows: spans.map { part in
        [Decimal(part.from, places: 3).description]
          + seen.map { grouped(part.span[$0.0]) }
          + (wasCut ? [grouped(max(0, most - part.span.fewestConnected))] : [])
      })
  }
}
