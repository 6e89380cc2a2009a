// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirStatistics

@Suite struct CurveTests {
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `the sums under a curve of steps are those of looking at every nanosecond`(seed: UInt64) {
    var stream = RandomStream(seed: seed, "divergence")
    var divergence = Divergence(since: .zero)
    var (now, distances, closed) = (0, [Int](), [Int64]())
    for _ in 0..<60 {
      let distance = max(0, stream.index(below: 5) - 2)
      if let window = divergence.set(distance, at: Instant(nanoseconds: Int64(now))) {
        closed.append(window.nanoseconds)
      }
      let lasts = stream.index(below: 6)
      distances += Array(repeating: distance, count: lasts)
      now += lasts
    }
    let last = divergence.set(0, at: Instant(nanoseconds: Int64(now)))
    if let last { closed.append(last.nanoseconds) }
    #expect(divergence.area == Int128(distances.reduce(0, +)))
    let open = distances.map { $0 > 0 }
    #expect(divergence.total.nanoseconds == Int64(open.count { $0 }))
    #expect(closed.reduce(0, +) == divergence.total.nanoseconds)
    #expect(divergence.windows == closed.count)
    // Windows of no length are windows too, but not in the naive picture.
    let naive = open.indices.count { open[$0] && ($0 == 0 || !open[$0 - 1]) }
    #expect(closed.count { $0 > 0 } >= naive)
  }

  @Test func `the visibility of an exponential link follows its closed form`() throws {
    let table = try QuantileTable(.exponential(mean: .milliseconds(40)))
    var stream = RandomStream(seed: 8, "visibility")
    let delays = (0..<20_000).map { _ in table.draw(&stream).nanoseconds }.sorted()
    let curve = VisibilityCurve(sorted: delays, unseen: 0)
    // 1 - e^(-t/mean) at t = mean · ln 2, mean · ln 4, mean · ln 10.
    let halving = 0.6931471805599453
    for (factor, share) in [(halving, 0.5), (2 * halving, 0.75), (2.302585092994046, 0.9)] {
      let time = Interval(nanoseconds: Int64(40e6 * factor))
      let estimate = try curve.share(within: time, level: 0.999)
      #expect(estimate.covers(share), "\(estimate)")
      let back = try #require(curve.time(at: share))
      #expect(abs(Double(back.nanoseconds) / Double(time.nanoseconds) - 1) < 0.05)
    }
    #expect(try curve.share(within: .zero).value < 0.001)
  }

  @Test func `what is never visible counts, and a share beyond it has no time`() throws {
    let curve = VisibilityCurve(sorted: [0, 0, 10, 20], unseen: 4)
    #expect(try curve.share(within: .zero).value == 0.25)
    #expect(try curve.share(within: Interval(nanoseconds: 20)).value == 0.5)
    #expect(curve.time(at: 0.5) == Interval(nanoseconds: 20))
    #expect(curve.time(at: 0.51) == nil)
    #expect(throws: Problems.self) {
      try VisibilityCurve(sorted: [], unseen: 0).share(within: .zero)
    }
  }

  @Test func `old reads are counted by how old they are`() throws {
    var staleness = VersionStaleness(most: 3)
    for versions in [0, 0, 0, 1, 2, 9, 3] { staleness.add(versions) }
    #expect(staleness.counts == [3, 1, 1, 2])
    #expect(try staleness.share(atMost: 0).value == 3.0 / 7)
    #expect(try staleness.share(atMost: 1).value == 4.0 / 7)
    #expect(try staleness.share(atMost: 3).value == 1)
  }

  @Test func `three in n is where nothing seen still has a chance of one in twenty`() throws {
    for count in [20, 100, 3_000, 1_000_000] {
      let bound = try #require(Estimate.bound(ifNoneOf: count))
      // (1 - 3/n)^n, by repeated squaring of its logarithm's friend: the one-sided exact bound.
      let exact = try Estimate.proportion(0, of: count, level: 0.9).high
      #expect(abs(bound / exact - 1) < 0.08, "\(count)")
      #expect(bound >= exact)
    }
    #expect(Estimate.bound(ifNoneOf: 2) == 1)
    #expect(Estimate.bound(ifNoneOf: 0) == nil)
  }

  @Test func `95 of 100 intervals cover the truth, give or take one, over 10,000 experiments`()
    throws
  {
    let normal = try QuantileTable(.normal(mean: .seconds(1), deviation: .milliseconds(100)))
    var stream = RandomStream(seed: 11, "ten thousand")
    var covered = 0
    for _ in 0..<10_000 {
      let data = (0..<8).map { _ in Double(normal.draw(&stream).nanoseconds) }
      if try Estimate.mean(of: data).covers(1e9) { covered += 1 }
    }
    #expect((9_400...9_600).contains(covered), "student \(covered)")
    // A binomial of 2,000 trials, drawn by its distribution function.
    let (trials, chance) = (2_000, 0.3)
    var cumulated: [Double] = []
    var (term, sum) = (0.0, 0.0)
    var logTerm = Double(trials) * -0.35667494393873245
    for hits in 0...trials {
      if hits > 0 {
        logTerm += GrowthTwin.log(Double(trials - hits + 1) / Double(hits) * (0.3 / 0.7))
      }
      term = GrowthTwin.exp(logTerm)
      sum += term
      cumulated.append(sum)
    }
    var known: [Int: Bool] = [:]
    covered = 0
    for _ in 0..<10_000 {
      let draw = Double(stream.next() >> 11) * 0x1p-53 * sum
      var (low, high) = (0, trials)
      while low < high {
        let middle = (low + high) / 2
        if cumulated[middle] < draw { low = middle + 1 } else { high = middle }
      }
      let covers = try known[low] ?? Estimate.proportion(low, of: trials).covers(chance)
      known[low] = covers
      if covers { covered += 1 }
    }
    #expect((9_400...9_600).contains(covered), "clopper-pearson \(covered)")
  }

  @Test func `running batches are honest about a series with a memory, and about its mean`() throws
  {
    let noise = try QuantileTable(.normal(mean: .seconds(1), deviation: .milliseconds(100)))
    var stream = RandomStream(seed: 12, "running memory")
    var honest = 0
    for _ in 0..<200 {
      var level = 0.0
      var (batches, sum) = (RunningBatches(), 0.0)
      for step in 0..<3_100 {
        level = 0.8 * level + Double(noise.draw(&stream).nanoseconds) / 1e9 - 1
        if step >= 100 {
          batches.add(level)
          sum += level
        }
      }
      let estimate = try #require(batches.estimate())
      #expect(abs(estimate.value - sum / 3_000) < 1e-12)
      #expect(estimate.count == 3_000)
      if estimate.covers(0) { honest += 1 }
    }
    #expect((177...199).contains(honest), "\(honest)")
  }

  @Test func `few values have no interval`() {
    var batches = RunningBatches()
    for value in 0..<9 { batches.add(Double(value)) }
    #expect(batches.estimate() == nil)
    batches.add(9)
    #expect(batches.estimate()?.value == 4.5)
  }
}

/// Logarithm and exponential function without the library under test.
private enum GrowthTwin {
  static func log(_ x: Double) -> Double {
    var (x, halvings) = (x, 0.0)
    while x > 1.5 {
      x /= 2
      halvings += 1
    }
    while x < 0.75 {
      x *= 2
      halvings -= 1
    }
    let ratio = (x - 1) / (x + 1)
    var (term, sum) = (ratio, 0.0)
    for odd in stride(from: 1.0, to: 41, by: 2) {
      sum += term / odd
      term *= ratio * ratio
    }
    return 2 * sum + halvings * 0.6931471805599453
  }

  static func exp(_ x: Double) -> Double {
    // e^x = (e^(x/1024))^1024.
    var (term, sum) = (1.0, 1.0)
    for step in 1..<12 {
      term *= x / 1024 / Double(step)
      sum += term
    }
    for _ in 0..<10 { sum *= sum }
    return sum
  }
}
