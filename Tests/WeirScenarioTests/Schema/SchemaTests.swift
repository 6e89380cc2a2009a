// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore

import WeirScenario

@Suite struct SchemaTests {
  @Test func `the table has every section once, and no key twice`() {
    #expect(Set(schema.table.map(\.name)).count == schema.table.count)
    for section in schema.table {
      #expect(Set(section.keys.map(\.name)).count == section.keys.count)
      for key in section.keys {
        #expect(key.about.hasSuffix("."), "\(section.name).\(key.name)")
      }
    }
  }

  @Test func `the table names every metric, checker, statistic and action`() {
    let expected = schema.section(.expect).keys.map(\.name)
    #expect(expected == schema.promises.map(\.name) + schema.metrics.map(\.name))
    #expect(
      schema.section(.statistics).keys.map(\.name)
        == Metric.Statistic.allCases.map(\.rawValue) + ["value"])
    #expect(
      schema.section(.actions).keys.map(\.name)
        == Scenario.Work.Action.standard.map(\.name))
  }

  @Test func `every default that the table states is read without a problem`() throws {
    // A scenario that writes out every default of these sections is the one that says nothing.
    var overrides: [String] = []
    for (name, path) in [
      (Schema.SectionName.scenario, ""), (.server, "server."), (.network, "network."),
      (.clients, "clients.0."), (.workload, "workload.0."),
    ] {
      for key in schema.section(name).keys {
        if case .fallback(let text) = key.need, key.name != "who" {
          overrides.append("\(path)\(key.name)=\(text)")
        }
      }
    }
    #expect(overrides.count > 15)
    // Its people do everything that has a key of its own, for else such a key would be refused.
    let text = least.replacing("does: post", with: "does: { assign: 50%, page: 25%, leave: 25% }")
    #expect(try scenario(text, overrides: overrides).fingerprint == scenario(text).fingerprint)
  }

  @Test func `every example of the table can be read`() throws {
    let files = ["base.yaml": least, "latencies.csv": "rtt\n1\n"]
    for key in schema.section(.scenario).keys where !["clients", "workload"].contains(key.name) {
      _ = try scenario(
        least, files: files, overrides: ["\(key.name)=\(key.example)"])
    }
    for key in schema.section(.network).keys {
      _ = try scenario(
        least,
        overrides: (key.name == "steady" ? [] : ["network.transport=datagram"])
          + ["network.\(key.name)=\(key.example)"])
    }
    for metric in schema.metrics {
      let key = try #require(schema.section(.expect).key(metric.name))
      _ = try scenario(least, overrides: ["expect.\(metric.name)=\(key.example)"])
    }
    for key in schema.section(.workload).keys where ["does", "every"].contains(key.name) {
      _ = try scenario(least, overrides: ["workload.0.\(key.name)=\(key.example)"])
    }
    for (key, others) in [
      ("exponential", ""), ("uniform", ""), ("normal", ", sd: 1ms"), ("log-normal", ""),
      ("gamma", ", shape: 1.5"), ("weibull", ", shape: 1.5"), ("pareto", ", shape: 1.5"),
      ("mixture", ""), ("empirical", ", column: rtt, unit: ms"),
    ] {
      let example = try #require(schema.section(.distribution).key(key)).example
      _ = try scenario(
        least, files: files,
        overrides: ["network.delay={ \(key): \(example)\(others), at-least: 5ms }"])
    }
  }

  @Test func `a key is explained with type, limits, unit, default and example`() throws {
    #expect(
      try schema.explain(key: "clients.count").get() == """
        clients.count
          How many.

          type     a whole number
          limits   from 1 to 1000000
          default  1
          example  count: 200

        """)
    #expect(
      try schema.explain(key: "network.outage").get() == """
        network.outage
          When the link is down: a stream holds what is sent meanwhile, a datagram is lost.

          type     a mapping
          default  none
          example  outage: { every: { exponential: 45s }, for: 3s }

          keys inside
            every  From the end of one outage to the start of the next.
            for    How long an outage lasts.

        """)
  }

  @Test(arguments: [
    ("network.delay", "network.delay\n  How long a message is under way"),
    ("networks.mobile.delay", "networks.mobile.delay\n  How long a message is under way"),
    ("clients.0.batch.at-most", "clients.0.batch.at-most\n  When it publishes at the latest"),
    ("workload.arrivals", "workload.arrivals\n  People arrive as they please"),
    ("workload.arrivals.stages.over", "workload.arrivals.stages.over\n  How long the slide"),
    ("network.delay.mixture.0.of", "network.delay.mixture.0.of\n  What is drawn then."),
    ("retransmit", "network.retransmit\n  How long a stream waits"),
    ("post-to-seen", "expect.post-to-seen\n  From the moment a person meant to post"),
    ("read-your-writes", "expect.read-your-writes\n  What 'read-your-writes' promises."),
    ("distribution", "distribution\n  A random length of time"),
    ("post-to-seen.p99.under", "expect.post-to-seen.p99.under\n  Strictly smaller."),
    ("expect.writes.value.under", "expect.writes.value.under\n  Strictly smaller."),
    ("keys", "scenario: A scenario.\n  weir "),
  ])
  func `a key may be named in many ways`(_ key: String, _ start: String) throws {
    #expect(try schema.explain(key: key).get().hasPrefix(start))
  }

  @Test func `a key that is not there, or there more than once, is told`() {
    #expect(
      schema.explain(key: "network.dealy")
        == .failure(
          Problem(
            message: "unknown key 'network.dealy'",
            remedy: "did you mean 'network.delay'? `weir explain keys` lists them all")))
    #expect(
      schema.explain(key: "p9")
        == .failure(
          Problem(
            message: "unknown key 'p9'",
            remedy: "did you mean 'p90'? `weir explain keys` lists them all")))
    #expect(
      schema.explain(key: "every")
        == .failure(
          Problem(
            message: "'every' stands in several places",
            remedy:
              "write one of network.outage.every, clients.where.every, workload.every, workload.arrivals.every, faults.every"
          )))
  }

  @Test func `the table of keys has a line for each`() throws {
    let lines = try schema.explain(key: nil).get().split(separator: "\n")
    for place in schema.places {
      #expect(lines.count { $0.hasPrefix("  \(place.path) ") } == 1, "\(place.path)")
    }
  }

  @Test func `the JSON Schema is JSON, and every reference in it leads somewhere`() throws {
    let text = schema.jsonSchema()
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let definitions = try #require(root["$defs"] as? [String: Any])
    let properties = try #require(root["properties"] as? [String: Any])
    #expect(Set(properties.keys) == Set(schema.section(.scenario).keys.map(\.name)))
    #expect(root["additionalProperties"] as? Bool == false)
    var references = 0
    for part in text.split(separator: "\"$ref\": \"#/$defs/").dropFirst() {
      let name = String(part.prefix { $0 != "\"" })
      #expect(definitions[name] != nil, "\(name)")
      references += 1
    }
    #expect(references > 100)
  }

  @Test func `the Markdown has a row for each key and four cells in each row`() {
    let lines = schema.markdown().split(separator: "\n")
    #expect(
      lines.contains(
        "| `delay` | a duration or a distribution | `0s` | How long a message is under way, "
          + "in one direction: half of a round trip. |"))
    let rows = lines.filter { $0.hasPrefix("| `") }
    #expect(rows.count == schema.places.count)
    #expect(rows.allSatisfy { $0.split(separator: " | ").count == 4 })
  }
}
