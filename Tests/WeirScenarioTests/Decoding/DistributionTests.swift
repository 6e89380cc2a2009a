// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirScenario

@Suite struct DistributionTests {
  static let shapes: [(String, Distribution)] = [
    ("40ms", .constant(.milliseconds(40))),
    ("{ exponential: 40ms }", .exponential(mean: .milliseconds(40))),
    (
      "{ exponential: 40ms, at-least: 5ms }",
      .shifted(by: .milliseconds(5), .exponential(mean: .milliseconds(40)))
    ),
    ("{ exponential: 40ms, at-least: 0s }", .exponential(mean: .milliseconds(40))),
    ("{ uniform: [10ms, 20ms] }", .uniform(from: .milliseconds(10), to: .milliseconds(20))),
    (
      "{ normal: 40ms, sd: 10ms }",
      .normal(mean: .milliseconds(40), deviation: .milliseconds(10))
    ),
    (
      "{ log-normal: { median: 80ms, p99: 900ms } }",
      .logNormal(median: .milliseconds(80), p99: .milliseconds(900))
    ),
    ("{ log-normal: { mu: -2.5, sigma: 0.5 } }", .logNormalOfSeconds(mu: -2.5, sigma: 0.5)),
    ("{ gamma: 40ms, shape: 2 }", .gamma(mean: .milliseconds(40), shape: 2)),
    ("{ weibull: 40ms, shape: 1.5 }", .weibull(scale: .milliseconds(40), shape: 1.5)),
    ("{ pareto: 10ms, shape: 2.5 }", .pareto(least: .milliseconds(10), shape: 2.5)),
    (
      "{ mixture: [ { weight: 90%, of: 20ms }, { weight: 1/10, of: { gamma: 1s, shape: 3 } } ] }",
      .mixture([
        .init(weight: 0.9, shape: .constant(.milliseconds(20))),
        .init(weight: 0.1, shape: .gamma(mean: .seconds(1), shape: 3)),
      ])
    ),
    (
      "{ empirical: rtt.csv, column: rtt, unit: ms }",
      .empirical([.microseconds(1_500), .milliseconds(2), .milliseconds(20)])
    ),
    (
      "{ empirical: rtt.csv, column: 'b, quoted', unit: s, at-least: 1s }",
      .shifted(by: .seconds(1), .empirical([.seconds(1), .seconds(2), .seconds(3)]))
    ),
    ("{ empirical: one.csv, unit: us }", .empirical([.microseconds(7)])),
  ]

  @Test(arguments: shapes)
  func `every distribution is what was written`(_ text: String, _ expected: Distribution) throws {
    let files = [
      "load/rtt.csv": "rtt,\"b, quoted\"\r\n20, 1\r\n1.5,2\r\n\r\n2,3\r\n",
      "load/one.csv": "n\n7\n",
    ]
    let scenario = try scenario(
      least + "network: { delay: \(text) }\n", named: "load/f.yaml", files: files)
    #expect(scenario.networks[0].delay == expected)
  }

  @Test func `a distribution may be all zero where time need not pass`() throws {
    let scenario = try scenario(least + "network: { delay: { uniform: [0s, 0s] } }\n")
    #expect(scenario.networks[0].delay == .uniform(from: .zero, to: .zero))
  }

  @Test func `thirds add up to the whole`() throws {
    let thirds = [String](repeating: "{ weight: 1/3, of: 1s }", count: 3).joined(separator: ", ")
    let scenario = try scenario(least + "network: { delay: { mixture: [ \(thirds) ] } }\n")
    guard case .mixture(let parts) = scenario.networks[0].delay else {
      Issue.record("not a mixture")
      return
    }
    #expect(parts.count == 3)
  }

  @Test(arguments: [
    ("", "a.csv:1:1: error: the file has no values"),
    ("n\n", "a.csv:1:1: error: the file has no values"),
    ("a,b\n1,2\n", "f.yaml:5:21: error: the file has 2 columns and none is named"),
    ("n\n-1\n", "a.csv:2:1: error: expected a number of at least 0, found '-1'"),
    ("n\n99999999999999\n", "a.csv:2:1: error: the duration is longer than a hundred years"),
  ])
  func `a file of measurements that will not do is told`(_ text: String, _ expected: String) {
    let words = problems(
      least + "network: { delay:   { empirical: a.csv, unit: s } }\n", files: ["a.csv": text])
    #expect(words.hasPrefix(expected))
  }
}
