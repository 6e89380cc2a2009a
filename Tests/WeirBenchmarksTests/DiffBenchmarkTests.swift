// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirBenchmarks

@Suite struct DiffBenchmarkTests {
  private static let cells = [100, 200, 400].flatMap { rows in
    [DiffCell(.edits1, .int, rows: rows), DiffCell(.shuffle, .string, rows: rows)]
  }

  /// A clock that shows how often it was asked.
  private static func ticking(by step: UInt64) -> () -> UInt64 {
    var now: UInt64 = 0
    return {
      now += step
      return now
    }
  }

  @Test func `every cell is measured in every round, and results keep the order of the cells`() {
    var benchmark = DiffBenchmark(
      cells: Self.cells, rounds: 6, seed: 1, effort: 400, clock: Self.ticking(by: 1_000))
    #expect(benchmark.results.isEmpty && benchmark.growths.isEmpty)
    var counts: [Int] = []
    while benchmark.advance() { counts.append(benchmark.results.map(\.diff.count).reduce(0, +)) }
    #expect(counts == Array(1...36))
    #expect(benchmark.doneCount == 36 && !benchmark.advance())
    #expect(benchmark.results.map(\.cell) == Self.cells)
    #expect(benchmark.results.allSatisfy { $0.diff.count == 6 })
  }

  @Test func `a time is what the clock shows, by round and row`() throws {
    var benchmark = DiffBenchmark(
      cells: Self.cells, rounds: 6, seed: 1, effort: 400, clock: Self.ticking(by: 1_000))
    while benchmark.advance() {}
    for result in benchmark.results {
      // Every contender takes one tick for 400 rows.
      #expect(result.diff.value == 2.5 && result.diff.range == 2.5...2.5)
      #expect(result.twin == result.diff && result.read == result.diff)
      #expect(result.hash == result.diff)
      #expect(result.speedup.value == 1 && result.rowsPerSecond == 4e8)
    }
    // The same time a row at all sizes: the time grows as the rows do.
    #expect(benchmark.growths.count == 2)
    for growth in benchmark.growths {
      #expect(abs(growth.exponent - 1) < 1e-9)
      #expect(growth.count == 18)
    }
  }

  @Test func `the order is drawn from the seed, and rounds differ`() {
    func order(_ seed: UInt64) -> [[Int]] {
      var benchmark = DiffBenchmark(
        cells: Self.cells, rounds: 2, seed: seed, effort: 1, clock: Self.ticking(by: 1))
      var seen = Self.cells.map { _ in 0 }
      var order: [Int] = []
      while benchmark.advance() {
        var now = Self.cells.map { _ in 0 }
        for result in benchmark.results {
          now[Self.cells.firstIndex(of: result.cell) ?? 0] = result.diff.count
        }
        order += now.indices.filter { now[$0] != seen[$0] }
        seen = now
      }
      return [Array(order.prefix(6)), Array(order.suffix(6))]
    }
    #expect(order(1) == order(1))
    #expect(order(1) != order(2))
    #expect(order(1)[0] != order(1)[1])
    #expect(order(1).map { $0.sorted() } == [Array(0..<6), Array(0..<6)])
  }

  @Test func `two sizes have no growth, and too few rounds no interval`() {
    var benchmark = DiffBenchmark(
      cells: Array(Self.cells.prefix(4)), rounds: 2, seed: 1, effort: 1, clock: Self.ticking(by: 1))
    while benchmark.advance() {}
    #expect(benchmark.growths.isEmpty)
    #expect(benchmark.results.allSatisfy { $0.diff.range == nil })
  }
}
