// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirCore
import WeirMetrics
import WeirRun
import WeirScenario

extension Report {
  /// The report for people: verdict first, on one screen.
  public var text: String {
    var page = TextPage()
    page.line("weir · \(outcome.scenario.name) · seed \(outcome.seed)")
    page.paragraph(outcome.scenario.about)
    page.gap()
    page.line("\(verdict.rawValue)  \(tallyWords)")
    page.gap()
    if !notHeld.isEmpty { page.table(promises, aligned: [.left, .left, .left]) }
    page.paragraph(heldWords)
    let others = outcome.findings.filter { $0.verdict == .notReached }
    if !others.isEmpty {
      page.paragraph("not reached: " + others.map(\.checker).joined(separator: ", "))
    }
    if !outcome.expectations.isEmpty {
      page.gap()
      page.table(expectations, aligned: [.left, .left, .left])
    }
    if let load = outcome.load {
      page.gap()
      page.table(loadTable(load), aligned: [.left, .right, .right, .right, .right, .right, .left])
    }
    if !drawn.isEmpty {
      page.gap()
      page.line("faults drawn:")
      for fault in drawn { page.line("  - \(outcome.scenario.line(of: fault))") }
    }
    page.gap()
    page.table(times, aligned: [.left] + Array(repeating: .right, count: times[0].count - 1))
    if let groups {
      page.gap()
      page.table(groups, aligned: [.left] + Array(repeating: .right, count: groups[0].count - 1))
    }
    page.gap()
    for words in orderWords { page.paragraph(words) }
    for words in counterWords { page.line(words) }
    page.gap()
    for words in advice { page.paragraph(words) }
    page.gap()
    for words in contradictions { page.line("  " + words) }
    page.gap()
    page.line("replay: \(replay)")
    if let follow { page.line("follow: \(follow)") }
    page.line("digest: \(outcome.digest)")
    page.line(
      "\(grouped(outcome.events)) events and \(grouped(outcome.steps)) steps"
        + " in \(outcome.ended.shortly) of virtual time")
    return page.text
  }

  var tallyWords: String {
    let held = outcome.findings.filter { $0.verdict == .held }.count
    let broken = outcome.findings.filter(\.verdict.isBroken).count
    var words = "\(held) of \(reached.count) promises held"
    if broken > 0 { words += ", \(broken) broken" }
    let met = outcome.expectations.filter { $0.result == .met }.count
    if !outcome.expectations.isEmpty {
      words += ", \(met) of \(outcome.expectations.count) expectations met"
    }
    if !outcome.isInterrupted, let share = outcome.failedShare, share >= 0.1 {
      words += ", \(Self.percent(share)) of writes failed"
    }
    if let missed = outcome.metric("missed"), let share = missed.mean, share > 0 {
      words += ", \(Self.percent(share)) of posts missed"
    }
    return words
  }

  /// The findings about promises that could have been broken.
  private var reached: [Finding] { outcome.findings.filter { $0.verdict != .notReached } }

  /// The findings that need attention.
  private var notHeld: [Finding] { reached.filter { $0.verdict != .held } }

  /// The promises that were kept, and how often each was put to the test.
  private var heldWords: String {
    let held = outcome.findings.filter { $0.verdict == .held }
    if held.isEmpty { return "" }
    return "held: "
      + held.map { "\($0.checker) \(grouped($0.opportunities))×" }.joined(separator: ", ")
  }

  private var promises: [[String]] {
    [["promise", "verdict", "looked at"]]
      + notHeld.map { finding in
        let verdict =
          switch finding.verdict {
          case .held: "held"
          case .broken(let instant, _): "BROKEN at \(instant.shortly)"
          case .notReached: "not reached"
          case .unknown: "unknown"
          }
        return [finding.checker, verdict, "\(grouped(finding.opportunities)) times"]
      }
  }

  /// The faults that the swarm drew for this seed, as they could stand in the scenario.
  private var drawn: ArraySlice<Scenario.Fault> {
    outcome.faults.dropFirst(outcome.scenario.faults.count)
  }

  private var expectations: [[String]] {
    [["expected", "measured", ""]]
      + outcome.expectations.map { result in
        let word =
          switch result.result {
          case .met: "met"
          case .missed: "MISSED"
          case .nothingMeasured: "NOTHING MEASURED"
          }
        // Why a promise broke is told below, where there is room for it.
        let measured = result.measured.hasPrefix("broken") ? "broken" : result.measured
        return [result.words, measured, word]
      }
  }

  private func loadTable(_ load: LoadCurve) -> [[String]] {
    let knee = load.firstOverloaded
    return [["load", "offered", "in time", "p50", "p99", "overloads", ""]]
      + load.stages.enumerated().map { number, stage in
        [
          stage.name, Decimal(stage.offered, places: 1).description,
          Decimal(stage.achieved, places: 1).description, time(stage.p50), time(stage.p99),
          grouped(stage.overloads),
          number == knee ? "too much" : knee == number + 1 ? "<- the knee" : "",
        ]
      }
  }

  private var times: [[String]] {
    let rows = outcome.metrics.filter {
      $0.metric.kind == .duration && $0.isWhole && $0.count > 0 && !Self.isOfOrder($0)
    }
    return [["time", "n", "mean", "± 95 %", "p50", "p90", "p95", "p99", "max"]]
      + rows.map { row in
        var margin = ""
        if let low = row.low, let high = row.high { margin = time((high - low) / 2) }
        return [
          row.metric.name, grouped(row.count), time(row.mean), margin, time(row.p50),
          time(row.p90), time(row.p95), time(row.p99), time(row.greatest),
        ]
      }
  }

  /// The groups of clients side by side, if there is more than one.
  private var groups: [[String]]? {
    let names = outcome.scenario.clients.map(\.name)
    guard names.count > 1 else { return nil }
    func row(_ metric: String, of group: String) -> MetricRow? {
      outcome.metrics.first {
        $0.metric.name == metric && $0.group == group && $0.part == nil && $0.count > 0
      }
    }
    let lengths = ["open-to-rows", "write-to-ack", "post-to-seen"]
      .filter { outcome.metric($0).map { $0.count > 0 } ?? false }
    let heading =
      ["clients", "writes", "commits", "messages"]
      + lengths.flatMap { ["\($0) p50", "p99"] } + ["missed"]
    return [heading]
      + names.map { name in
        func count(_ metric: String) -> String { grouped(row(metric, of: name)?.count ?? 0) }
        return [name, count("writes"), count("commits"), count("messages")]
          + lengths.flatMap { metric in
            let row = row(metric, of: name)
            return [time(row?.p50), time(row?.p99)]
          } + [row("missed", of: name)?.mean.map { Self.percent($0) } ?? ""]
      }
  }

  private var counterWords: [String] {
    func count(_ name: String) -> Int { outcome.metric(name)?.count ?? 0 }
    func say(_ names: [(String, String)]) -> String {
      names.filter { count($0.0) > 0 }.map { "\(grouped(count($0.0))) \($0.1)" }
        .joined(separator: ", ")
    }
    var lines = [
      say([
        ("writes", "writes"), ("acknowledged", "acknowledged"), ("declined", "declined"),
        ("unanswered", "without an answer"), ("skipped", "with nothing to act on"),
      ]),
      say([
        ("commits", "commits"), ("unconfirmed", "of which nobody was told"),
        ("overloads", "requests turned away"), ("rejected", "refused"),
      ]),
      say([
        ("transactions-done", "transactions"), ("reruns", "reruns"), ("aborts", "aborted"),
        ("counted-twice", "counted twice"), ("hooks-fired", "writes for clients that were gone"),
        ("hooks-denied", "refused to clients that were gone"),
      ]),
      say([
        ("reconnects", "reconnects"), ("restarts", "apps restarted"),
        ("cancelled", "lists forbidden"),
      ]),
      say([
        ("messages", "messages"), ("lost", "transmissions lost"), ("doubled", "doubled"),
        ("overtaken", "overtaken"), ("resent", "requests resent"), ("resyncs", "resyncs"),
      ]),
      say([
        ("list-updates", "list updates"), ("rows-inserted", "rows inserted"),
        ("rows-removed", "removed"), ("rows-moved", "moved"), ("rows-changed", "changed"),
        ("faults", "FAULTS"),
      ]),
    ]
    if let busy = outcome.metric("utilisation")?.mean {
      let longest = outcome.metric("queue-longest")?.count ?? 0
      lines.append(
        "servers \(Decimal(busy * 100, places: 1)) % busy, at most \(grouped(longest)) requests waiting"
      )
    }
    return lines.filter { !$0.isEmpty }
  }

  private func time(_ nanoseconds: Double?) -> String {
    nanoseconds.map { Interval(nanoseconds: Int64($0.rounded())).rounded } ?? ""
  }
}

extension Instant {
  /// The moment in seconds, to the millisecond.
  var shortly: String { Decimal(Double(nanoseconds) / 1e9, places: 3).description + "s" }
}

/// Returns a count with commas between its thousands.
package func grouped(_ count: Int) -> String {
  var digits = Array(String(count.magnitude))
  var place = digits.count - 3
  while place > 0 {
    digits.insert(",", at: place)
    place -= 3
  }
  return (count < 0 ? "-" : "") + String(digits)
}
