// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirCore
import WeirMetrics
import WeirScenario

extension Scenario.Expectation {
  /// Holds the expectation against what a run found.
  package func held(against outcome: Outcome) -> ExpectationResult {
    switch subject {
    case .checker(let name):
      let verdict = outcome.findings.first { $0.checker == name }?.verdict ?? .notReached
      return result("\(name): held", "\(verdict)", verdict.holds)
    case .broken(let name):
      let verdict = outcome.findings.first { $0.checker == name }?.verdict ?? .notReached
      return result("\(name): broken", "\(verdict)", verdict.holds.map { !$0 })
    case .convergeWithin(let limit):
      let words = "converge: within \(limit)"
      let verdict = outcome.findings.first { $0.checker == "converge" }?.verdict ?? .notReached
      guard verdict == .held else { return result(words, "\(verdict)", verdict.holds) }
      guard let latest = outcome.metric("converge-time")?.greatest else {
        return result(words, "no list was opened", nil)
      }
      return result(
        words, Interval(nanoseconds: Int64(latest)).rounded,
        latest <= Double(limit.nanoseconds))
    case .metric(let name, let statistic, let comparison):
      let words =
        "\(name) \(statistic.rawValue): \(comparison.words(kind(outcome.metric(name)?.metric, statistic)))"
      guard let row = outcome.metric(name), let value = row.value(of: statistic) else {
        return result(words, "nothing was measured", nil)
      }
      if case .near = comparison, row.low == nil || row.high == nil {
        let measured = Self.words(value, kind(row.metric, statistic))
        return result(words, "\(measured), too few for an interval", nil)
      }
      return result(
        words, Self.words(value, kind(row.metric, statistic)), comparison.holds(value, row))
    }
  }

  private func kind(_ metric: Metric?, _ statistic: Metric.Statistic) -> Metric.Kind {
    statistic == .count ? .count : metric?.kind ?? .count
  }

  private func result(_ words: String, _ measured: String, _ holds: Bool?) -> ExpectationResult {
    ExpectationResult(
      expectation: self, words: words, measured: measured,
      result: holds.map { $0 ? .met : .missed } ?? .nothingMeasured)
  }

  static func words(_ value: Double, _ kind: Metric.Kind) -> String {
    switch kind {
    case .duration: Interval(nanoseconds: Int64(value)).rounded
    case .count: "\(Int64(value))"
    case .ratio: Decimal(value, places: 4).description
    case .rate: Decimal(value, places: 2).description + "/s"
    case .amount: Decimal(value, places: 3).description
    }
  }
}

extension Verdict {
  /// `true` if a promise held; nil if nothing put it to the test.
  fileprivate var holds: Bool? { isJudged ? self == .held : nil }
}

extension Scenario.Comparison {
  fileprivate func holds(_ value: Double, _ row: MetricRow) -> Bool {
    switch self {
    case .under(let bound): value < bound
    case .atMost(let bound): value <= bound
    case .over(let bound): value > bound
    case .atLeast(let bound): value >= bound
    case .between(let low, let high): low <= value && value <= high
    case .near(let bound):
      (row.low ?? .infinity) <= bound && bound <= (row.high ?? -.infinity)
    }
  }

  fileprivate func words(_ kind: Metric.Kind) -> String {
    // A bound is written exactly: rounded, it could seem to be met by what missed it.
    func said(_ bound: Double) -> String {
      kind == .duration
        ? "\(Interval(nanoseconds: Int64(bound)))" : Scenario.Expectation.words(bound, kind)
    }
    return switch self {
    case .under(let bound): "under \(said(bound))"
    case .atMost(let bound): "at most \(said(bound))"
    case .over(let bound): "over \(said(bound))"
    case .atLeast(let bound): "at least \(said(bound))"
    case .between(let low, let high): "between \(said(low)) and \(said(high))"
    case .near(let bound): "near \(said(bound))"
    }
  }
}
