// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirMetrics
import WeirRun
import WeirTrace
import WeirScenario

extension Page {
  /// The shares for which a length is told.
  private static let shares: [(Int, Int)] = [
    (0, 1), (1, 4), (1, 2), (3, 4), (9, 10), (95, 100), (99, 100), (995, 1000), (999, 1000),
    (9999, 10_000), (99_999, 100_000),
  ]

  /// The figure of the spread of lengths of time: for each length the share of them that is not
  /// longer.
  var quantileFigure: Figure? {
    let chosen = ["post-to-seen", "write-to-ack", "server-stay", "message-flight"].compactMap {
      name in
      distributions.first { $0.metric == name && $0.label == "all" && $0.histogram.greatest > 0 }
    }
    guard let most = chosen.map(\.histogram.count).max() else { return nil }
    // Of a hundred measurements nothing can be said about one in a thousand.
    let shares = Self.shares.filter { Double(most) * Double($0.1 - $0.0) >= Double($0.1) }
    func rarity(_ share: (Int, Int)) -> Double { Double(share.1) / Double(share.1 - share.0) }
    func length(_ histogram: LatencyHistogram, _ share: (Int, Int)) -> Double? {
      guard Double(histogram.count) * Double(share.1 - share.0) >= Double(share.1) else {
        return nil
      }
      if share.0 == 0 { return Double(histogram.least) / 1e9 }
      return histogram.quantile(share.0, of: share.1).map { Double($0) / 1e9 }
    }
    let lengths = chosen.flatMap { one in shares.compactMap { length(one.histogram, $0) } }
    let high = lengths.max() ?? 1
    let low = max(1e-6, lengths.filter { $0 > 0 }.min() ?? 1e-6, high / 1e5)
    var plot = Plot(
      title: "How lengths of time are spread",
      about:
        "For \(chosen.map(\.metric).joined(separator: ", ")): the length that a share of all measurements"
        + " does not exceed, from the smallest to the one that one in \(grouped(Int(rarity(shares.last ?? (0, 1)))))"
        + " exceeds.",
      x: .from(1, to: max(10, 1.4 * rarity(shares.last ?? (0, 1)))), y: .from(low, to: high),
      xGrowth: .logarithmic, yGrowth: .logarithmic)
    var entries: [Figure.Entry] = []
    for (number, one) in chosen.enumerated() {
      let shade = Shade.lines[number]
      plot.line(
        shares.map { (rarity($0), length(one.histogram, $0)) }, shade, dashed: number % 2 == 1)
      entries.append(.init(words: one.metric, shade: shade, isDashed: number % 2 == 1))
    }
    func name(_ share: (Int, Int)) -> String {
      share.0 == 0
        ? "least" : "p" + Decimal(100 * Double(share.0) / Double(share.1), places: 3).description
    }
    let shown = shares.filter { [9, 99, 999, 9999, 99_999].contains($0.0) || $0 == (1, 2) }
    return Figure(
      title: "How lengths of time are spread",
      about:
        "To the right stand the rare ones: at p99 one in a hundred is longer. A line ends where there are too"
        + " few measurements to go on.",
      entries: entries,
      svg: { [plot] id in
        plot.svg(
          xName: "share that is not longer", xTicks: shown.map { (rarity($0), name($0)) },
          yTicks: Figure.timeTicks(plot.y), id: id)
      },
      heading: [""] + chosen.map(\.metric),
      rows: shares.map { share in
        [name(share)] + chosen.map { Figure.time(length($0.histogram, share).map { $0 * 1e9 }) }
      })
  }

  /// The means of all lengths of time, each with its interval.
  var meansFigure: Figure? {
    let rows = outcome.metrics.filter { row in
      row.metric.kind == .duration && row.isWhole && row.low != nil && (row.mean ?? 0) > 0
    }
    return intervals(
      rows, title: "Means with 95 % intervals", growth: .logarithmic, scale: 1e9,
      about:
        "Each interval comes from the means of successive batches: another seed's mean may well lie anywhere"
        + " in it, and seldom beyond.",
      xName: "length of time", words: { Figure.time($0) }, ticks: Figure.timeTicks)
  }

  /// Shares with their intervals: what is measured about order and staleness stands here, too.
  var shareFigure: Figure? {
    let rows = outcome.metrics.filter { row in
      row.metric.kind == .ratio && row.isWhole && row.low != nil && row.mean != nil
    }
    return intervals(
      rows, title: "Shares with 95 % intervals", growth: .linear, scale: 1,
      about:
        "A share of 0 whose interval reaches far to the right says that too little was seen, not that all is"
        + " well.",
      xName: "share", words: { $0.map { Decimal($0, places: 4).description } ?? "" },
      ticks: Figure.countTicks)
  }

  private func intervals(
    _ all: [MetricRow], title: String, growth: Axis.Growth, scale: Double, about: String,
    xName: String, words: @escaping (Double?) -> String,
    ticks: @escaping (Axis) -> [(Double, String)]
  ) -> Figure? {
    let rows = Array(all.prefix(12))
    guard !rows.isEmpty else { return nil }
    let highest = rows.compactMap(\.high).max() ?? 1
    let lowest =
      rows.compactMap { max($0.low ?? 0, ($0.mean ?? 0) / 100) }.filter { $0 > 0 }.min() ?? 0
    var plot = Plot(
      title: title,
      about: rows.map {
        "\($0.metric.name) \(words($0.mean)), \(words($0.low)) to \(words($0.high))"
      }
      .joined(separator: "; "),
      x: .from(
        growth == .linear ? 0 : lowest / scale / 2,
        to: highest / scale * (growth == .linear ? 1 : 2)),
      y: .from(0, to: Double(rows.count)), xGrowth: growth,
      height: 50 + 30 * Double(rows.count))
    for (number, row) in rows.enumerated() {
      guard let low = row.low, let high = row.high, let mean = row.mean else { continue }
      let level = Double(rows.count - number) - 0.65
      plot.interval(
        low: low / scale, middle: mean / scale, high: high / scale, at: level, .first)
      let isRight = plot.x[high / scale] > Plot.width * 0.6
      plot.words(
        row.metric.name, (isRight ? high : low) / scale, level, anchor: isRight ? "end" : "start",
        dy: -6)
    }
    return Figure(
      title: title,
      about: about
        + (all.count > rows.count ? " The first \(rows.count) of \(all.count) are drawn." : ""),
      svg: { [plot] id in plot.svg(xName: xName, xTicks: ticks(plot.x), yTicks: [], id: id) },
      heading: ["", "n", "mean", "from", "to"],
      rows: all.prefix(Self.mostRows).map {
        [$0.metric.name, grouped($0.count), words($0.mean), words($0.low), words($0.high)]
      })
  }
}
