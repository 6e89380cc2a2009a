// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirScenario

@Suite struct DistributionProblemTests {
  @Test(arguments: wrong)
  func `a mistake in a distribution is told with place and remedy`(_ example: WrongText) {
    #expect(example.words == example.expected, "\(example.title)")
  }

  static let wrong: [WrongText] = [
    WrongText(
      "two shapes at once",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        server: { service: { exponential: 1s, gamma: 2s, shape: 2 } }

        """,
      expected: """
        f.yaml:5:39: error: 'gamma' beside 'exponential'
          remedy: keep exactly one of exponential, uniform, normal, log-normal, gamma, weibull, pareto, mixture, empirical
        """),
    WrongText(
      "no shape at all",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        server: { service: { at-least: 1s } }

        """,
      expected: """
        f.yaml:5:20: error: one of the keys exponential, uniform, normal, log-normal, gamma, weibull, pareto, mixture, empirical is missing
          remedy: add exactly one of them
        """),
    WrongText(
      "a mean of nothing",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        server: { service: { exponential: 0s } }

        """,
      expected: """
        f.yaml:5:35: error: the duration of exponential is zero
          remedy: write more than zero
        """),
    WrongText(
      "one end",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        server: { service: { uniform: [1s] } }

        """,
      expected: """
        f.yaml:5:31: error: expected two durations, found 1 in a list
          remedy: write for example `uniform: [10ms, 20ms]`
        """),
    WrongText(
      "ends the wrong way round",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        server: { service: { uniform: [2s, 1s] } }

        """,
      expected: """
        f.yaml:5:32: error: uniform from 2s down to 1s
          remedy: write the shorter one first: [1s, 2s]
        """),
    WrongText(
      "a bell without a width",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        server: { service: { normal: 40ms } }

        """,
      expected: """
        f.yaml:5:20: error: missing key 'sd'
          remedy: add for example `sd: 10ms`
        """),
    WrongText(
      "a shape without a shape",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        server: { service: { weibull: 40ms } }

        """,
      expected: """
        f.yaml:5:20: error: missing key 'shape'
          remedy: add for example `shape: 1.5`
        """),
    WrongText(
      "a width on something else",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        server: { service: { exponential: 40ms, sd: 2ms } }

        """,
      expected: """
        f.yaml:5:41: error: 'sd' does not belong here
          remedy: sd goes with normal
        """),
    WrongText(
      "a median without a p99",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        server: { service: { log-normal: { median: 2s } } }

        """,
      expected: """
        f.yaml:5:34: error: a log-normal distribution has two numbers
          remedy: write { median: 80ms, p99: 900ms }, or { mu: -2.5, sigma: 0.5 } of the logarithm of seconds
        """),
    WrongText(
      "a p99 below the median",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        server: { service: { log-normal: { median: 2s, p99: 1s } } }

        """,
      expected: """
        f.yaml:5:53: error: the p99 1s is not above the median 2s
          remedy: write a p99 that is longer than the median
        """),
    WrongText(
      "weights that do not add up",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        server: { service: { mixture: [ { weight: 90%, of: 1ms }, { weight: 20%, of: 2ms } ] } }

        """,
      expected: """
        f.yaml:5:31: error: the weights add up to 110%, not to 100%
          remedy: change them so that they add up to 100%
        """),
    WrongText(
      "a measured column without a unit",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        server: { service: { empirical: a.csv, column: rtt } }

        """,
      expected: """
        f.yaml:5:20: error: missing key 'unit'
          remedy: add for example `unit: ms`
        """),
    WrongText(
      "a file that is not there",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        server: { service: { empirical: b.csv, column: rtt, unit: ms } }

        """,
      expected: """
        f.yaml:5:33: error: there is no file 'b.csv'
          remedy: check the spelling and the folder
        """),
    WrongText(
      "a column that is not there",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        server: { service: { empirical: a.csv, column: rt, unit: ms } }

        """,
      expected: """
        f.yaml:5:48: error: the file has no column 'rt'
          remedy: did you mean 'rtt'? columns: 'rtt', 'note'
        """),
    WrongText(
      "a cell that is not a number",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        server: { service: { empirical: a.csv, column: note, unit: ms } }

        """,
      expected: """
        a.csv:2:5: error: expected a number of at least 0, found 'fast'
          remedy: write digits, with a point if need be; leave the row out if nothing was measured
        a.csv:3:4: error: expected a number of at least 0, found 'slow'
          remedy: write digits, with a point if need be; leave the row out if nothing was measured
        """),
  ]
}
