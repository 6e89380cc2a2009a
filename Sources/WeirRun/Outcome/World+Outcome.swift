import WeirCheck
import WeirClient
import WeirCore
import WeirScenario
import WeirStatistics
import WeirTrace

extension World {
  /// What the run found so far.
  ///
  /// Of a run that was ended from outside, convergence is not judged.
  public func outcome() -> Outcome {
    var outcome = Outcome(
      scenario: scenario, seed: seed, digest: trace.digest, steps: trace.count,
      events: eventCount, ended: instant, isInterrupted: isInterrupted,
      findings: checkers.findings, metrics: metrics(), load: loadCurve(), expectations: [])
    outcome.faults = faults
    outcome.payloadBytes = payloadBytes
    if scenario.hasOracle { outcome.findings.append(oracleFinding) }
    outcome.expectations = scenario.expectations.map { $0.held(against: outcome) }
    return outcome
  }

  /// Whether the oracle agreed with every client.
  private var oracleFinding: Finding {
    let comparisons = seats.reduce(0) { $0 + $1.client.comparisons }
    let verdict: Verdict =
      if let disagreement {
        .broken(at: instant, because: Breach(disagreement))
      } else {
        comparisons == 0 ? .notReached : .held
      }
    return Finding(checker: "oracle", verdict: verdict, opportunities: comparisons)
  }

  /// The time in which things are counted, in seconds: to the end of the work, even if the last of it
  /// came to rest before.
  private var measuredSeconds: Double {
    Double(measured(from: .zero, until: plan.workEnds).nanoseconds) / 1e9
  }

  /// How much of a time is measured: without the warm-up and what an interrupted run did not reach.
  private func measured(from start: Instant, until end: Instant) -> Interval {
    let start = max(start, .zero + scenario.warmUp)
    let end = isInterrupted ? min(end, instant) : end
    return max(.zero, end - start)
  }

  private func metrics() -> [MetricRow] {
    let counts = meter.counts
    var rows: [MetricRow] = []
    rows += duration("post-to-seen", meter.postToSeen)
    rows += duration("write-to-ack", meter.writeToAck)
    rows += duration("open-to-rows", meter.openToRows)
    rows += duration("page-to-rows", meter.pageToRows)
    rows.append(.init("converge-time", sorted: checkers.measured("converge-time").sorted()))
    rows.append(.init("fracture-window", sorted: checkers.measured("fracture-window").sorted()))
    rows += duration("server-wait", meter.serverWait)
    rows += duration("server-stay", meter.serverStay)
    rows.append(.init("message-flight", meter.messageFlight))
    rows += grouped { MetricRow("message-flight", group: $0, $1.messageFlight) }
    rows.append(.init("line-wait", meter.lineWait))
    rows += grouped { MetricRow("line-wait", group: $0, $1.lineWait) }
    if let servers = scenario.server.servers, measuredSeconds > 0 {
      rows.append(
        .init(
          "utilisation",
          gauge: Double(counts.busy) / 1e9 / (measuredSeconds * Double(servers))))
    }
    if measuredSeconds > 0 {
      rows.append(throughput(counts))
      rows += grouped { throughput($1.counts, of: $0) }
    }
    rows.append(.init("missed", counts.missed, of: counts.seen + counts.missed))
    rows += grouped { group, figures in
      let counts = figures.counts
      return MetricRow("missed", group: group, counts.missed, of: counts.seen + counts.missed)
    }
    for (name, count) in Self.counters {
      rows.append(MetricRow(name, count: count(counts)))
      rows += grouped { MetricRow(name, group: $0, count: count($1.counts)) }
    }
    let ofAll = [
      ("rollbacks", checkers.rollbacks),
      ("stale-overwrites", Int(checkers.measured("stale-overwrites").first ?? 0)),
      ("write-skews", Int(checkers.measured("write-skews").first ?? 0)),
      ("queue-longest", counts.queueLongest), ("events", eventCount),
    ]
    rows += ofAll.map { MetricRow($0.0, count: $0.1) } + order.rows(at: instant)
    return rows.inOrderOfCatalogue
  }

  /// What is counted for all and for each group of clients, by the names of the catalogue.
  private static let counters: [(name: String, count: @Sendable (Meter.Counts) -> Int)] = [
    ("writes", { $0.writes }), ("acknowledged", { $0.acknowledged }),
    ("declined", { $0.declined }),
    ("unanswered", { $0.writes - $0.acknowledged - $0.declined }),
    ("commits", { $0.commits }), ("unconfirmed", { $0.unconfirmed }),
    ("overloads", { $0.overloads }), ("skipped", { $0.skipped }),
    ("messages", { $0.messages }), ("lost", { $0.lost }), ("doubled", { $0.doubled }),
    ("overtaken", { $0.overtaken }), ("rejected", { $0.rejected }),
    ("cancelled", { $0.cancelled }), ("reconnects", { $0.reconnects }),
    ("restarts", { $0.restarts }), ("transactions-done", { $0.transactions }),
    ("reruns", { $0.reruns }), ("aborts", { $0.aborts }),
    ("counted-twice", { $0.countedTwice }), ("hooks-fired", { $0.hooksFired }),
    ("hooks-denied", { $0.hooksDenied }),
    ("resent", { $0.resent }), ("resyncs", { $0.resyncs }),
    ("list-updates", { $0.listUpdates }), ("rows-inserted", { $0.inserted }),
    ("rows-removed", { $0.removed }), ("rows-moved", { $0.moved }),
    ("rows-changed", { $0.changed }), ("pages-loaded", { $0.pages }),
    ("pages-failed", { $0.failedPages }), ("jumps", { $0.jumps }), ("faults", { $0.faults }),
  ]

  private func throughput(_ counts: Meter.Counts, of group: String = "all") -> MetricRow {
    MetricRow(
      "throughput", group: group, gauge: Double(counts.commitsInTime) / measuredSeconds)
  }

  /// A row for each group of clients, if there is more than one.
  private func grouped(_ row: (String, Meter.GroupFigures) -> MetricRow) -> [MetricRow] {
    zip(scenario.clients, meter.groups).map { row($0.name, $1) }
  }

  private func duration(_ name: String, _ samples: Samples) -> [MetricRow] {
    [MetricRow(name, inOrder: samples.values)]
      + parts(of: samples).map {
        MetricRow(name, group: $0.group, part: $0.part, inOrder: $0.values)
      }
  }

  /// Some of the samples, with what they have in common.
  struct SamplesPart {
    var group = "all"
    var part: String?
    var values: [Int64]
  }

  /// The samples by the stages of the load and by the groups of clients, where there is more than one.
  func parts(of samples: Samples) -> [SamplesPart] {
    var parts: [SamplesPart] = []
    if !samples.stages.isEmpty {
      for (number, stage) in plan.stages.enumerated() {
        parts.append(
          SamplesPart(
            part: "stage \(number + 1): \(stage.name)",
            values: samples.values(of: UInt16(number + 1))))
      }
    }
    for (number, group) in scenario.clients.enumerated() where !meter.groups.isEmpty {
      parts.append(
        SamplesPart(group: group.name, values: samples.values(ofGroup: UInt16(number))))
    }
    return parts
  }

  private func loadCurve() -> LoadCurve? {
    guard !plan.stages.isEmpty else { return nil }
    let stages = plan.stages.enumerated().map { number, stage in
      let counts = meter.stages[number + 1]
      let answers = MetricRow(
        "write-to-ack", sorted: meter.writeToAck.values(of: UInt16(number + 1)).sorted())
      let waits = meter.serverWait.values(of: UInt16(number + 1))
      return LoadCurve.Stage(
        name: stage.name, lasts: measured(from: stage.starts, until: stage.ends),
        writes: counts.writes, inTime: counts.inTime, overloads: counts.overloads,
        arrived: counts.arrived, served: counts.served, p50: answers.p50, p99: answers.p99,
        wait: MetricRow("server-wait", sorted: waits.sorted()).p99)
    }
    var ceiling: Double?
    if let servers = scenario.server.servers, plan.service.mean > 0 {
      ceiling = Double(servers) * 1e9 / plan.service.mean
    }
    return LoadCurve(stages: stages, ceiling: ceiling)
  }
}

extension MetricRow {
  /// Sums up lengths of time in the order in which they were measured.
  fileprivate init(
    _ name: String, group: String = "all", part: String? = nil, inOrder values: [Int64]
  ) {
    self.init(name, group: group, part: part, sorted: values.sorted())
    // Too few samples have no interval; that is no error.
    if let interval = try? Estimate.batchMeans(of: values.map { Double($0) }) {
      low = interval.low
      high = interval.high
    }
  }

  /// Sums up sorted lengths of time.
  fileprivate init(
    _ name: String, group: String = "all", part: String? = nil, sorted values: [Int64]
  ) {
    self.init(name, group: group, part: part, count: values.count)
    if let summary = Summary(sorted: values) { take(summary) }
  }

  fileprivate init(_ name: String, group: String = "all", _ tally: Tally) {
    self.init(name, group: group, count: tally.count)
    guard tally.count > 0 else { return }
    mean = tally.mean
    deviation = tally.deviation
    least = Double(tally.least)
    p50 = tally.quantile(1, of: 2).map(Double.init)
    p90 = tally.quantile(9, of: 10).map(Double.init)
    p95 = tally.quantile(95, of: 100).map(Double.init)
    p99 = tally.quantile(99, of: 100).map(Double.init)
    p999 = tally.quantile(999, of: 1000).map(Double.init)
    greatest = Double(tally.greatest)
  }

  /// A share with its exact interval; of what never happened, also the bound that three in *n* gives.
  init(_ name: String, group: String = "all", _ hits: Int, of count: Int) {
    self.init(name, group: group, count: count)
    let hits = min(hits, count)
    // Without an opportunity there is no share; that is no error.
    guard let estimate = try? Estimate.proportion(hits, of: count) else { return }
    self.hits = hits
    mean = estimate.value
    low = estimate.low
    high = estimate.high
    noneBound = hits == 0 ? Estimate.bound(ifNoneOf: count) : nil
  }

  fileprivate init(_ name: String, group: String = "all", gauge value: Double) {
    self.init(name, group: group, count: 1)
    mean = value
  }
}

extension [MetricRow] {
  /// The rows in the order of the catalogue; those of one metric stay as they are.
  fileprivate var inOrderOfCatalogue: [MetricRow] {
    var rows: [MetricRow] = []
    rows.reserveCapacity(count)
    for metric in Metric.catalogue { rows += filter { $0.metric == metric } }
    return rows
  }
}
