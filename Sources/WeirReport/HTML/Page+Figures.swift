// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirCore
import WeirMetrics
import WeirRun
import WeirTrace

extension Page {
  /// Every plot for which there is anything to draw.
  var figures: [Figure] {
    var figures = [Sample.Series.postToSeen, .writeToAck].compactMap(latency)
    figures += [
      loadFigure, quantileFigure, meansFigure, shareFigure, workFigure, operationsFigure,
      faultFigure,
      troubleFigure,
    ].compactMap { $0 }
    return figures
  }

  /// The end of the time axis, in seconds: that of the work.
  ///
  /// The time to settle is often long and empty, and would leave the work half of the width. What happens in it
  /// is told by ``restWords``.
  package var lasts: Double { Double(axisEnd) / 1e9 }

  /// The part of the run that the time axis does not show; nil if it shows all of the run, or nearly.
  package var restWords: String? {
    let ended = outcome.ended.nanoseconds
    guard ended - axisEnd > max(ended / 10, timeline.spanLength) else { return nil }
    let rest = timeline.spans.dropFirst(Int(axisEnd / timeline.spanLength))
    func count(_ count: Span.Count) -> Int { rest.reduce(0) { $0 + $1[count] } }
    let kinds: [(Int, String)] = [
      (count(.lost), "transmissions lost"), (count(.resyncs), "lists asked for anew"),
      (timeline.strikes.kept.count { $0.from.nanoseconds >= axisEnd }, "faults struck"),
    ]
    var parts = kinds.filter { $0.0 > 0 }.map { "\(grouped($0.0)) \($0.1)" }
    if let failure = timeline.failure, failure.at.nanoseconds > axisEnd {
      parts.append("\(failure.finding.checker) broke at \(failure.at.shortly)")
    }
    let end = Interval(nanoseconds: axisEnd).rounded
    return "Plots against time end at \(end), with the work. Left out: the time to settle, until"
      + " \(outcome.ended.shortly)" + (parts.isEmpty ? "." : " (\(parts.joined(separator: ", "))).")
  }

  /// The end of the last span in which anybody wrote, was answered or saw a row change, in nanoseconds; of a run
  /// without any, that of the last span in which anything happened.
  private var axisEnd: Int64 {
    func end(of place: Int?) -> Int64 { Int64((place ?? -1) + 1) * timeline.spanLength }
    let work = end(of: timeline.spans.lastIndex { $0.isWork })
    if work > 0 { return work }
    let moments =
      timeline.downs.flatMap { [$0.from, $0.until ?? $0.from] } + [timeline.failure?.at ?? .zero]
    let latest = moments.map(\.nanoseconds).max() ?? 0
    return max(1_000_000, end(of: timeline.spans.lastIndex { !$0.isEmpty }), latest)
  }

  /// The spans for plots: few enough that each holds something.
  var plotted: [(from: Double, until: Double, span: Span)] {
    let (spans, length) = timeline.spans(atMost: 64)
    let end = lasts
    return spans.enumerated().compactMap { place, span in
      let from = Double(Int64(place) * length) / 1e9
      return from < end ? (from, min(end, from + Double(length) / 1e9), span) : nil
    }
  }

  /// Shades when the server was down, and marks when the first promise broke.
  func mark(_ plot: inout Plot) {
    for down in timeline.downs where down.from.nanoseconds < axisEnd {
      let until = down.until.map { Double($0.nanoseconds) / 1e9 } ?? lasts
      plot.shade(from: Double(down.from.nanoseconds) / 1e9, to: until)
    }
    if let failure = timeline.failure {
      plot.mark(Double(failure.at.nanoseconds) / 1e9, "\(failure.finding.checker) broke")
    }
  }

  /// Returns a length of time against the time of the run.
  private func latency(_ series: Sample.Series) -> Figure? {
    let dots = timeline.dots[series.place]
    guard dots.count > 0 else { return nil }
    let (spans, length) = timeline.spans(atMost: 32)
    var rows: [[String]] = []
    var p50: [(x: Double, y: Double?)] = []
    var p99: [(x: Double, y: Double?)] = []
    var all = CoarseLatencyHistogram()
    let lasts = self.lasts
    for (place, span) in spans.enumerated() where Double(Int64(place) * length) / 1e9 < lasts {
      let histogram = span[series]
      all.merge(histogram)
      let from = Double(Int64(place) * length) / 1e9
      let middle = min(lasts, from + Double(length) / 2e9)
      func seconds(_ numerator: Int, _ denominator: Int) -> Double? {
        histogram.quantile(numerator, of: denominator).map { Double($0) / 1e9 }
      }
      p50.append((middle, seconds(1, 2)))
      p99.append((middle, seconds(99, 100)))
      if histogram.count > 0 {
        rows.append([
          Decimal(from, places: 3).description, grouped(histogram.count),
          Figure.time(p50.last?.y.map { $0 * 1e9 }),
          Figure.time(p99.last?.y.map { $0 * 1e9 }), Figure.time(Double(histogram.greatest)),
        ])
      }
    }
    let high = Double(all.greatest) / 1e9
    let least = Double(dots.kept.map(\.nanoseconds).min() ?? 0) / 1e9
    let low = min(high / 10, max(1e-6, high / 1e4, least))
    let drawn = "\(grouped(dots.kept.count)) of \(grouped(dots.count)) measurements"
    let sampled =
      dots.every == 1
      ? "Each dot is one measurement."
      : "Each dot is one measurement; one in \(dots.every) is drawn, \(drawn)."
    var plot = Plot(
      title: "\(series.rawValue) against time",
      about:
        "\(drawn) as dots over \(Decimal(lasts, places: 1)) seconds, with the median and the 99th percentile"
        + " of each span of time as lines; the largest is \(Figure.time(Double(all.greatest))).",
      x: .from(0, to: lasts), y: .from(low, to: high), yGrowth: .logarithmic)
    plot.dots(
      dots.kept.map { (Double($0.at.nanoseconds) / 1e9, Double($0.nanoseconds) / 1e9) }, .first)
    plot.line(p50, .second)
    plot.line(p99, .third, dashed: true)
    mark(&plot)
    return Figure(
      title: "\(series.rawValue) against time",
      about: sampled + " Lines are of spans of \(Interval(nanoseconds: length).rounded)."
        + (timeline.downs.isEmpty ? "" : " Shaded: the server was down."),
      entries: [
        .init(words: "median", shade: .second),
        .init(words: "p99, of fewer than 100 the largest", shade: .third, isDashed: true),
      ],
      svg: { [plot] id in
        plot.svg(
          xName: "seconds of virtual time", xTicks: Figure.countTicks(plot.x),
          yTicks: Figure.timeTicks(plot.y), id: id)
      },
      heading: ["from second", "n", "p50", "p99", "max"], rows: rows)
  }

  /// The time to the answer against the load, where the load has stages.
  private var loadFigure: Figure? {
    guard let load = outcome.load else { return nil }
    let stages = load.stages.filter { $0.p50 != nil }
    guard let widest = stages.map(\.offered).max(), let high = stages.compactMap(\.p99).max(),
      let low = stages.compactMap(\.p50).min()
    else { return nil }
    var plot = Plot(
      title: "write-to-ack against load",
      about: "Median and 99th percentile of the time to the answer, a point for each of"
        + " \(stages.count) stages of the load.",
      x: .from(0, to: widest), y: .from(max(1e-6, low / 1e9), to: high / 1e9),
      yGrowth: .logarithmic)
    func joined(_ length: (LoadCurve.Stage) -> Double?) -> [(x: Double, y: Double?)] {
      Figure.joined(
        stages.compactMap { stage in length(stage).map { (stage.offered, $0 / 1e9) } },
        within: widest / 50)
    }
    plot.line(joined(\.p50), .second)
    plot.line(joined(\.p99), .third, dashed: true)
    for stage in stages {
      if let p50 = stage.p50 { plot.dot(stage.offered, p50 / 1e9, .second) }
      if let p99 = stage.p99 { plot.dot(stage.offered, p99 / 1e9, .third) }
    }
    var words =
      "Each pair of points is a stage; the lines go from load to load, in the middle of like ones."
    if let ceiling = load.ceiling {
      words += " The backend can do at most \(Decimal(ceiling, places: 1))/s."
      if ceiling <= widest { plot.mark(ceiling, "ceiling") }
    }
    return Figure(
      title: "write-to-ack against load", about: words,
      entries: [
        .init(words: "median", shade: .second), .init(words: "p99", shade: .third, isDashed: true),
      ],
      svg: { [plot] id in
        plot.svg(
          xName: "writes meant a second", xTicks: Figure.countTicks(plot.x),
          yTicks: Figure.timeTicks(plot.y), id: id)
      },
      heading: ["", "offered/s", "in time/s", "p50", "p99", "turned away"],
      rows: load.stages.prefix(64).map { stage in
        [
          stage.name, Decimal(stage.offered, places: 1).description,
          Decimal(stage.achieved, places: 1).description, Figure.time(stage.p50),
          Figure.time(stage.p99), grouped(stage.overloads),
        ]
      })
  }
}
