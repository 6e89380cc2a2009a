// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

import WeirGate
import WeirReport

@Suite struct TrendTests {
  private static func history(
    _ count: Int, _ make: (Int, inout GateRow) -> Void
  ) throws -> [GateTable.Row] {
    var bytes: [UInt8] = []
    for number in 0..<count {
      var finding = GateFinding(
        file: "a.yaml", scenario: "a", lane: .time, verdict: .pass, sentence: "")
      var row = GateRow(
        verdict: "info", metric: "cpu-time", stat: "ratio", unit: "1", kind: "time", clock: "cpu")
      make(number, &row)
      finding.rows = [row]
      var origin = GateTable.Origin()
      origin.head = "commit-\(number)"
      bytes = try GateTable.adding([finding], origin, to: bytes, named: "h.csv")
    }
    return try GateTable.read(bytes, named: "h.csv")
  }

  @Test func `a step of one percent is found, with the commit that has it first`() throws {
    var stream = RandomStream(seed: 1, "ratios")
    let rows = try Self.history(40) { number, row in
      row.growth = (Double(stream.below(1000)) / 1000 - 0.5) * 0.006 + (number >= 25 ? 0.01 : 0)
    }
    let trend = Trend(rows)
    #expect(trend.changes.map(\.head) == ["commit-25"])
    #expect(trend.text.hasPrefix("1 change in 1 series\n"))
    #expect(trend.text.contains("commit-25"))
  }

  @Test func `noise alone has no change`() throws {
    var stream = RandomStream(seed: 2, "ratios")
    let rows = try Self.history(40) { _, row in
      row.growth = (Double(stream.below(1000)) / 1000 - 0.5) * 0.006
    }
    #expect(Trend(rows).changes.isEmpty)
    #expect(Trend(rows).text == "no change in 1 series\n")
  }

  @Test func `an exact number changes when it is another one, and not while it stays`() throws {
    let rows = try Self.history(6) { number, row in
      (row.metric, row.stat, row.kind, row.clock) = ("messages", "n", "exact", "virtual")
      (row.base, row.head) = ("240", number < 2 ? "241" : "250")
    }
    #expect(
      Trend(rows).changes.map { [$0.head, $0.before, $0.after] } == [
        ["commit-0", "240", "241"], ["commit-2", "240", "250"],
      ])
  }
}
