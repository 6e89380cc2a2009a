// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirClient
import WeirCore
import WeirMetrics
import WeirScenario
import WeirStatistics
import WeirTrace

extension World {
  /// Returns what the run found so far.
  ///
  /// Of a run that was ended from outside, convergence is not judged.
  public func outcome() -> Outcome {
    var outcome = Outcome(
      scenario: scenario, seed: seed, digest: trace.digest, steps: trace.count,
      events: eventCount, ended: instant, isInterrupted: isInterrupted,
      findings: checkers.findings,
      metrics: figures.rows + stepMetrics.rows(found: checkers.measured), load: loadCurve(),
      expectations: [])
    outcome.promises = catalogue.promises
    outcome.faults = faults
    outcome.payloadBytes = payloadBytes
    if scenario.hasOracle { outcome.findings.append(oracleFinding) }
    outcome.expectations = scenario.expectations.map { $0.held(against: outcome) }
    return outcome
  }

  /// An oracle disagrees with a client, or with its stack, which ends the run.
  mutating func differ(_ words: String, _ client: Int) {
    disagreement = disagreement ?? "client \(client) at \(now): \(words)"
    isOver = true
  }

  /// The finding on whether the oracle agreed with every client.
  private var oracleFinding: Finding {
    let comparisons = devices.reduce(0) { $0 + $1.client.comparisons + $1.stack.comparisons }
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

  /// Returns the part of a time that is measured: without the warm-up and what an interrupted run did not reach.
  private func measured(from start: Instant, until end: Instant) -> Interval {
    let start = max(start, .zero + scenario.warmUp)
    let end = isInterrupted ? min(end, instant) : end
    return max(.zero, end - start)
  }

  /// The figures that its metrics are read from.
  var figures: RunFigures {
    RunFigures(
      meter: meter, order: OrderFigures(of: order, at: instant), found: checkers.measured,
      rollbacks: checkers.rollbacks, eventCount: eventCount, measuredSeconds: measuredSeconds,
      servers: scenario.server.servers, groups: scenario.clients.map(\.name),
      stages: plan.stages.map(\.name))
  }

  private func loadCurve() -> LoadCurve? {
    guard !plan.stages.isEmpty else { return nil }
    let stages = plan.stages.enumerated().map { number, stage in
      let counts = meter.stages[number + 1]
      let answers = Summary(Array(meter.writeToAck.part(ofStage: UInt16(number + 1))))
      let waits = Summary(Array(meter.serverWait.part(ofStage: UInt16(number + 1))))
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
