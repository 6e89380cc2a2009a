// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

import WeirMetrics

@Suite struct LatencyHistogramTests {
  @Test(arguments: 0..<6)
  func `quantiles are within four thousandths of the sorted truth, and the rest is exact`(
    seed: UInt64
  ) throws {
    var chance = RandomStream(seed: seed, "tally")
    var histogram = LatencyHistogram()
    var values: [Int64] = []
    for _ in 0..<5000 {
      let value = Int64(chance.next() >> (1 + chance.below(62)))
      values.append(value)
      histogram.add(value)
    }
    values.sort()
    #expect(histogram.count == 5000)
    #expect(histogram.sum == values.reduce(Int128(0)) { $0 + Int128($1) })
    #expect(histogram.least == values[0] && histogram.greatest == values[4999])
    for percent in [0, 1, 10, 25, 50, 75, 90, 99, 100] {
      let exact = values[max(1, (5000 * percent + 99) / 100) - 1]
      let told = try #require(histogram.quantile(percent, of: 100))
      #expect(Double((told - exact).magnitude) <= 0.004 * Double(exact), "\(percent) %")
    }
  }

  @Test func `lengths below 512 and the ends of the range are told exactly`() {
    for value: Int64 in [0, 1, 255, 256, 511, .max] {
      var histogram = LatencyHistogram()
      histogram.add(value)
      #expect(histogram.quantile(1, of: 2) == value)
    }
  }

  @Test func `nothing has no quantile, mean or deviation`() {
    let histogram = LatencyHistogram()
    #expect(
      histogram.quantile(1, of: 2) == nil && histogram.mean == nil && histogram.deviation == nil)
  }

  @Test func `lengths that are all alike do not deviate, however long they are`() {
    var histogram = LatencyHistogram()
    for _ in 0..<1000 { histogram.add(3_600_000_000_007) }
    #expect(histogram.deviation == 0)
    #expect(histogram.mean == 3_600_000_000_007)
  }

  @Test func `the deviation is that of the lengths`() throws {
    var histogram = LatencyHistogram()
    for value: Int64 in [2, 4, 4, 4, 5, 5, 7, 9] { histogram.add(value) }
    let deviation = try #require(histogram.deviation)
    #expect(abs(deviation - (32.0 / 7).squareRoot()) < 1e-12)
  }

  @Test func `samples remember their stage, also those before the first stage`() {
    var samples = Samples()
    samples.add(1, stage: 0)
    #expect(Array(samples.part(ofStage: 0)) == [1] && samples.part(ofStage: 2).count == 0)
    samples.add(2, stage: 2)
    samples.add(3, stage: 0)
    #expect(Array(samples.all) == [1, 2, 3])
    #expect(Array(samples.part(ofStage: 0)) == [1, 3] && Array(samples.part(ofStage: 2)) == [2])
  }
}
