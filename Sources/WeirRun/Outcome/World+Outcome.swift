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
    rows.append(.init("converge-time", sorted: checkers.convergenceDelays.sorted()))
    rows.append(.init("fracture-window", sorted: checkers.fractures.sorted()))
    rows += duration("server-wait", meter.serverWait)
    rows += duration("server-stay", meter.serverStay)
    rows.append(.init("message-flight", meter.messageFlight))
    if let servers = scenario.server.servers, measuredSeconds > 0 {
      rows.append(
        .init(
          "utilisation",
          gauge: Double(counts.busy) / 1e9 / (measuredSeconds * Double(servers))))
    }
    if measuredSeconds > 0 {
      rows.append(.init("throughput", gauge: Double(counts.commitsInTime) / measuredSeconds))
    }
    rows.append(.init("missed", counts.missed, of: counts.seen + counts.missed))
    let counters = [
      ("writes", counts.writes), ("acknowledged", counts.acknowledged),
      ("declined", counts.declined),
      ("unanswered", counts.writes - counts.acknowledged - counts.declined),
      ("commits", counts.commits), ("unconfirmed", counts.unconfirmed),
      ("overloads", counts.overloads),
      ("skipped", counts.skipped), ("messages", counts.messages), ("lost", counts.lost),
      ("doubled", counts.doubled), ("overtaken", counts.overtaken), ("rejected", counts.rejected),
      ("cancelled", counts.cancelled), ("reconnects", counts.reconnects),
      ("restarts", counts.restarts), ("transactions-done", counts.transactions),
      ("reruns", counts.reruns), ("aborts", counts.aborts),
      ("counted-twice", counts.countedTwice), ("hooks-fired", counts.hooksFired),
      ("resent", counts.resent),
      ("resyncs", counts.resyncs), ("list-updates", counts.listUpdates),
      ("rows-inserted", counts.inserted), ("rows-removed", counts.removed),
      ("rows-moved", counts.moved), ("rows-changed", counts.changed),
      ("pages-loaded", counts.pages), ("pages-failed", counts.failedPages),
      ("jumps", counts.jumps), ("rollbacks", checkers.rollbacks),
      ("stale-overwrites", checkers.staleOverwrites), ("write-skews", checkers.writeSkews),
      ("faults", counts.faults),
      ("queue-longest", counts.queueLongest), ("events", eventCount),
    ]
    return rows + counters.map { MetricRow($0.0, count: $0.1) } + order.rows(at: instant)
  }

  private func duration(_ name: String, _ samples: Samples) -> [MetricRow] {
    var rows = [MetricRow(name, inOrder: samples.values)]
    guard !samples.stages.isEmpty else { return rows }
    for (number, stage) in plan.stages.enumerated() {
      let values = samples.values(of: UInt16(number + 1))
      rows.append(MetricRow(name, group: "stage \(number + 1): \(stage.name)", inOrder: values))
    }
    return rows
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
  fileprivate init(_ name: String, group: String = "all", inOrder values: [Int64]) {
    self.init(name, group: group, sorted: values.sorted())
    // Too few samples have no interval; that is no error.
    if let interval = try? Estimate.batchMeans(of: values.map { Double($0) }) {
      low = interval.low
      high = interval.high
    }
  }

  /// Sums up sorted lengths of time.
  fileprivate init(_ name: String, group: String = "all", sorted values: [Int64]) {
    self.init(name, group: group, count: values.count)
    if let summary = Summary(sorted: values) { take(summary) }
  }

  fileprivate init(_ name: String, _ tally: Tally) {
    self.init(name, count: tally.count)
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
  init(_ name: String, _ hits: Int, of count: Int) {
    self.init(name, count: count)
    let hits = min(hits, count)
    // Without an opportunity there is no share; that is no error.
    guard let estimate = try? Estimate.proportion(hits, of: count) else { return }
    self.hits = hits
    mean = estimate.value
    low = estimate.low
    high = estimate.high
    noneBound = hits == 0 ? Estimate.bound(ifNoneOf: count) : nil
  }

  fileprivate init(_ name: String, gauge value: Double) {
    self.init(name, count: 1)
    mean = value
  }
}
