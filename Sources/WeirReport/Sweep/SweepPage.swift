// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirCore
import WeirRun
import WeirSweep

/// The findings of a sweep, as one page for a browser: verdicts by seed, what failed first with the command to run
/// it again, how often each promise broke, and what was varied or covered.
///
///     try WholeFile.write(SweepPage(report).html, to: "sweeps/chat/index.html")
///
/// Like the page of a run it needs no network and no script, and the same sweep gives the same
/// bytes, for any number of cores. It does not grow with the number of seeds; of scenarios that are
/// too many, those that failed are told.
package struct SweepPage: Sendable {
  /// The most strips, failed seeds and rows of a table.
  private static let (mostStrips, mostFailures, mostRows) = (24, 40, 200)

  private let report: SweepReport

  /// Makes the page of a sweep.
  package init(_ report: SweepReport) { self.report = report }

  /// The page.
  package var html: String {
    Markup.page("\(report.verdict.rawValue) · \(ProgramName.current) sweep", main)
  }

  private func main(_ markup: inout Markup) {
    let verdict = report.verdict
    var names: [String] = []
    for part in report.parts where names.last != part.name { names.append(part.name) }
    let seeds = "seeds \(report.seeds.lowerBound)..\(report.seeds.upperBound)"
    markup.verdict(
      verdict.rawValue, verdict.shade, verdict.sign,
      of:
        "\(ProgramName.current) sweep · \(names.prefix(3).joined(separator: ", "))"
        + "\(names.count > 3 ? " …" : "") · \(seeds)",
      tally: [report.totalWords]
    ) { header in
      if report.parts.count == 1 || isVaried {
        header.element("p", report.parts.first?.about ?? "")
      }
    }
    if !isVaried { strips(&markup) }
    responses(&markup)
    failures(&markup)
    promises(&markup)
    coverage(&markup)
    origin(&markup)
  }

  private var isVaried: Bool { report.parts.contains { $0.point != nil } }

  /// The parts, those that did not pass first.
  private var parts: [SweepReport.Part] {
    report.parts.filter { report.verdict(of: $0) != .pass }
      + report.parts.filter { report.verdict(of: $0) == .pass }
  }

  private func name(_ part: SweepReport.Part) -> String {
    part.point.map { "\(part.name) · point \($0.number)" } ?? part.name
  }

  /// Writes the first seeds that failed, each with what was wrong and how to see it again.
  private func failures(_ markup: inout Markup) {
    let failed = parts.filter { !$0.tally.failures.isEmpty }
    if failed.isEmpty { return }
    markup.section("The first seeds that failed") { markup in
      var left = Self.mostFailures
      for part in failed where left > 0 {
        markup.element("h3", name(part))
        // One seed of a point tells what the others tell.
        let told = part.tally.failures.prefix(isVaried ? 1 : left)
        for result in told {
          let words = report.words(for: result)
          markup.element("p") { line in
            line.element("strong", "seed \(result.seed)")
            line.words(": \(words)")
          }
          // A fact that only says the reason again is none.
          let both = report.contradiction(result)
          let facts =
            (both.first == both.last ? [] : both)
            + [report.difference(result)].compactMap { $0 }
          if !facts.isEmpty {
            markup.element("ul", [:]) { list in for fact in facts { list.element("li", fact) } }
          }
          let commands = [report.replay(result), report.follow(result)].compactMap { $0 }
          markup.element("pre", ["tabindex": "0"]) {
            $0.element("code", commands.joined(separator: "\n"))
          }
        }
        left -= told.count
        let more = part.tally.failureCount - told.count
        if more > 0 { markup.element("p", "and \(grouped(more)) more: sweep.csv has all") }
      }
      if left <= 0 {
        markup.element(
          "p", "Told are the first \(Self.mostFailures) of all: sweep.csv has the rest.")
      }
    }
  }

  /// Writes the ends of the seeds, in order.
  private func strips(_ markup: inout Markup) {
    let drawn = Array(parts.filter { $0.strip != nil }.prefix(Self.mostStrips))
    if drawn.isEmpty { return }
    markup.section("Verdicts by seed") { markup in
      if drawn.count < report.parts.count {
        markup.element(
          "p",
          "Drawn are \(drawn.count) of \(grouped(report.parts.count)) scenarios, failing ones first."
        )
      }
      markup.element("div", ["class": "figures"]) { markup in
        for (number, part) in drawn.enumerated() {
          guard let strip = part.strip else { continue }
          markup.line()
          markup.element("figure") { figure in
            figure.element("h3") { words in
              let verdict = report.verdict(of: part)
              words.element("span", ["class": verdict.shade.name], verdict.rawValue)
              words.words("  \(part.name)")
            }
            figure.add(strip.svg(title: "Verdicts of \(part.name) by seed", id: "strip\(number)"))
            figure.element("figcaption", captionWords(part, strip))
          }
        }
      }
    }
  }

  private func captionWords(_ part: SweepReport.Part, _ strip: SeedStrip) -> String {
    let cell =
      strip.width == 1
      ? "A cell is a seed" : "A cell is \(grouped(Int(clamping: strip.width))) seeds"
    return report.countWords(part.tally) + ". \(cell); low: passed, high: \(report.failedWord)"
      + (part.tally.count(.nothing) > 0 ? ", between: measured nothing." : ".")
  }

  /// Writes the answers of the scenario to what was varied.
  private func responses(_ markup: inout Markup) {
    guard isVaried, let table = report.responses else { return }
    markup.section("What was varied") { markup in
      markup.element("div", ["class": "figures"]) { markup in
        for (number, figure) in report.responseFigures.enumerated() {
          figure.write(&markup, number: number + 1)
        }
      }
      markup.table(
        table.heading, Array(table.rows.prefix(Self.mostRows)), caption: "A row for each point")
      if table.rows.count > Self.mostRows {
        markup.element(
          "p", "and \(grouped(table.rows.count - Self.mostRows)) more points: responses.csv has all"
        )
      }
    }
  }

  /// Writes the number of seeds in which each promise held and broke.
  private func promises(_ markup: inout Markup) {
    // Points of one scenario make the same promises; only those that were broken are worth a table each.
    let told = parts.filter { part in
      !part.tally.checkers.isEmpty
        && (!isVaried || part.tally.checkers.contains { $0.brokenCount > 0 })
    }
    if told.isEmpty { return }
    markup.section("Promises") { markup in
      for part in told.prefix(Self.mostStrips) {
        let rows = report.table(part.tally)
        let broken = part.tally.checkers.filter { $0.brokenCount > 0 }.count
        let words =
          "\(name(part)): \(grouped(part.tally.checkers.count)) promises, \(broken == 0 ? "none" : "\(broken)") broken"
        let isOpen = told.count == 1
        if isOpen {
          markup.table(rows[0], Array(rows.dropFirst()), caption: words, numbersFrom: 1)
        } else {
          markup.details(words) {
            $0.table(rows[0], Array(rows.dropFirst()), caption: words, numbersFrom: 1)
          }
        }
      }
      if told.count > Self.mostStrips {
        markup.element(
          "p", "and those of \(grouped(told.count - Self.mostStrips)) more: checkers.csv has all")
      }
    }
  }

  /// Writes the parts that were exercised, and those that never were.
  private func coverage(_ markup: inout Markup) {
    guard let coverage = report.coverage else { return }
    let (pairs, triples) = (coverage.counts(ofPairs: true), coverage.counts(ofPairs: false))
    markup.section("Situations") { markup in
      markup.table(
        ["of", "could be reached", "were reached", "never"],
        [
          [
            "pairs", "\(grouped(pairs.reachable))", grouped(pairs.reached),
            grouped(pairs.reachable - pairs.reached),
          ],
          [
            "triples", grouped(triples.reachable), grouped(triples.reached),
            grouped(triples.reachable - triples.reached),
          ],
        ], caption: "Situations of fault, operation and query", numbersFrom: 1)
      let missed = coverage.missed(pairs: true)
      if !missed.isEmpty {
        markup.details("\(grouped(missed.count)) pairs were never exercised") { markup in
          markup.table(
            ["pair"], missed.prefix(Self.mostRows).map { [$0.words] }, caption: "Never exercised")
          if missed.count > Self.mostRows {
            markup.element(
              "p", "and \(grouped(missed.count - Self.mostRows)) more: coverage.csv has all")
          }
        }
      }
      let reached = coverage.lines.filter { $0.situation.isPair && $0.runs > 0 }
      markup.details("\(grouped(reached.count)) pairs were reached") {
        $0.table(
          ["pair", "runs"],
          reached.prefix(Self.mostRows).map { [$0.situation.words, grouped($0.runs)] },
          caption: "Reached", numbersFrom: 1)
      }
    }
  }

  private func origin(_ markup: inout Markup) {
    var rows: [[String]] = []
    var files: [String] = []
    for part in report.parts where files.last != part.file { files.append(part.file) }
    rows.append([
      "scenarios",
      files.prefix(20).joined(separator: ", ")
        + (files.count > 20 ? " and \(grouped(files.count - 20)) more" : ""),
    ])
    rows.append(["seeds", "\(report.seeds.lowerBound) to \(report.seeds.upperBound)"])
    if !report.settings.isEmpty {
      rows.append(["set on the command line", report.settings.joined(separator: ", ")])
    }
    if let name = report.expectedBroken { rows.append(["must be broken", name]) }
    markup.section("Where it comes from") { markup in
      markup.table(["what", "value"], rows, caption: "Origin of this page")
      markup.element(
        "p", ["class": "quiet"],
        "sweep.csv has a row for each seed, checkers.csv one for each promise. Nothing here depends on the clock or"
          + " on the number of cores.")
    }
  }
}

extension SweepReport {
  /// The name of a failure: that a promise breaks may be what was looked for.
  fileprivate var failedWord: String { aim == .anything ? "failed" : "broke it" }

  /// For each measure and each key that was varied the points of the sweep, as far as there is room.
  var responseFigures: [Figure] {
    let keys = parts.first?.point?.coordinates.map(\.key) ?? []
    var figures: [Figure] = []
    for (number, measure) in measures.enumerated() {
      for (axis, key) in keys.enumerated() where figures.count < 6 {
        if let figure = figure(of: measure, number, against: key, axis) { figures.append(figure) }
      }
    }
    return figures
  }

  private func figure(
    of measure: Measure, _ number: Int, against key: String, _ axis: Int
  ) -> Figure? {
    let unit = measure.isTime ? 1e9 : 1
    let points = parts.compactMap { part -> (x: Double, y: Double, words: String, isGood: Bool)? in
      guard let point = part.point, axis < point.coordinates.count,
        number < part.tally.values.count, let mean = part.tally.values[number].mean
      else { return nil }
      let coordinate = point.coordinates[axis]
      return (coordinate.plain, mean / unit, coordinate.words, part.tally.failureCount == 0)
    }.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    guard let first = points.first, let last = points.last, let high = points.map(\.y).max() else {
      return nil
    }
    let title = "\(measure.name) against \(key)"
    let about =
      "The mean over the seeds of each of \(points.count) points; other keys may differ from point to point."
    var plot = Plot(
      title: title,
      about:
        "\(points.count) points, \(key) from \(first.words) to \(last.words); at most \(ThreeDigits.text(high, unit: measure.isTime ? "s" : "1")).",
      x: .from(first.x, to: last.x), y: .from(0, to: high))
    for point in points { plot.dot(point.x, point.y, point.isGood ? .first : .bad) }
    return Figure(
      title: title, about: about,
      entries: [
        .init(words: "no seed failed", shade: .first), .init(words: "a seed failed", shade: .bad),
      ],
      svg: { [plot] id in
        plot.svg(
          xName: key, xTicks: Figure.countTicks(plot.x),
          yTicks: measure.isTime ? Figure.timeTicks(plot.y) : Figure.countTicks(plot.y), id: id)
      },
      heading: [key, measure.name, "failed"],
      rows: points.prefix(200).map {
        [
          $0.words, ThreeDigits.text($0.y, unit: measure.isTime ? "s" : "1"),
          $0.isGood ? "" : "yes",
        ]
      })
  }
}

extension SweepReport.Verdict {
  /// The colour of the verdict; never the only sign of it.
  var shade: Shade {
    switch self {
    case .pass: .good
    case .nothing, .interrupted: .doubt
    case .missed, .broken, .refused, .crashed: .bad
    }
  }

  /// A sign that stands for it.
  var sign: String { shade.sign }
}
