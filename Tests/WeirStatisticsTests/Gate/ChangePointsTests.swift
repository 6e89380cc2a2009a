// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirStatistics

@Suite struct ChangePointsTests {
  private static func noise(_ count: Int, _ stream: inout RandomStream) -> [Double] {
    (0..<count).map { _ in
      (0..<12).reduce(-6) { sum, _ in sum + Double(stream.next() >> 11) * 0x1p-53 }
    }
  }

  @Test func `a step is found where it is, with the levels on both sides`() throws {
    var stream = RandomStream(seed: 1, "step")
    var series = Self.noise(60, &stream)
    for place in 37..<60 { series[place] += 3 }
    let found = ChangePoints(of: series, seed: 1)
    #expect(found.points.count == 1)
    let point = try #require(found.points.first)
    #expect(abs(point.index - 37) <= 1 && point.probability <= 0.01)
    #expect(abs(point.before) < 0.6 && abs(point.after - 3) < 0.6)
  }

  @Test func `steps up and down again are both found`() {
    var stream = RandomStream(seed: 2, "steps")
    var series = Self.noise(90, &stream)
    for place in 30..<60 { series[place] += 4 }
    let places = ChangePoints(of: series, seed: 1).points.map(\.index)
    #expect(places.count == 2)
    #expect(zip(places, [30, 60]).allSatisfy { abs($0 - $1) <= 2 })
  }

  @Test func `a series without a change has one as often as alpha says`() {
    var stream = RandomStream(seed: 3, "calm")
    var alarms = 0
    for seed in 0..<120 as Range<UInt64> {
      // Heavy tails: every tenth value is far out.
      var series = Self.noise(24, &stream)
      for place in series.indices where stream.below(10) == 0 { series[place] *= 20 }
      let found = ChangePoints(of: series, alpha: 0.1, shuffles: 99, seed: seed)
      if !found.points.isEmpty { alarms += 1 }
    }
    // Twelve are expected; 25 or more have a probability below one in a thousand.
    #expect(alarms < 25 && alarms > 1)
  }

  @Test func `equal values and short series have no change`() {
    #expect(ChangePoints(of: [1, 1, 1, 1, 1, 1, 1, 1], seed: 1).points.isEmpty)
    #expect(ChangePoints(of: [1, 2, 3, 4, 5], seed: 1).points.isEmpty)
    #expect(ChangePoints(of: [], seed: 1).points.isEmpty)
  }

  @Test func `the same seed finds the same`() {
    var stream = RandomStream(seed: 4, "same")
    let series = Self.noise(30, &stream)
    #expect(
      ChangePoints(of: series, alpha: 0.9, seed: 7) == ChangePoints(of: series, alpha: 0.9, seed: 7)
    )
  }
}
