// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirMetrics
import WeirScenario
import WeirStatistics

import WeirRun

/// The backend's queue, held against closed formulas.
///
/// Posts arrive as a Poisson process over a network without delay, so that the backend is the textbook's
/// queue. Each cell is run with many seeds; the formula's value should lie inside Student's 95 % interval
/// of the runs' means. Of correct cells one in twenty misses that by chance, so the rule is: no cell
/// outside its 99.9 % interval, and at most so many outside 95 % as happen to correct ones with a
/// probability of at least 1 %.
@Suite struct QueueingTheoryTests {
  private struct Cell: Sendable {
    var name: String
    var service: Distribution
    var servers = 1
    var load: Double
    /// The squared coefficient of variation of the service time.
    var variation: Double
  }

  /// The number of seeds for each cell: ten, or as many as `.ci/prove-queueing` asks for.
  private static let asked: UInt64 = {
    ProcessInfo.processInfo.environment["WEIR_QUEUE_SEEDS"].flatMap { UInt64($0) } ?? 10
  }()

  #if DEBUG
    // Too short to come to rest at 90 %: that is left to builds that are fast.
    private static let (seeds, posts, mostLoad): (UInt64, Double, Double) = (5, 500, 0.7)
  #else
    private static let (seeds, posts, mostLoad): (UInt64, Double, Double) = (asked, 10_000, 0.9)
  #endif
  private static let mean = 10_000_000.0

  private static var cells: [Cell] {
    let ten = Interval.milliseconds(10)
    // A median of exp(-1/4) times the mean gives sigma² = 1/2; the 99 % quantile follows from it.
    let wide = Distribution.logNormal(
      median: Interval(nanoseconds: 7_788_008), p99: Interval(nanoseconds: 40_346_834))
    var cells: [Cell] = []
    for load in [0.3, 0.7, 0.9] {
      cells += [
        .init(name: "M/M/1", service: .exponential(mean: ten), load: load, variation: 1),
        .init(
          name: "M/M/4", service: .exponential(mean: ten), servers: 4, load: load, variation: 1),
        .init(name: "M/D/1", service: .constant(ten), load: load, variation: 0),
        .init(
          name: "M/G/1 gamma", service: .gamma(mean: ten, shape: 4), load: load, variation: 0.25),
        .init(name: "M/G/1 log-normal", service: wide, load: load, variation: 0.648_721_270_7),
      ]
    }
    return cells.filter { $0.load <= mostLoad }
  }

  /// Erlang's C for several servers, Pollaczek and Khinchine's formula for one, in nanoseconds.
  private static func meanWait(_ cell: Cell) -> Double {
    if cell.servers == 1 {
      return cell.load / (1 - cell.load) * mean * (1 + cell.variation) / 2
    }
    let offered = cell.load * Double(cell.servers)
    var blocked = 1.0
    for server in 1...cell.servers {
      blocked = offered * blocked / (Double(server) + offered * blocked)
    }
    let waits = blocked / (1 - cell.load * (1 - blocked))
    return waits * mean / (Double(cell.servers) * (1 - cell.load))
  }

  private static func scenario(_ cell: Cell) -> Scenario {
    let rate = cell.load * Double(cell.servers) * 1e9 / mean
    let length = Interval(nanoseconds: Int64(posts / rate * 1e9))
    // All clients ask for their lists at once in the beginning; that queue is long gone by then.
    let start = Interval.seconds(5)
    return Scenario(
      name: "queue", about: "A queue of the textbooks.",
      warmUp: start + Interval(nanoseconds: length.nanoseconds / 10), settle: .seconds(60),
      server: .init(servers: cell.servers, service: cell.service),
      clients: [
        .init(
          count: 50, lists: (0..<50).map { "rooms/\($0)" }, window: .newest(1), batchWait: .zero)
      ],
      workload: [
        .init(
          name: "posts", does: [.init(action: .post, weight: .one)],
          pace: .arrivals(.poisson(.init(millionths: Int64((rate * 1e6).rounded())))),
          from: start, lasts: length)
      ])
  }

  /// The judgement of a cell: its measures, and those outside their 95 % and 99.9 % intervals.
  private struct Result: Sendable {
    var measures = 0
    var outside: [String] = []
    var farOutside: [String] = []
  }

  private static func result(of cell: Cell, number: Int) throws -> Result {
    var waits: [Double] = []
    var busy: [Double] = []
    for run in 1...seeds {
      // A seed of one cell would bring the same people to another: the cells would miss together.
      let seed = UInt64(number) * 1000 + run
      let outcome = try outcome(of: scenario(cell), seed: seed)
      #expect(!outcome.isBroken)
      waits.append(try #require(outcome.metric("server-wait")?.mean))
      busy.append(try #require(outcome.metric("utilisation")?.mean))
    }
    var result = Result()
    for (what, values, truth) in [
      ("wait", waits, meanWait(cell)), ("utilisation", busy, cell.load),
    ] {
      result.measures += 1
      let likely = try Estimate.mean(of: values)
      let extreme = try Estimate.mean(of: values, level: 0.999)
      let words = "\(cell.name) at \(cell.load): \(what) \(likely.value) for \(truth)"
      if !(likely.low...likely.high).contains(truth) { result.outside.append(words) }
      if !(extreme.low...extreme.high).contains(truth) { result.farOutside.append(words) }
    }
    return result
  }

  /// The cells are run side by side and judged together, for the misses of all of them are counted.
  @Test func `waits and utilisation are those of queueing theory`() async throws {
    let results = try await withThrowingTaskGroup(of: Result.self) { group in
      for (number, cell) in Self.cells.enumerated() {
        group.addTask { try Self.result(of: cell, number: number) }
      }
      return try await group.reduce(into: [Result]()) { $0.append($1) }
    }
    let outside = results.flatMap(\.outside).sorted()
    let measures = results.map(\.measures).reduce(0, +)
    #expect(measures == 2 * Self.cells.count)
    #expect(results.flatMap(\.farOutside).sorted() == [])
    #expect(outside.count <= Self.mostOutside(of: measures), "\(outside)")
  }

  /// The largest number of misses that correct cells reach with a probability of at least 1 %.
  private static func mostOutside(of count: Int) -> Int {
    var probability = 1.0
    for _ in 0..<count { probability *= 0.95 }
    var (below, misses) = (0.0, 0)
    while 1 - below >= 0.01 {
      below += probability
      misses += 1
      probability *= Double(count - misses + 1) / Double(misses) * 0.05 / 0.95
    }
    return misses - 1
  }
}
