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
    outcome.promises = catalogue.promises
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
  var measuredSeconds: Double {
    Double(measured(from: .zero, until: plan.workEnds).nanoseconds) / 1e9
  }

  /// How much of a time is measured: without the warm-up and what an interrupted run did not reach.
  private func measured(from start: Instant, until end: Instant) -> Interval {
    let start = max(start, .zero + scenario.warmUp)
    let end = isInterrupted ? min(end, instant) : end
    return max(.zero, end - start)
  }

  private func metrics() -> [MetricRow] {
    let (tally, flows) = order.measured(at: instant)
    let figures = OrderFigures(tally: tally, flows: flows)
    var rows: [MetricRow] = []
    for metric in RunMetric.all { rows += metric.rows(self, figures) }
    return rows + stepMetrics.rows
  }

  /// Something for each group of clients, if there is more than one.
  func grouped<Row>(_ row: (String, Meter.GroupFigures) -> Row) -> [Row] {
    zip(scenario.clients, meter.groups).map { row($0.name, $1) }
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
      let answers = Summary(sorted: meter.writeToAck.values(of: UInt16(number + 1)).sorted())
      let waits = Summary(sorted: meter.serverWait.values(of: UInt16(number + 1)).sorted())
      return LoadCurve.Stage(
        name: stage.name, lasts: measured(from: stage.starts, until: stage.ends),
        writes: counts.writes, inTime: counts.inTime, overloads: counts.overloads,
        arrived: counts.arrived, served: counts.served, p50: answers?.p50, p99: answers?.p99,
        wait: waits?.p99)
    }
    var ceiling: Double?
    if let servers = scenario.server.servers, plan.service.mean > 0 {
      ceiling = Double(servers) * 1e9 / plan.service.mean
    }
    return LoadCurve(stages: stages, ceiling: ceiling)
  }
}
