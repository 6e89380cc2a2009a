// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirScenario

@Suite struct ExpectationProblemTests {
  @Test(arguments: wrong)
  func `a mistake in what is expected is told with place and remedy`(_ example: WrongText) {
    #expect(example.words == example.expected, "\(example.title)")
  }

  static let wrong: [WrongText] = [
    WrongText(
      "an unknown metric",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        expect:
          post-to-sen: { p99: { under: 250ms } }

        """,
      expected: """
        f.yaml:6:3: error: unknown key 'post-to-sen'
          remedy: did you mean 'post-to-seen'? allowed here: \(expectable)
        """),
    WrongText(
      "an unknown statistic",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        expect:
          post-to-seen: { p98: { under: 250ms } }

        """,
      expected: """
        f.yaml:6:19: error: unknown key 'p98'
          remedy: did you mean 'p90'? allowed here: count, mean, sd, min, p50, p90, p95, p99, p999, max, value
        """),
    WrongText(
      "an unknown comparison",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        expect:
          post-to-seen: { p99: { below: 250ms } }

        """,
      expected: """
        f.yaml:6:26: error: unknown key 'below'
          remedy: allowed here: under, at-most, over, at-least, between, near
        """),
    WrongText(
      "a duration expected without a unit",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        expect:
          post-to-seen: { p99: { under: 250 } }

        """,
      expected: """
        f.yaml:6:33: error: duration without a unit: 250
          remedy: write 250s, 250ms or 250min
        """),
    WrongText(
      "a count with a unit",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        expect:
          writes: { value: { at-most: 5ms } }

        """,
      expected: """
        f.yaml:6:31: error: expected a number, found '5ms'
          remedy: write digits without a unit: 'writes' is counted here
        """),
    WrongText(
      "one value of many",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        expect:
          post-to-seen: { value: { under: 250ms } }

        """,
      expected: """
        f.yaml:6:19: error: 'post-to-seen' has many values, not one
          remedy: write a statistic, for example { p99: { under: 250ms } }
        """),
    WrongText(
      "a percentile of a counter",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        expect:
          writes: { p99: { under: 250 } }

        """,
      expected: """
        f.yaml:6:13: error: 'writes' is one number and has no p99
          remedy: write for example { value: { at-most: 100 } }
        """),
    WrongText(
      "a share above one",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        expect:
          utilisation: { value: { under: 80 } }

        """,
      expected: """
        f.yaml:6:34: error: the share 80 is not between 0 and 1
          remedy: write a percentage, or a number from 0 to 1
        """),
    WrongText(
      "a rate expected without a unit",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        expect:
          throughput: { value: { over: 5 } }

        """,
      expected: """
        f.yaml:6:32: error: rate without a unit: 5
          remedy: write 5/s, 5/min or 5/h
        """),
    WrongText(
      "near a percentile",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        expect:
          post-to-seen: { p99: { near: 70ms } }

        """,
      expected: """
        f.yaml:6:26: error: 'near' looks at the interval of a mean, not at p99
          remedy: use it with mean, or use between
        """),
    WrongText(
      "between the wrong way round",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        expect:
          post-to-seen: { p99: { between: [2s, 1s] } }

        """,
      expected: """
        f.yaml:6:36: error: the first end is above the second
          remedy: write the smaller one first
        """),
    WrongText(
      "a checker that is asked for too much",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        expect:
          lists: perfect

        """,
      expected: """
        f.yaml:6:10: error: expected 'held' or 'broken', found 'perfect'
          remedy: write held; broken is for what is wrong on purpose
        """),
    WrongText(
      "a convergence that is neither",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        expect:
          converge: soon

        """,
      expected: """
        f.yaml:6:13: error: expected 'held' or a limit, found 'soon'
          remedy: write held or { within: 1s }
        """),
    WrongText(
      "a statistic that is held against nothing",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        expect:
          post-to-seen: { p99: {} }

        """,
      expected: """
        f.yaml:6:24: error: a comparison is missing
          remedy: write for example { under: 250ms }
        """),
    WrongText(
      "a metric without a statistic",
      text: """
        weir: 1
        about: A test.
        clients: [ { list: a } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        expect:
          post-to-seen: {}

        """,
      expected: """
        f.yaml:6:17: error: a statistic is missing
          remedy: write for example { p99: { under: 250ms } }
        """),
  ]
}
