// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

import WeirStatistics

@Suite struct KolmogorovSmirnovTests {
  @Test func `the exact probability is the published one`() {
    // Marsaglia, Tsang and Wang, Journal of Statistical Software 8 (18), 2003.
    #expect(abs(KolmogorovSmirnov.exactBelow(0.274, 10) - 0.6284796154565804) < 1e-13)
    // One value: the distance is below d with the probability 2d − 1.
    #expect(abs(KolmogorovSmirnov.exactBelow(0.75, 1) - 0.5) < 1e-15)
  }

  @Test func `the limit is Kolmogorov's and meets the exact values at their border`() {
    #expect(abs(KolmogorovSmirnov.limit(1.3581e-3, 1_000_000) - 0.05) < 1e-4)
    for distance in [0.06, 0.08, 0.1, 0.13] {
      let exact = 1 - KolmogorovSmirnov.exactBelow(distance, 140)
      #expect(abs(KolmogorovSmirnov.limit(distance, 140) - exact) < 0.012)
    }
  }

  @Test func `distances are those found by hand`() throws {
    let one = try #require(KolmogorovSmirnov(sorted: [0.1, 0.2, 0.9]) { $0 })
    #expect(abs(one.statistic - (2.0 / 3 - 0.2)) < 1e-15)
    let two = try #require(KolmogorovSmirnov(sorted: [1, 2, 2, 3], [2, 3, 4, 5]))
    #expect(abs(two.statistic - 0.5) < 1e-15)
    #expect(KolmogorovSmirnov(sorted: []) { $0 } == nil)
    #expect(KolmogorovSmirnov(sorted: [1], [.nan]) == nil)
  }

  @Test(arguments: [20, 200]) func `p-values of true hypotheses are even`(size: Int) throws {
    var stream = RandomStream(seed: 4, "even")
    func sample() -> [Double] {
      (0..<size).map { _ in Double(stream.next() >> 11) * 0x1p-53 }.sorted()
    }
    var (one, two) = (0, 0)
    for _ in 0..<600 {
      if try #require(KolmogorovSmirnov(sorted: sample()) { $0 }).pValue < 0.1 { one += 1 }
      if try #require(KolmogorovSmirnov(sorted: sample(), sample())).pValue < 0.1 { two += 1 }
    }
    #expect((35...85).contains(one), "\(one)")
    #expect((20...85).contains(two), "\(two)")
  }
}

@Suite struct QueueTheoryTests {
  @Test func `one server that is half busy makes people wait as long as they are served`() throws {
    let queue = try QueueTheory.memoryless(arrivalsPerSecond: 50, serviceMean: 10e6)
    #expect(abs(queue.utilisation - 0.5) < 1e-15)
    #expect(abs(queue.waitProbability - 0.5) < 1e-15)
    #expect(abs(queue.meanWait - 10e6) < 1e-6)
    #expect(abs(queue.meanStay - 20e6) < 1e-6)
    #expect(abs(queue.meanQueue - 0.5) < 1e-12)
  }

  @Test func `Erlang's C is the one in the tables`() throws {
    let two = try QueueTheory.memoryless(arrivalsPerSecond: 1, serviceMean: 1e9, servers: 2)
    #expect(abs(two.waitProbability - 1.0 / 3) < 1e-15)
    let ten = try QueueTheory.memoryless(arrivalsPerSecond: 8, serviceMean: 1e9, servers: 10)
    #expect(abs(ten.waitProbability - 0.40918) < 1e-5)
    #expect(abs(ten.meanWait - 0.20459e9) < 1e4)
  }

  @Test func `service that never varies halves the wait`() throws {
    let steady = try QueueTheory.constant(arrivalsPerSecond: 80, service: 10e6)
    let random = try QueueTheory.memoryless(arrivalsPerSecond: 80, serviceMean: 10e6)
    let general = try QueueTheory.general(
      arrivalsPerSecond: 80, serviceMean: 10e6, serviceDeviation: 10e6)
    #expect(abs(steady.meanWait * 2 - random.meanWait) < 1e-6)
    #expect(abs(general.meanWait - random.meanWait) < 1e-6)
  }

  @Test(arguments: [
    Distribution.exponential(mean: .milliseconds(10)), .constant(.milliseconds(10)),
    .uniform(from: .zero, to: .milliseconds(20)),
  ]) func `a simulated queue waits as long as the theory says`(service: Distribution) throws {
    let arrivals = try QuantileTable(.exponential(mean: .milliseconds(20)))
    let table = try QuantileTable(service)
    let deviation: Double =
      switch service {
      case .constant: 0
      case .uniform: 20e6 / 12.0.squareRoot()
      default: 10e6
      }
    let theory = try QueueTheory.general(
      arrivalsPerSecond: 50, serviceMean: 10e6, serviceDeviation: deviation)
    var stream = RandomStream(seed: 9, "queue")
    var wait: Int64 = 0
    var waits: [Double] = []
    for _ in 0..<60_000 {
      waits.append(Double(wait))
      wait = max(
        0, wait + table.draw(&stream).nanoseconds - arrivals.draw(&stream).nanoseconds)
    }
    #expect(try Estimate.batchMeans(of: waits, level: 0.999).covers(theory.meanWait))
    #expect(abs(try Estimate.mean(of: waits).value / theory.meanWait - 1) < 0.06)
  }

  @Test func `a server that cannot keep up is a problem`() {
    #expect(throws: Problems.self) {
      try QueueTheory.memoryless(arrivalsPerSecond: 100, serviceMean: 10e6)
    }
    #expect(throws: Problems.self) {
      try QueueTheory.memoryless(arrivalsPerSecond: 1, serviceMean: 1, servers: 0)
    }
    #expect(throws: Problems.self) {
      try QueueTheory.constant(arrivalsPerSecond: .nan, service: 10e6)
    }
    #expect(throws: Problems.self) {
      try QueueTheory.general(arrivalsPerSecond: 1, serviceMean: 1, serviceDeviation: -1)
    }
  }
}
