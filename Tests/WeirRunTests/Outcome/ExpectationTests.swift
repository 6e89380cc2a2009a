// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore
import WeirMetrics
import WeirScenario

import WeirRun

@Suite struct ExpectationTests {
  private let mark = Mark(file: "a.yaml", line: 1, column: 1)

  private func result(_ subject: Scenario.Expectation.Subject, _ outcome: Outcome)
    -> ExpectationResult
  {
    Scenario.Expectation(subject: subject, mark: mark).held(against: outcome)
  }

  /// An outcome whose post-to-seen has the mean 100 ms with an interval from 90 to 110 ms.
  private func made() throws -> Outcome {
    var made = try outcome(of: smallScenario())
    let place = try #require(made.metrics.firstIndex { $0.metric.name == "post-to-seen" })
    (made.metrics[place].mean, made.metrics[place].low) = (100e6, 90e6)
    (made.metrics[place].high, made.metrics[place].p99) = (110e6, 300e6)
    return made
  }

  @Test func `every comparison is met up to its bound and missed beyond`() throws {
    let outcome = try made()
    let cases: [(Scenario.Comparison, ExpectationResult.Result)] = [
      (.under(100e6), .missed), (.under(100e6 + 1), .met), (.atMost(100e6), .met),
      (.atMost(100e6 - 1), .missed), (.over(100e6), .missed), (.over(100e6 - 1), .met),
      (.atLeast(100e6), .met), (.atLeast(100e6 + 1), .missed),
      (.between(100e6, 200e6), .met), (.between(0, 100e6), .met),
      (.between(101e6, 200e6), .missed), (.between(0, 99e6), .missed),
      (.near(90e6), .met), (.near(110e6), .met), (.near(89e6), .missed), (.near(111e6), .missed),
    ]
    for (comparison, expected) in cases {
      let result = result(.metric("post-to-seen", .mean, comparison), outcome)
      #expect(result.result == expected, "\(comparison)")
    }
  }

  @Test func `each statistic is the one that is meant`() throws {
    let outcome = try made()
    let row = try #require(outcome.metric("post-to-seen"))
    for statistic in Metric.Statistic.allCases {
      let value = try #require(row.value(of: statistic), "\(statistic)")
      let result = result(.metric("post-to-seen", statistic, .between(value, value)), outcome)
      #expect(result.result == .met, "\(statistic)")
    }
  }

  @Test func `a number has its unit in its type`() throws {
    let outcome = try made()
    let seen = try #require(outcome.metric("post-to-seen"))
    #expect(seen.duration(of: .p99) == .milliseconds(300) && seen.number(of: .p99) == nil)
    #expect(seen.duration(of: .count) == nil && seen.number(of: .count) == Double(seen.count))
    let share = try #require(outcome.metric("throughput"))
    #expect(share.duration(of: .mean) == nil && share.number(of: .mean) != nil)
  }

  @Test func `words are short, but bounds are exact`() throws {
    let result = result(.metric("post-to-seen", .p99, .under(250_004_000)), try made())
    #expect(result.words == "post-to-seen p99: under 250.004ms")
    #expect(result.measured == "300ms" && result.result == .missed)
  }

  @Test func `what was not measured is neither met nor missed`() throws {
    var outcome = try outcome(of: smallScenario(action: .remove))
    let seen = result(.metric("post-to-seen", .p99, .under(1e9)), outcome)
    #expect(seen.result == .nothingMeasured && seen.measured == "nothing was measured")
    // No servers, no utilisation.
    #expect(
      result(.metric("utilisation", .mean, .under(1)), outcome).result == .nothingMeasured)
    // Nobody had anything to remove.
    #expect(result(.checker("read-your-writes"), outcome).result == .nothingMeasured)
    for place in outcome.findings.indices { outcome.findings[place].verdict = .notReached }
    #expect(result(.convergeWithin(.seconds(1)), outcome).result == .nothingMeasured)
  }

  @Test func `near needs an interval`() throws {
    var outcome = try made()
    let place = try #require(outcome.metrics.firstIndex { $0.metric.name == "post-to-seen" })
    outcome.metrics[place].low = nil
    let result = result(.metric("post-to-seen", .mean, .near(100e6)), outcome)
    #expect(result.result == .nothingMeasured)
    #expect(result.measured == "100ms, too few for an interval")
  }

  @Test func `a broken checker misses its expectation`() throws {
    var outcome = try made()
    outcome.findings[0].verdict = .broken(at: .zero, because: "of a test")
    #expect(result(.checker("converge"), outcome).result == .missed)
    #expect(result(.convergeWithin(.seconds(9)), outcome).result == .missed)
    outcome.findings[0].verdict = .held
    #expect(result(.convergeWithin(.seconds(9)), outcome).result == .met)
    #expect(result(.convergeWithin(.zero), outcome).result == .missed)
  }

  @Test func `decimals round half away from zero and carry no needless zeros`() {
    #expect(Decimal(0.125, places: 2).description == "0.13")
    #expect(Decimal(-0.125, places: 2).description == "-0.13")
    #expect(Decimal(2.0, places: 3).description == "2")
    #expect(Decimal(-0.001, places: 2).description == "0")
    #expect(Interval(nanoseconds: 41_666_667).rounded == "41.7ms")
  }
}
