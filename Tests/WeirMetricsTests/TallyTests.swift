import Testing
import WeirCore

import WeirMetrics

@Suite struct TallyTests {
  @Test(arguments: 0..<6)
  func `quantiles are within four thousandths of the sorted truth, and the rest is exact`(
    seed: UInt64
  ) throws {
    var chance = RandomStream(seed: seed, "tally")
    var tally = Tally()
    var values: [Int64] = []
    for _ in 0..<5000 {
      let value = Int64(chance.next() >> (1 + chance.below(62)))
      values.append(value)
      tally.add(value)
    }
    values.sort()
    #expect(tally.count == 5000)
    #expect(tally.sum == values.reduce(Int128(0)) { $0 + Int128($1) })
    #expect(tally.least == values[0] && tally.greatest == values[4999])
    for percent in [0, 1, 10, 25, 50, 75, 90, 99, 100] {
      let exact = values[max(1, (5000 * percent + 99) / 100) - 1]
      let told = try #require(tally.quantile(percent, of: 100))
      #expect(Double((told - exact).magnitude) <= 0.004 * Double(exact), "\(percent) %")
    }
  }

  @Test func `lengths below 512 and the ends of the range are told exactly`() {
    for value: Int64 in [0, 1, 255, 256, 511, .max] {
      var tally = Tally()
      tally.add(value)
      #expect(tally.quantile(1, of: 2) == value)
    }
  }

  @Test func `nothing has no quantile, mean or deviation`() {
    let tally = Tally()
    #expect(tally.quantile(1, of: 2) == nil && tally.mean == nil && tally.deviation == nil)
  }

  @Test func `lengths that are all alike do not deviate, however long they are`() {
    var tally = Tally()
    for _ in 0..<1000 { tally.add(3_600_000_000_007) }
    #expect(tally.deviation == 0)
    #expect(tally.mean == 3_600_000_000_007)
  }

  @Test func `the deviation is that of the lengths`() throws {
    var tally = Tally()
    for value: Int64 in [2, 4, 4, 4, 5, 5, 7, 9] { tally.add(value) }
    let deviation = try #require(tally.deviation)
    #expect(abs(deviation - (32.0 / 7).squareRoot()) < 1e-12)
  }

  @Test func `samples remember their stage, also those before the first stage`() {
    var samples = Samples()
    samples.add(1, stage: 0)
    #expect(samples.values(of: 0) == [1] && samples.values(of: 2) == [])
    samples.add(2, stage: 2)
    samples.add(3, stage: 0)
    #expect(samples.values == [1, 2, 3])
    #expect(samples.values(of: 0) == [1, 3] && samples.values(of: 2) == [2])
  }
}
