// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirScenario

@Suite struct KeyedSectionTests {
  @Test func `every default that is declared is what an empty mapping is read as`() {
    #expect(schema.unsoundDefaults == [])
  }

  /// Promises, metrics, statistics, actions and stacks bring keys of their own, and rules stand between free names.
  @Test func `every mapping but those whose keys others bring declares its keys itself`() {
    let others = schema.table.map(\.name.rawValue).filter { !schema.declared.contains($0) }
    #expect(others == ["rules", "stack", "actions", "expect", "statistics", "comparison"])
  }

  /// A number, a word, a share, a duration, a distribution and a rate, each of another mapping.
  @Test(arguments: [
    ("server", "server:", "replicas", "1"), ("network", "network:", "loss", "0%"),
    ("server", "server:", "answers", "after-data"), ("server", "server:", "lag", "0s"),
    ("network", "network:", "reorder-by", "50ms"),
    ("schedule.pct", "schedule: { pct:", "changes", "3"),
  ])
  func `a default that is written out changes nothing`(
    _ section: String, _ opening: String, _ key: String, _ value: String
  ) throws {
    #expect(try schema.explain(key: "\(section).\(key)").get().contains("default  \(value)\n"))
    let closing = opening.contains("{") ? "} }" : "}"
    let silent = try scenario(least + "\(opening) { \(closing)\n")
    let spoken = try scenario(least + "\(opening) { \(key): \(value) \(closing)\n")
    #expect(silent.fingerprint == spoken.fingerprint)
    #expect(silent.server == spoken.server && silent.networks == spoken.networks)
    #expect(silent.schedule == spoken.schedule)
  }

  /// Keys that go with another key, that must stand beside it and that do not stand beside it, each in one mapping.
  @Test(arguments: [
    (
      "{ every: 1s, who: in-turn, for: 1s }",
      "f.yaml:4:38: error: 'who' does not belong here\n  remedy: who goes with arrivals"
    ),
    (
      "{ arrivals: { burst: 5 }, for: 1s }",
      "f.yaml:4:37: error: missing key 'every'\n  remedy: add for example `every: 1s`"
    ),
    (
      "{ every: { normal: 2s, shape: 1 }, for: 1s }",
      "f.yaml:4:34: error: missing key 'sd'\n  remedy: add for example `sd: 10ms`"
    ),
    (
      "{ every: { sd: 1s }, for: 1s }",
      "f.yaml:4:34: error: one of the keys exponential, uniform, normal, log-normal, gamma, weibull, pareto, mixture, empirical is missing"
    ),
  ])
  func `keys that go together are told as such`(_ work: String, _ expected: String) {
    let text = """
      weir: 1
      about: A test.
      clients: [ { list: a } ]
      workload: [ { does: post, \(work.dropFirst(2)) ]

      """
    #expect(problems(text).contains(expected), "\(problems(text))")
  }
}
