// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirStatistics

@Suite struct EstimateTests {
  @Test func `Student's interval of three numbers is the one in the tables`() throws {
    let estimate = try Estimate.mean(of: [1, 2, 3])
    #expect(estimate.value == 2)
    #expect(abs(estimate.high - 4.484137712) < 1e-8)
    #expect(abs(estimate.low + 0.484137712) < 1e-8)
    #expect(estimate.method == .studentT)
  }

  @Test func `Student's interval covers the true mean in 95 of 100 experiments`() throws {
    let table = try QuantileTable(.normal(mean: .seconds(1), deviation: .milliseconds(100)))
    var stream = RandomStream(seed: 5, "coverage")
    let covered = try count(2_000) {
      let data = (0..<12).map { _ in Double(table.draw(&stream).nanoseconds) }
      return try Estimate.mean(of: data).covers(1e9)
    }
    // Three and a half deviations of a binomial around 1,900.
    #expect(abs(covered - 1_900) < 35, "\(covered)")
  }

  @Test func `batch means are honest about a series with a memory, Student is not`() throws {
    let noise = try QuantileTable(.normal(mean: .seconds(1), deviation: .milliseconds(100)))
    var stream = RandomStream(seed: 6, "memory")
    var (honest, fooled) = (0, 0)
    for _ in 0..<300 {
      var level = 0.0
      var series: [Double] = []
      series.reserveCapacity(3_000)
      for step in 0..<3_100 {
        level = 0.8 * level + Double(noise.draw(&stream).nanoseconds) / 1e9 - 1
        if step >= 100 { series.append(level) }
      }
      if try Estimate.batchMeans(of: series).covers(0) { honest += 1 }
      if try Estimate.mean(of: series).covers(0) { fooled += 1 }
    }
    #expect((270...295).contains(honest), "\(honest)")
    #expect(fooled < 210, "\(fooled)")
  }

  @Test func `what comes before the first batch counts for the mean alone`() throws {
    // Two batches, 1 and 3; their deviation is the root of 2, and Student's t with one degree of freedom is 12.706.
    let estimate = try Estimate.batchMeans(of: [100, 1, 1, 3, 3], batches: 2)
    #expect(estimate.value == 21.6 && estimate.count == 5)
    #expect(abs(estimate.high - 21.6 - 12.7062047) < 1e-6)
    #expect(abs(21.6 - estimate.low - 12.7062047) < 1e-6)
  }

  @Test func `batch means of a constant series have no width`() throws {
    let estimate = try Estimate.batchMeans(of: [Double](repeating: 4, count: 100))
    #expect((estimate.low, estimate.value, estimate.high) == (4, 4, 4))
    #expect(estimate.count == 100)
  }

  @Test func `the bootstrap interval of a median covers it about as often as it says`() throws {
    let table = try QuantileTable(.exponential(mean: .milliseconds(40)))
    let median = 40e6 * 0.6931471805599453
    var stream = RandomStream(seed: 7, "bootstrap coverage")
    let covered = try count(200) {
      let data = (0..<41).map { _ in Double(table.draw(&stream).nanoseconds) }
      return try Estimate.bootstrap(of: data, resamples: 120, seed: stream.next()) {
        $0.sorted()[20]
      }.covers(median)
    }
    #expect((178...199).contains(covered), "\(covered)")
  }

  @Test func `the bootstrap is the same for the same seed only`() throws {
    let data = (0..<50).map { Double($0 * $0 % 37) }
    func interval(_ seed: UInt64) throws -> Estimate {
      try .bootstrap(of: data, resamples: 200, seed: seed) { $0.reduce(0, +) / 50 }
    }
    #expect(try interval(1) == interval(1))
    #expect(try interval(1) != interval(2))
    #expect(try interval(1).covers(interval(1).value))
  }

  @Test(arguments: [
    (81, 263, 0.2527, 0.3676), (15, 148, 0.0578, 0.1617), (0, 20, 0, 0.1684),
    (1, 29, 0.0009, 0.1776),
    (10, 100, 0.0490, 0.1762), (5, 10, 0.1871, 0.8129), (0, 100, 0, 0.0362), (20, 20, 0.8316, 1),
  ])
  func `Clopper and Pearson's interval is the published one`(
    hits: Int, count: Int, low: Double, high: Double
  ) throws {
    let estimate = try Estimate.proportion(hits, of: count)
    #expect(abs(estimate.low - low) < 6e-5, "\(estimate.low)")
    #expect(abs(estimate.high - high) < 6e-5, "\(estimate.high)")
    #expect(estimate.covers(Double(hits) / Double(count)))
  }

  @Test(arguments: [1_000, 100_000, 10_000_000, 1_000_000_000])
  func `an interval of a proportion exists for large counts, too`(count: Int) throws {
    for hits in [0, 1, count / 1_000, count / 2, count - 1, count] {
      let estimate = try Estimate.proportion(hits, of: count)
      #expect(estimate.covers(estimate.value))
      #expect(estimate.low >= 0 && estimate.high <= 1 && estimate.low < estimate.high)
    }
    // Half seen: the bell curve's interval, which is exact to many digits here.
    let half = try Estimate.proportion(count / 2, of: count)
    let reach = 1.959964 * (0.25 / Double(count)).squareRoot() + 0.5 / Double(count)
    #expect(abs((half.high - 0.5) / reach - 1) < 2e-3)
    // Nothing seen: the rule of three, more exactly −ln(0.025)/n.
    let none = try Estimate.proportion(0, of: count)
    #expect(abs(none.high * Double(count) - 3.6889) < 0.01)
  }

  @Test func `data from which nothing follows are problems, not NaN`() {
    #expect(throws: Problems.self) { try Estimate.mean(of: []) }
    #expect(throws: Problems.self) { try Estimate.mean(of: [1]) }
    #expect(throws: Problems.self) { try Estimate.mean(of: [1, .nan]) }
    #expect(throws: Problems.self) { try Estimate.mean(of: [1, 2], level: 1) }
    #expect(throws: Problems.self) { try Estimate.mean(of: [1e308, -1e308, 1e308]) }
    #expect(throws: Problems.self) { try Estimate.batchMeans(of: [1, 2, 3]) }
    #expect(throws: Problems.self) { try Estimate.batchMeans(of: [1, 2, 3], batches: 1) }
    #expect(throws: Problems.self) { try Estimate.proportion(0, of: 0) }
    #expect(throws: Problems.self) { try Estimate.proportion(3, of: 2) }
    #expect(throws: Problems.self) { try Estimate.proportion(-1, of: 2) }
    #expect(throws: Problems.self) {
      try Estimate.bootstrap(of: [1, 2, 3], seed: 1) { _ in .nan }
    }
  }

  private func count(_ times: Int, _ experiment: () throws -> Bool) rethrows -> Int {
    var hits = 0
    for _ in 0..<times where try experiment() { hits += 1 }
    return hits
  }
}

@Suite struct GrowthExponentTests {
  @Test func `a square grows with the exponent two, exactly`() throws {
    let growth = try GrowthExponent(sizes: [1, 2, 4, 8, 16], costs: [3, 12, 48, 192, 768])
    #expect(abs(growth.exponent - 2) < 1e-12)
    #expect(abs(growth.factor - 3) < 1e-11)
    #expect(growth.high - growth.low < 1e-6)
  }

  @Test func `its interval covers the true exponent in 95 of 100 experiments`() throws {
    let noise = try QuantileTable(.logNormalOfSeconds(mu: 0, sigma: 0.1))
    var stream = RandomStream(seed: 8, "growth")
    let sizes: [Double] = [10, 20, 40, 80, 160, 320, 640]
    var covered = 0
    for _ in 0..<1_000 {
      let costs = sizes.map { $0 * Double(noise.draw(&stream).nanoseconds) / 1e9 }
      let growth = try GrowthExponent(sizes: sizes, costs: costs)
      if growth.low <= 1, 1 <= growth.high { covered += 1 }
    }
    #expect(abs(covered - 950) < 25, "\(covered)")
  }

  @Test func `points without a growth are problems`() {
    #expect(throws: Problems.self) { try GrowthExponent(sizes: [1, 2], costs: [1, 2]) }
    #expect(throws: Problems.self) { try GrowthExponent(sizes: [2, 2, 2], costs: [1, 2, 3]) }
    #expect(throws: Problems.self) { try GrowthExponent(sizes: [1, 2, 3], costs: [1, 0, 3]) }
    #expect(throws: Problems.self) { try GrowthExponent(sizes: [1, 2, 3], costs: [1, .nan, 3]) }
  }
}
