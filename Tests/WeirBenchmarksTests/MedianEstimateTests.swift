// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

import WeirBenchmarks

@Suite struct MedianEstimateTests {
  @Test
  func `six measurements are the fewest that have an interval, from the least to the greatest`() {
    #expect(MedianEstimate([3, 1, 2, 9, 4]).range == nil)
    let estimate = MedianEstimate([3, 1, 2, 9, 4, 5])
    #expect(estimate.value == 3.5 && estimate.range == 1...9 && estimate.count == 6)
    #expect(MedianEstimate.leastCount == (1...).first { MedianEstimate.spared(of: $0) != nil })
    #expect(MedianEstimate([7]).value == 7)
  }

  /// The twin writes down every way in which measurements can fall below and above the median.
  @Test(arguments: 1...14)
  func `the interval misses as rarely as promised, and no narrower one would`(count: Int) {
    func miss(leavingOut spared: Int) -> Double {
      let ways = (0..<(1 << count)).count { way in
        way.nonzeroBitCount <= spared || count - way.nonzeroBitCount <= spared
      }
      return Double(ways) / Double(1 << count)
    }
    let spared = MedianEstimate.spared(of: count) ?? -1
    #expect(spared < 0 || miss(leavingOut: spared) <= 0.05)
    #expect(miss(leavingOut: spared + 1) > 0.05)
  }

  @Test func `the interval covers the median of a lopsided distribution`() {
    var stream = RandomStream(seed: 1, "median")
    var covered = 0
    for _ in 0..<2_000 {
      // Squares of numbers from 0 to 999: the median is between 499² and 500².
      let samples = (0..<11).map { _ in
        let number = Double(stream.index(below: 1_000))
        return number * number
      }
      if MedianEstimate(samples).range?.contains(499.5 * 499.5) == true { covered += 1 }
    }
    #expect((1_940...1_998).contains(covered), "\(covered)")
  }
}
