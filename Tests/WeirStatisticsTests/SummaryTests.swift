// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirStatistics

@Suite struct SummaryTests {
  @Test func `five numbers are summed up as by hand`() throws {
    let summary = try #require(Summary([40, 10, 30, 20, 50] as [Int64]))
    #expect(summary.count == 5)
    #expect(summary.mean == 30)
    #expect(abs(summary.sd - 15.811388300841896) < 1e-12)
    #expect((summary.min, summary.max) == (10, 50))
    #expect(summary.p50 == 30)
    #expect(abs(summary.p90 - 46) < 1e-9)
    #expect(abs(summary.p95 - 48) < 1e-9)
    #expect(abs(summary.p99 - 49.6) < 1e-9)
    #expect(abs(summary.p999 - 49.96) < 1e-9)
  }

  @Test func `integers and the same numbers as Doubles agree`() throws {
    var stream = RandomStream(seed: 1, "summary")
    let whole = (0..<1_000).map { _ in Int64(stream.below(1_000_000)) }
    let a = try #require(Summary(whole))
    let b = try #require(Summary(whole.map(Double.init)))
    #expect(abs(a.mean - b.mean) < 1e-7)
    #expect(abs(a.sd - b.sd) < 1e-6)
    #expect((a.p50, a.p90, a.p95, a.p99, a.p999) == (b.p50, b.p90, b.p95, b.p99, b.p999))
  }

  @Test func `numbers at both ends of what 64 bits hold are summed up, also at one`() throws {
    let ends = try #require(Summary([Int64.min, .max]))
    #expect(abs(ends.sd / 0x1p63 - 2.0.squareRoot()) < 1e-12 && ends.mean == -0.5)
    let top = try #require(Summary([Int64.max - 2, .max - 1, .max]))
    #expect(top.sd == 1 && top.mean == 0x1p63)
    let bottom = try #require(Summary([Int64.min, .min + 1, .min + 2]))
    #expect(bottom.sd == 1)
  }

  @Test func `one number has no deviation, and none has no summary`() throws {
    let one = try #require(Summary([7] as [Int64]))
    #expect((one.mean, one.sd, one.p999) == (7, 0, 7))
    #expect(Summary([] as [Int64]) == nil)
    #expect(Summary([] as [Double]) == nil)
    #expect(Summary(sorted: [1, .nan]) == nil)
    #expect(Summary([1, .infinity, 2]) == nil)
  }

  @Test func `a small spread on a huge offset is not lost`() throws {
    let offset: Int64 = 9_000_000_000_000_000_000
    let summary = try #require(Summary(sorted: [offset + 1, offset + 2, offset + 3]))
    #expect(abs(summary.sd - 1) < 1e-12)
    #expect(summary.mean == 9e18)
  }

  @Test func `quantiles at the ends are the ends`() {
    #expect(Summary.quantile(0, sorted: [3, 5, 9] as [Int64]) == 3)
    #expect(Summary.quantile(1, sorted: [3, 5, 9] as [Int64]) == 9)
    #expect(Summary.quantile(0.25, sorted: [3.0, 5, 9]) == 4)
    #expect(Summary.quantile(0.5, sorted: [] as [Double]) == nil)
  }
}

@Suite struct RunningSummaryTests {
  @Test func `agrees with the summary of what passed by`() throws {
    var stream = RandomStream(seed: 1, "running")
    let table = try QuantileTable(.exponential(mean: .milliseconds(40)))
    var running = RunningSummary()
    var kept: [Int64] = []
    for _ in 0..<20_000 {
      let value = table.draw(&stream).nanoseconds
      running.add(Double(value))
      kept.append(value)
    }
    let summary = try #require(Summary(kept))
    #expect(running.count == summary.count)
    #expect(abs(try #require(running.mean) / summary.mean - 1) < 1e-12)
    #expect(abs(try #require(running.sd) / summary.sd - 1) < 1e-9)
    #expect(running.min == summary.min)
    #expect(running.max == summary.max)
    #expect(abs(try #require(running.p50) / summary.p50 - 1) < 0.02)
    #expect(abs(try #require(running.p90) / summary.p90 - 1) < 0.02)
    #expect(abs(try #require(running.p95) / summary.p95 - 1) < 0.03)
    #expect(abs(try #require(running.p99) / summary.p99 - 1) < 0.05)
    #expect(abs(try #require(running.p999) / summary.p999 - 1) < 0.15)
  }

  @Test func `a copy goes its own way`() {
    var first = RunningSummary()
    for value in 1...9 { first.add(Double(value)) }
    var second = first
    for _ in 0..<100 { second.add(1_000) }
    #expect((first.count, second.count) == (9, 109))
    #expect(first.p50 == 5)
    #expect(first.max == 9)
    #expect(second.max == 1_000)
    first.add(5)
    #expect((first.count, second.count) == (10, 109))
  }

  @Test func `nothing seen is nil, not zero or NaN`() {
    let empty = RunningSummary()
    #expect(empty.mean == nil)
    #expect(empty.sd == nil)
    #expect(empty.p999 == nil)
    #expect(empty.max == nil)
  }
}
