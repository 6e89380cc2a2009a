// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCheck
import WeirCore
import WeirMetrics
import WeirRun
import WeirScenario
import WeirSweep
import WeirTestSupport
import WeirTrace
import WeirTree

import WeirReport

@Suite struct ReportTests {
  /// A small run whose distributions are constant, so that its pages need no tables.
  private static func outcome(
    lasts: Interval = .seconds(20), expectations: [Scenario.Expectation] = [],
    interruptedAfter events: Int? = nil
  ) throws -> Outcome {
    let scenario = Scenario(
      name: "small", about: "Two phones in one room on a network of \"constant\" delay.",
      server: .init(servers: 1, service: .constant(.milliseconds(5))),
      networks: [.init(name: "default", delay: .constant(.milliseconds(40)))],
      clients: [.init(count: 2, lists: ["room"], window: .newest(10))],
      workload: [
        .init(
          name: "posts", does: [.init(action: .post, weight: .one)],
          pace: .every(.constant(.seconds(1))), lasts: lasts)
      ], expectations: expectations)
    var world = try World(scenario, seed: 1)
    if let events {
      _ = world.advance(by: events)
      world.interrupt()
    }
    while world.advance(by: 100_000) {}
    return world.outcome()
  }

  private static func expectation(_ subject: Scenario.Expectation.Subject) -> Scenario.Expectation {
    Scenario.Expectation(subject: subject, mark: Mark(file: "a.yaml", line: 9, column: 3))
  }

  private static let slow = expectation(.metric("post-to-seen", .p99, .under(1e6)))

  private func check(_ report: Report, _ verdict: Report.Verdict, named name: String) {
    #expect(report.verdict == verdict)
    for line in report.text.split(separator: "\n") where !line.hasPrefix("replay: ") {
      #expect(line.count <= 100, "\(line)")
    }
    #expect(report.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 48)
    expectSnapshot(report.text, named: name)
  }

  @Test func `a run in which all held is told on one screen`() throws {
    check(Report(try Self.outcome(), file: "a.yaml"), .pass, named: "pass.txt")
  }

  @Test func `a missed expectation is told with what was measured`() throws {
    let outcome = try Self.outcome(expectations: [Self.slow])
    check(Report(outcome, file: "a.yaml"), .missed, named: "missed.txt")
  }

  @Test func `a broken promise is told with its moment, its reason and its usual cause`() throws {
    var outcome = try Self.outcome(expectations: [Self.slow])
    outcome.findings[1].verdict = .broken(
      at: Instant.zero + .milliseconds(1500), because: "client 1: row 3 appeared without an insert")
    check(Report(outcome, file: "a.yaml"), .broken, named: "broken.txt")
  }

  @Test func `a run that was ended judges no convergence`() throws {
    let outcome = try Self.outcome(interruptedAfter: 40)
    check(Report(outcome, file: "a.yaml"), .interrupted, named: "interrupted.txt")
  }

  @Test func `a run without evidence is no pass`() throws {
    let outcome = try Self.outcome(lasts: .milliseconds(500), expectations: [Self.slow])
    check(Report(outcome, file: "a.yaml"), .nothing, named: "nothing.txt")
  }

  @Test func `the replay line survives spaces, quotes and leading dashes`() {
    func line(_ file: String, _ settings: [String] = []) -> String {
      Report.replay(file: file, seed: 7, settings: settings)
    }
    #expect(line("a/b.yaml", ["seed=3"]) == "weir run a/b.yaml --seed 7 --set seed=3")
    #expect(line("a b.yaml") == "weir run 'a b.yaml' --seed 7")
    #expect(line("it's.yaml") == "weir run 'it'\\''s.yaml' --seed 7")
    #expect(line("'\u{301}.yaml") == "weir run ''\\''\u{301}.yaml' --seed 7")
    #expect(line("$HOME.yaml") == "weir run '$HOME.yaml' --seed 7")
    #expect(line("-x.yaml") == "weir run ./-x.yaml --seed 7" && line("-") == "weir run - --seed 7")
    #expect(line("") == "weir run '' --seed 7")
  }

  @Test func `the report for programs is one line of JSON with seconds as units`() throws {
    let outcome = try Self.outcome(expectations: [Self.slow])
    let text = Report(outcome, file: "a \"b\".yaml").json
    #expect(text.hasSuffix("}\n") && text.dropLast().allSatisfy { !$0.isNewline })
    let page = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(page["verdict"] as? String == "MISSED" && page["scenario"] as? String == "small")
    #expect(page["digest"] as? String == "\(outcome.digest)")
    #expect(page["replay"] as? String == "weir run 'a \"b\".yaml' --seed 1")
    let metrics = try #require(page["metrics"] as? [[String: Any]])
    #expect(metrics.count == outcome.metrics.count)
    let flight = try #require(metrics.first { $0["metric"] as? String == "message-flight" })
    #expect(flight["mean"] as? Double == 0.04)
  }

  @Test func `annotations escape what would end them`() throws {
    var outcome = try Self.outcome(expectations: [Self.slow])
    outcome.findings[0].verdict = .broken(at: .zero, because: "100% of\r\nall, even: this")
    let lines = Report(outcome, file: "a,b:c.yaml").annotations.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines[0].hasPrefix(
        "::error file=a%2Cb%3Ac.yaml,line=1,col=1::converge: broken at 0s, because 100%25 of%0D%0A"
          + "all, even: this%0Areplay: "))
    #expect(lines[1].hasPrefix("::error file=a.yaml,line=9,col=3::expected post-to-seen p99"))
    let fine = Report(try Self.outcome(), file: "a.yaml").annotations
    #expect(fine.hasPrefix("::notice file=a.yaml,line=1,col=1::PASS: Two phones"))
  }
}

@Suite struct MetricsTableTests {
  @Test func `a run's table is strict CSV, in the order of the catalogue, whatever its name`()
    throws
  {
    var scenario = Scenario(
      name: "a, \"b\"\r\nc", about: "A name that needs quotes.",
      clients: [.init(count: 2, lists: ["room"])],
      workload: [
        .init(
          name: "work", does: [.init(action: .post, weight: .one)],
          pace: .every(.exponential(mean: .seconds(1))), lasts: .seconds(10))
      ])
    scenario.networks[0].delay = .constant(.milliseconds(20))
    var world = try World(scenario, seed: 1)
    while world.advance(by: 100_000) {}
    let outcome = world.outcome()
    var reader = CSVReader(Array(MetricsTable.csv(outcome).utf8), file: "metrics.csv")
    var rows: [[String]] = []
    while let row = try reader.next() { rows.append(row.fields.map(\.text)) }
    #expect(rows.first?.first == "schema_version" && rows.first?.count == 22)
    #expect(rows.dropFirst().allSatisfy { $0[1] == "a, \"b\" c" })
    // A metric has a row for each of its groups, one below the other.
    var order: [String] = []
    for row in rows.dropFirst() where row[3] != order.last { order.append(row[3]) }
    let catalogue = Metric.catalogue.map(\.name).filter { order.contains($0) }
    #expect(order == catalogue)
    let seen = try #require(rows.first { $0[3] == "post-to-seen" })
    // Seconds: two flights of 20 ms and a batch of 100 ms at least.
    #expect(seen[5] == "s" && (Double(seen[8]) ?? 0) > 0.14 && (Double(seen[8]) ?? 0) < 0.7)
    let writes = try #require(rows.first { $0[3] == "writes" })
    #expect(Int(writes[7]).map { $0 > 5 } == true && writes[8] == "")
  }
}

@Suite struct TraceLinesTests {
  @Test func `each kind of step is a line of JSON that names its kind`() throws {
    for kind in Step.Kind.allCases {
      for word: UInt64 in [0, 1, 5_000_000_000, .max] where word != .max || kind == .sent {
        let step = Step(
          at: Instant.zero + .milliseconds(1250), kind, client: 3, journey: 7, list: 0, x: word,
          y: word == .max ? 3 : word)
        let line = TraceLines.line(step, StepNames(lists: ["/rooms/\"lobby\"\n"]))
        #expect(line.hasSuffix("}\n"))
        let page = try #require(
          try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
        #expect(page["kind"] as? String == "\(kind)" && page["at"] as? Double == 1.25)
        #expect(page["list"] as? String == "/rooms/\"lobby\"\n" && page["client"] as? Int == 3)
      }
    }
  }

  @Test(arguments: [
    (Query(limit: .last(30)), true, 30, true), (Query(limit: .first(30)), true, 30, false),
    (Query(limit: .last(30)), false, 30, true), (Query(), true, 0, false),
    (Query(), false, 0, false),
  ])
  func `the window of a list is told as a number of rows, whatever its order is`(
    query: Query, isPlain: Bool, window: Int, isNewest: Bool
  ) {
    let step = Step(
      at: .zero, .opened, client: 0, x: Step.window(query) | (isPlain ? 0 : 1 << 63))
    let line = TraceLines.line(step, StepNames())
    #expect(line.contains("\"window\":\(window),\"newest\":\(isNewest)}"), "\(line)")
  }

  @Test func `the first line tells scenario, seed and version`() throws {
    let line = TraceLines.heading(scenario: "a\u{1}\\", seed: .max)
    #expect(line == "{\"weir-trace\":3,\"scenario\":\"a\\u0001\\\\\",\"seed\":\(UInt64.max)}\n")
  }
}
