// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirMetrics
import WeirRun

import WeirReport
import WeirSweep

@Suite struct ComparisonTests {
  private static func table(_ rows: [String]) -> [UInt8] {
    let header = "schema_version,scenario,seed,metric,group,unit,kind,n,mean,p50"
    return Array(([header] + rows).map { $0 + "\r\n" }.joined().utf8)
  }

  private static func results(_ name: String, _ rows: [String]) throws -> Results {
    var results = Results(named: name)
    try results.addMetrics(table(rows), file: "\(name)/metrics.csv")
    return results
  }

  @Test func `equal numbers are the same, and one unit is a difference`() throws {
    let base = try Self.results(
      "a", ["1,chat,7,writes,all,1,exact,57,,", "1,chat,7,wait,all,s,exact,3,0.2,0.1"])
    let same = Comparison(base: base, head: base)
    #expect(same.verdict == .same && same.rows.count == 4)
    #expect(same.rows.allSatisfy { $0.verdict == .pass && $0.pairCount == 1 })
    let head = try Self.results(
      "b", ["1,chat,7,writes,all,1,exact,58,,", "1,chat,7,wait,all,s,exact,3,0.2,0.1"])
    let other = Comparison(base: base, head: head)
    #expect(other.verdict == .different)
    let rows = other.rows.filter { $0.verdict == .fail }
    #expect(
      rows.count == 1 && rows[0].metric == "writes" && rows[0].base == 57 && rows[0].head == 58)
    #expect(rows[0].seed == 7 && rows[0].probability == nil)
    #expect(other.text.contains("DIFFERENT  3 numbers are the same, 1 differ"))
  }

  @Test func `what only one side has is new or missing, never the same`() throws {
    let base = try Self.results(
      "a", ["1,chat,7,writes,all,1,exact,57,,", "1,chat,7,lost,all,1,exact,2,,"])
    let head = try Self.results(
      "b", ["1,chat,7,writes,all,1,exact,57,,", "1,chat,7,reruns,all,1,exact,2,,"])
    let comparison = Comparison(base: base, head: head)
    #expect(comparison.verdict == .different)
    #expect(comparison.rows.map(\.verdict) == [.pass, .missing, .new])
    #expect(comparison.rows[1].head == nil && comparison.rows[2].base == nil)
  }

  @Test func `other seeds are other weather, and nothing in common is nothing`() throws {
    let base = try Self.results("a", ["1,chat,7,writes,all,1,exact,57,,"])
    let other = try Self.results("b", ["1,chat,8,writes,all,1,exact,60,,"])
    #expect(Comparison(base: base, head: other).verdict == .otherWeather)
    let strange = try Self.results("c", ["1,news,7,writes,all,1,exact,57,,"])
    #expect(Comparison(base: base, head: strange).verdict == .nothing)
  }

  @Test func `many seeds are paired, and the interval is that of their differences`() throws {
    // Weather changes the number by hundreds from seed to seed; the change is 2 in each pair, but for one.
    func rows(_ change: Int) -> [String] {
      (1...12).map { seed in
        let value = 100 + 97 * seed * seed % 1000 + (seed == 5 ? 0 : change)
        return "1,chat,\(seed),writes,all,1,exact,\(value),,"
      }
    }
    let comparison = Comparison(
      base: try Self.results("a", rows(0)), head: try Self.results("b", rows(2)))
    let row = comparison.rows[0]
    #expect(row.verdict == .fail && row.pairCount == 12)
    #expect(row.reason == "11 pairs rose and 0 fell of 12")
    #expect(abs((row.probability ?? 0) - 2 / 2048) < 1e-12)
    let base = try #require(row.base)
    #expect(
      (row.low ?? 0) > 0 && (row.low ?? 9) < 100 * 2 / base && (row.high ?? 0) > 100 * 1.83 / base)
  }

  @Test(arguments: 0...30)
  func `the sign test adds up the binomial as one does by hand`(rising: Int) {
    // Pascal's triangle.
    var row = [1.0]
    for _ in 0..<30 { row = zip([0] + row, row + [0]).map(+) }
    let tail = row[...min(rising, 30 - rising)].reduce(0, +) / row.reduce(0, +)
    #expect(abs(SignProbability.twoSided(rising, 30 - rising) - min(1, 2 * tail)) < 1e-12)
    #expect(SignProbability.twoSided(0, 0) == 1)
  }

  @Test func `sweeps are compared seed by seed`() throws {
    func sweep(_ name: String, broken: Set<Int>, other: Set<Int> = []) throws -> Results {
      var results = Results(named: name)
      let header =
        "schema_version,scenario,file,seed,verdict,checker,at,because,also,steps,events,ended,digest\r\n"
      let rows = (1...10).map { seed in
        let verdict = broken.contains(seed) ? "broken,lists,1,so," : "pass,,,,"
        return
          "1,chat,chat.yaml,\(seed),\(verdict),100,50,1.5,\(other.contains(seed) ? "cd" : "ab")-\(seed)\r\n"
      }
      try results.addSweep(Array((header + rows.joined()).utf8), file: "sweep.csv")
      return results
    }
    let base = try sweep("a", broken: [3])
    #expect(Comparison(base: base, head: base).verdict == .same)
    let comparison = Comparison(base: base, head: try sweep("b", broken: [4, 9], other: [2]))
    let row = try #require(comparison.rows.last)
    #expect(row.metric == "verdict" && row.verdict == .fail && row.base == 0.9 && row.head == 0.8)
    #expect(
      row.reason
        == "2 seeds no longer pass (4 9); 1 seeds pass now (3); 1 of 10 traces differ (2)")
    #expect(comparison.rows.dropLast().allSatisfy { $0.verdict == .pass })
  }

  @Test func `a table that is none is refused with its place`() throws {
    var results = Results(named: "a")
    #expect(throws: Problems.self) {
      try results.addMetrics(Array("a,b\r\n1,2\r\n".utf8), file: "m")
    }
    let problems = #expect(throws: Problems.self) {
      try results.addMetrics(
        Self.table(["1,chat,7,writes,all,1,exact,many,,"]), file: "m.csv")
    }
    #expect(problems?.all.first?.mark?.line == 2)
    #expect(problems?.all.first?.message == "'many' is not a number")
  }

  @Test func `a run's own table is read back number by number`() throws {
    let watched = try Watched(Watched.room())
    let bytes = Array(MetricsTable.csv(watched.outcome).utf8)
    var results = Results(named: "a")
    try results.addMetrics(bytes, file: "metrics.csv")
    let comparison = Comparison(base: results, head: results)
    #expect(comparison.verdict == .same)
    let seen = try #require(
      comparison.rows.first { $0.metric == "post-to-seen" && $0.statistic == "mean" })
    let mean = try #require(watched.outcome.metric("post-to-seen")?.mean)
    #expect(seen.base == mean / 1e9 && seen.unit == "s")
  }
}
