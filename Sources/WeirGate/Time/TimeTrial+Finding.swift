// SPDX-License-Identifier: GPL-3.0-or-later
import WeirReport
import WeirStatistics

extension TimeTrial {
  /// Returns the verdict of several trials of one scenario: only a head that is slower twice is
  /// *slower*.
  ///
  /// The first decides unless it says *slower*. Then a second is played with new processes, and a third where
  /// those two contradict each other.
  package static func verdict(_ trials: [TimeTrial]) -> GateVerdict {
    guard let first = trials.first, !first.pairs.isEmpty else { return .nothing }
    if trials.contains(where: \.isControlBroken) { return .invalid }
    switch first.processor.verdict {
    case .notSlower: return .pass
    case .cannotTell, nil: return .cannotTell
    case .slower: break
    }
    let others = trials.dropFirst()
    if others.contains(where: \.saysSlower) { return .slower }
    return others.count == 2 && others.allSatisfy { $0.processor.verdict == .notSlower }
      ? .pass : .cannotTell
  }

  /// `true` if another trial is needed before there is a verdict.
  package static func isOpen(_ trials: [TimeTrial]) -> Bool {
    guard let first = trials.first else { return true }
    guard first.saysSlower else { return false }
    return trials.count == 1 || trials.count == 2 && trials[1].processor.verdict == .notSlower
  }

  /// Returns the finding of a time gate; `elapsed` is how many seconds it took.
  package static func finding(
    file: String, scenario: String, _ trials: [TimeTrial], elapsed: Double
  ) -> GateFinding {
    let verdict = verdict(trials)
    guard let decided = verdict == .slower ? trials.last : trials.first else {
      return GateFinding(
        file: file, scenario: scenario, lane: .time, verdict: verdict, sentence: "no pair was run")
    }
    var finding = GateFinding(
      file: file, scenario: scenario, lane: .time, verdict: verdict,
      sentence: sentence(verdict, decided, elapsed))
    if trials.count > 1, verdict != .slower {
      finding.notes.append("a first look said slower; new processes did not confirm it")
    }
    finding.notes += decided.remarks
    let noticed = decided.processor.smallestNoticed()
    if let noticed {
      finding.notes.append(
        "it would have failed a slow-down of \(Share.unsigned(noticed)) with 90 % probability")
    }
    finding.rows = [
      decided.row("cpu", decided.processor, verdict, elapsed, noticed),
      decided.row("wall", decided.wall, verdict, elapsed, nil),
    ]
    return finding
  }

  private static func sentence(
    _ verdict: GateVerdict, _ trial: TimeTrial, _ elapsed: Double
  ) -> String {
    let rule = trial.processor.rule
    let seconds = Double(Int(elapsed * 10)) / 10
    let effort = "\(trial.processor.logarithms.count) pairs, \(seconds) s"
    let found = trial.processor.estimate.map(Share.signed) ?? "?"
    let interval =
      trial.processor.interval.map {
        " (\(Share.signed($0.lowerBound)) … \(Share.signed($0.upperBound)))"
      } ?? ""
    let wall = trial.wall.estimate.map { ", wall \(Share.signed($0))" } ?? ""
    switch verdict {
    case .pass:
      return "not slower by \(Share.unsigned(rule.budget)): \(found)\(interval) processor time"
        + "\(wall), \(effort)"
    case .slower:
      return "slower by more than \(Share.unsigned(rule.margin)), twice: \(found)\(interval) "
        + "processor time\(wall), \(effort)"
    case .invalid:
      return
        "two copies or two links of the same program differ by \(trial.controlShare.map(Share.signed) ?? "?")"
    case .nothing: return "no pair was run to its end"
    default:
      return "neither slower by \(Share.unsigned(rule.margin)) nor not slower by "
        + "\(Share.unsigned(rule.budget)): \(found)\(interval), \(effort)"
    }
  }

  private func row(
    _ clock: String, _ gate: PairedGate, _ verdict: GateVerdict, _ elapsed: Double,
    _ noticed: Double?
  ) -> GateRow {
    let word =
      switch verdict {
      case .pass: "pass"
      case .slower: "fail"
      case .invalid, .nothing: "invalid"
      default: "inconclusive"
      }
    var row = GateRow(
      verdict: clock == "cpu" ? word : "info", metric: "\(clock)-time", stat: "ratio", unit: "1",
      kind: "time", clock: clock)
    row.direction = "lower"
    row.growth = gate.estimate
    (row.low, row.high) = (gate.interval?.lowerBound, gate.interval?.upperBound)
    row.level = gate.interval == nil ? nil : 0.95
    row.probability = gate.probability
    (row.alpha, row.thresholdKind) = (gate.rule.alpha, "budget")
    (row.threshold, row.pairCount) = (gate.rule.budget, gate.logarithms.count)
    (row.method, row.noticed) = ("paired-sign", noticed)
    (row.control, row.noise, row.elapsed) = (controlShare, noise, elapsed)
    return row
  }
}
