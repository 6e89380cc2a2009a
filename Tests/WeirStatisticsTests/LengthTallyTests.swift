// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirStatistics

@Suite
struct LengthTallyTests {
  private static func tell(_ lengths: [Int64]) -> (summary: Summary?, interval: Estimate?) {
    var tally = LengthTally(count: lengths.count)
    for length in lengths { tally.add(length) }
    return tally.finish()
  }

  /// Lengths of which some are beyond four bytes, or at their edge.
  private static func lengths(_ count: Int, seed: UInt64) -> [Int64] {
    var stream = RandomStream(seed: seed, "lengths")
    return (0..<count).map { _ in
      switch stream.index(below: 4) {
      case 0: Int64(UInt32.max) - 2 + Int64(stream.index(below: 5))
      case 1: Int64(stream.next() >> 20)
      default: Int64(stream.index(below: 1_000_000))
      }
    }
  }

  @Test(arguments: [1, 2, 3, 59, 60, 61, 1_003, 5_000])
  func `lengths are summed up as all of them at once are`(count: Int) throws {
    let lengths = Self.lengths(count, seed: UInt64(count))
    let (summary, interval) = Self.tell(lengths)
    #expect(summary == Summary(lengths))
    let naive = try? Estimate.batchMeans(of: lengths.map { Double($0) })
    #expect((interval == nil) == (naive == nil) && (interval != nil) == (count >= 60))
    guard let interval, let naive else { return }
    #expect(interval.count == count && interval.value == summary?.mean)
    // The mean of whole numbers is exact, and that of numbers with fractions is rounded on the way.
    #expect(abs(interval.value - naive.value) <= naive.value * 1e-12)
    let (width, naiveWidth) = (interval.high - interval.low, naive.high - naive.low)
    #expect(width > 0 && abs(width - naiveWidth) <= naive.value * 1e-12)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `lengths in any order and of any likeness are sorted`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "likeness")
    // Those that differ in one byte alone, in all, or are few among many alike; in order, backwards, or mixed.
    let shift = UInt64(8 * stream.index(below: 4))
    let kinds = 1 + stream.index(below: 300)
    var lengths = (0..<stream.index(below: 3_000)).map { _ in
      stream.index(below: 9) == 0
        ? Int64(stream.next() >> 32) : Int64(stream.index(below: kinds)) << Int64(shift)
    }
    if seed % 3 == 1 { lengths.sort() }
    if seed % 3 == 2 { lengths.sort(by: >) }
    #expect(Self.tell(lengths).summary == Summary(lengths))
  }

  @Test func `short lengths alone, long ones alone, equal ones and none`() {
    for lengths: [Int64] in [
      [3, 1, 2], [1 << 40, 1 << 33, 1 << 50], Array(repeating: 7, count: 100), [0], [1 << 32],
    ] {
      let (summary, _) = Self.tell(lengths)
      #expect(summary == Summary(lengths))
    }
    let (summary, interval) = Self.tell([])
    #expect(summary == nil && interval == nil)
  }
}
