// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirMetrics
import WeirRun
import WeirScenario

import WeirReport

@Suite struct OrderReportTests {
  private static func outcome(
    groups: [Scenario.ClientGroup] = [.init(count: 4, lists: ["room"])],
    _ change: (inout Scenario.Network) -> Void
  ) throws -> Outcome {
    var scenario = Scenario(
      name: "order", about: "Four phones.", clients: groups,
      workload: [
        .init(
          name: "work", does: [.init(action: .post, weight: .one)],
          pace: .every(.exponential(mean: .seconds(1))), lasts: .seconds(30))
      ])
    scenario.networks[0].delay = .constant(.milliseconds(20))
    change(&scenario.networks[0])
    var world = try World(scenario, seed: 1)
    while world.advance(by: 100_000) {}
    return world.outcome()
  }

  private func cells(_ outcome: Outcome, _ metric: String) throws -> [String] {
    var reader = CSVReader(Array(MetricsTable.csv(outcome).utf8), file: "metrics.csv")
    while let row = try reader.next() {
      let cells = row.fields.map(\.text)
      if cells[3] == metric { return cells }
    }
    return []
  }

  @Test func `what never happened has a bound, in words and in the table`() throws {
    let outcome = try Self.outcome { _ in }
    let count = try #require(outcome.metric("reordered")).count
    #expect(count > 200)
    let cells = try cells(outcome, "reordered")
    #expect(cells[7] == "\(count)" && cells[8] == "0")
    #expect(cells[18] == "0")
    #expect(Double(cells[19]) == 3 / Double(count))
    let words = Report.percent(3 / Double(count))
    let text = Report(outcome, file: "a.yaml").text
    #expect(text.contains("\n0 of \(count) pushes overtaken (< \(words)), 0 of "))
    #expect(text.contains("\na write seen after ") && text.contains(": link 40ms, batch "))
    #expect(!text.contains("rows jumped") && !text.contains("commit-to-seen"))
    #expect(Report(outcome, file: "a.yaml").json.contains("\"hits\":0,\"none_bound\":0."))
  }

  @Test func `the words are about all clients, the table about each group, too`() throws {
    let outcome = try Self.outcome(groups: [
      .init(name: "phones", count: 2, lists: ["room"]),
      .init(name: "tablets", count: 2, lists: ["room"]),
    ]) { _ in }
    let text = Report(outcome, file: "a.yaml").text
    let line = try #require(
      text.split(separator: "\n").first { $0.hasPrefix("a write seen after ") })
    #expect(line.split(separator: "link ").count == 2, "\(line)")
    func rows(_ group: String) -> Int {
      outcome.metrics.count { $0.metric.name == "meant-to-seen" && $0.group == group }
    }
    // The whole and seven legs of the way.
    #expect(["all", "phones", "tablets"].map(rows) == [8, 8, 8])
  }

  @Test func `what did happen has an interval and no bound`() throws {
    let outcome = try Self.outcome { network in
      network.transport = .datagram
      network.reorder = Ratio(1, of: 3)
      network.reorderBy = .uniform(from: .milliseconds(100), to: .milliseconds(900))
    }
    let row = try #require(outcome.metric("reordered"))
    let cells = try cells(outcome, "reordered")
    #expect(cells[18] == "\(try #require(row.hits))" && cells[19] == "")
    let (low, high) = (try #require(row.low), try #require(row.high))
    let text = Report(outcome, file: "a.yaml").text
    let words = "\(grouped(row.hits ?? 0)) of \(grouped(row.count)) pushes overtaken"
    #expect(text.contains("\(words) (\(Report.percent(low)) to \(Report.percent(high)))"))
  }

  @Test func `a metric that is no share has neither hits nor bound`() throws {
    let cells = try cells(try Self.outcome { _ in }, "commit-to-seen")
    #expect(cells[18] == "" && cells[19] == "" && cells[5] == "s")
  }

  @Test func `small shares keep two digits at least`() {
    #expect(Report.percent(0.5) == "50 %" && Report.percent(0.0123) == "1.2 %")
    #expect(Report.percent(0.00123) == "0.12 %" && Report.percent(0.0000123) == "0.0012 %")
    #expect(Report.percent(0) == "0 %")
  }
}
