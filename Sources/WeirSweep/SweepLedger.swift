// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore

/// A ledger of the seeds of a sweep that are still to run, and of what can be said of the others in order.
///
///     var ledger = SweepLedger(scenarios: 1, seeds: 1...1000)
///     let order = ledger.next()     // seed 1; the next call gives seed 2
///     ledger.take(result)           // in whatever order results come
///     ledger.takeSettled()          // in the order of scenarios and seeds, each result once
///
/// Whatever runs the seeds, side by side or one by one, with results in any order, twice, or read from a
/// journal: what is settled is what a single worker would have found that runs seed after seed and
/// stops a scenario at its `limit`-th failure. So nothing that is printed depends on the number of cores.
///
/// - Complexity: O(log *n*) a call in the number of results that wait for an earlier seed.
package struct SweepLedger: Sendable {
  /// One seed to run.
  package struct Order: Hashable, Sendable {
    /// The number of the scenario, from 0.
    package var scenario: Int
    /// The seed.
    package var seed: UInt64

    /// Makes an order.
    package init(scenario: Int, seed: UInt64) {
      self.scenario = scenario
      self.seed = seed
    }
  }

  /// The number of results that were taken.
  package private(set) var doneCount = 0
  /// The number of failures among them.
  package private(set) var failureCount = 0

  private let aim: SweepAim
  private var lanes: [SweepLane]
  private var settling = 0

  /// A ledger of `scenarios` scenarios, each with the same seeds, of which none is done.
  ///
  /// With a limit a scenario is over at its `limit`-th failure.
  package init(
    scenarios: Int, seeds: ClosedRange<UInt64>, aim: SweepAim = .anything, limit: Int? = nil
  ) {
    self.aim = aim
    lanes = (0..<scenarios).map { _ in
      SweepLane(first: seeds.lowerBound, count: Self.count(of: seeds), limit: limit)
    }
  }

  /// A ledger of a part of a sweep: of the runs that have these numbers when they stand in one row, scenario by scenario
  /// and seed by seed.
  ///
  /// A limit holds for the part alone. As it is never reached later in the whole than in a part, the whole needs
  /// no run that all parts leave out.
  package init(
    scenarios: Int, seeds: ClosedRange<UInt64>, orders: Range<Int>, aim: SweepAim = .anything,
    limit: Int? = nil
  ) {
    self.aim = aim
    let count = Self.count(of: seeds)
    lanes = (0..<scenarios).map { number in
      let part = orders.clamped(to: (number * count)..<((number + 1) * count))
      let place = part.isEmpty ? 0 : part.lowerBound - number * count
      return SweepLane(
        first: seeds.lowerBound + UInt64(place), count: part.count, limit: limit)
    }
  }

  private static func count(of seeds: ClosedRange<UInt64>) -> Int {
    let span = seeds.upperBound - seeds.lowerBound
    invariant(span < UInt64(Int.max), "\(span) seeds are more than can be counted")
    return Int(span) + 1
  }

  /// The number of seeds there are at most to run, of all scenarios together.
  package var plannedCount: Int { lanes.reduce(0) { $0 + $1.end } }

  /// The number of seeds that were neither handed out nor taken.
  package var leftCount: Int { lanes.reduce(0) { $0 + $1.leftCount } }

  /// `true` if everything that had to be known is known.
  package var isOver: Bool { lanes.allSatisfy(\.isOver) }

  /// The next seed to run; nil if all are handed out.
  package mutating func next() -> Order? {
    for number in lanes.indices {
      if let seed = lanes[number].next() { return Order(scenario: number, seed: seed) }
    }
    return nil
  }

  /// Takes back a seed that was handed out and not run.
  package mutating func giveBack(_ order: Order) {
    lanes[order.scenario].giveBack(order.seed)
  }

  /// Takes in a result; false if it is not of this sweep, or known already.
  @discardableResult
  package mutating func take(_ result: SeedResult) -> Bool {
    let isFailure = aim.isFailure(result)
    guard lanes.indices.contains(result.scenario),
      lanes[result.scenario].take(result, isFailure: isFailure)
    else { return false }
    doneCount += 1
    if isFailure { failureCount += 1 }
    return true
  }

  /// `true` if a run of this sweep is still to come and can change what is found.
  package func needs(_ order: Order) -> Bool {
    lanes.indices.contains(order.scenario) && lanes[order.scenario].needs(order.seed)
  }

  /// The results that no open seed comes before, in order; each is given once.
  package mutating func takeSettled() -> [SeedResult] {
    var settled: [SeedResult] = []
    while settling < lanes.count {
      lanes[settling].settle(into: &settled)
      guard lanes[settling].isOver else { break }
      settling += 1
    }
    return settled
  }

  /// The results that wait for an earlier seed, in order: what else is known when a sweep is cut short.
  package func waiting() -> [SeedResult] { lanes.flatMap { $0.waitingResults } }
}
