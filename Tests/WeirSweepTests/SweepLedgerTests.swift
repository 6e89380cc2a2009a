// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore
import WeirRun
import WeirSweep

@Suite struct SweepLedgerTests {
  private static func result(_ scenario: Int, _ seed: UInt64, fails: Bool) -> SeedResult {
    SeedResult(scenario: scenario, seed: seed, verdict: fails ? .crashed : .pass, words: "")
  }

  /// One worker that runs seed after seed and stops a scenario at its last allowed failure.
  private static func naive(
    _ scenarios: Int, _ seeds: ClosedRange<UInt64>, _ limit: Int?, _ fails: (Int, UInt64) -> Bool
  ) -> [SeedResult] {
    var all: [SeedResult] = []
    for scenario in 0..<scenarios {
      var failures = 0
      for seed in seeds where failures < limit ?? .max {
        if fails(scenario, seed) { failures += 1 }
        all.append(result(scenario, seed, fails: fails(scenario, seed)))
      }
    }
    return all
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `settles what one worker would have found, whatever the workers, order and resumption`(
    seed: UInt64
  ) {
    var chance = RandomStream(seed: seed, "ledger")
    let scenarios = 1 + chance.index(below: 3)
    let first = chance.below(2) == 0 ? chance.below(100) : .max - 60
    let seeds = first...(first + chance.below(60))
    let limit: Int? = chance.below(2) == 0 ? nil : 1 + chance.index(below: 4)
    let salt = chance.next()
    let rate = 1 + chance.below(20)
    func fails(_ scenario: Int, _ seed: UInt64) -> Bool {
      var draw = RandomStream(seed: salt, "fails \(scenario) \(seed)")
      return draw.below(rate) == 0
    }
    func ledger() -> SweepLedger { SweepLedger(scenarios: scenarios, seeds: seeds, limit: limit) }
    let wanted = Self.naive(scenarios, seeds, limit, fails)

    var journal: [SeedResult] = []
    var found: [SeedResult] = []
    var isOver = false
    var deaths = 0
    while !isOver {
      // A new process after a kill: it knows the journal and nothing else.
      var work = ledger()
      for result in journal {
        let isTaken = work.take(result)
        #expect(isTaken)
      }
      found = work.takeSettled()
      var handed: [SweepLedger.Order] = []
      let workers = 1 + chance.index(below: 6)
      let diesAt = deaths < 3 ? chance.index(below: 40) : .max
      var turns = 0
      while !work.isOver, turns < diesAt {
        turns += 1
        while handed.count < workers, let order = work.next() {
          #expect(!handed.contains(order))
          handed.append(order)
        }
        let order = handed.remove(at: chance.index(below: handed.count))
        if chance.below(8) == 0 {
          work.giveBack(order)
          continue
        }
        let result = Self.result(
          order.scenario, order.seed, fails: fails(order.scenario, order.seed))
        let taken = [work.take(result), work.take(result)]
        #expect(taken == [true, false], "nothing is run or counted twice")
        journal.append(result)
        found += work.takeSettled()
      }
      deaths += 1
      isOver = work.isOver
    }
    #expect(found == wanted)
  }

  @Test func `what is of another sweep is not taken`() {
    var ledger = SweepLedger(scenarios: 1, seeds: 5...6)
    let taken = [(0, 4), (0, 7), (1, 5)].map { ledger.take(Self.result($0, $1, fails: false)) }
    #expect(taken == [false, false, false])
    #expect(ledger.doneCount == 0 && ledger.plannedCount == 2 && ledger.leftCount == 2)
  }

  @Test func `what is known when a sweep is cut short comes in order, as far as it counts`() {
    var ledger = SweepLedger(scenarios: 1, seeds: 1...9, limit: 1)
    ledger.take(Self.result(0, 4, fails: true))
    ledger.take(Self.result(0, 6, fails: false))
    ledger.take(Self.result(0, 2, fails: false))
    let settled = ledger.takeSettled()
    #expect(settled.isEmpty)
    #expect(ledger.waiting().map(\.seed) == [2, 4])
    #expect(ledger.plannedCount == 4 && ledger.failureCount == 1)
    // Behind the failure nothing is worth running.
    let left = (0..<3).map { _ in ledger.next()?.seed }
    #expect(left == [1, 3, nil])
  }

  @Test func `a checker that is aimed at is the only failure`() {
    var broken = Self.result(0, 1, fails: false)
    broken.verdict = .broken
    broken.findings = [
      Finding(checker: "lists", verdict: .broken(at: .zero, because: "so"), opportunities: 1)
    ]
    #expect(SweepAim.checker("lists").isFailure(broken))
    #expect(!SweepAim.checker("converge").isFailure(broken))
    #expect(SweepAim.anything.isFailure(broken))
    #expect(!SweepAim.checker("lists").isFailure(Self.result(0, 1, fails: true)))
    #expect(!SweepAim.anything.isFailure(Self.result(0, 1, fails: false)))
  }

  @Test func `every seed there is can be swept, as far as numbers go`() {
    var ledger = SweepLedger(scenarios: 1, seeds: (.max - 1)...UInt64.max)
    let seeds = (0..<3).map { _ in ledger.next()?.seed }
    #expect(seeds == [.max - 1, .max, nil])
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `parts that know nothing of each other are together what one worker would have found`(
    seed: UInt64
  ) throws {
    var chance = RandomStream(seed: seed, "parts")
    let scenarios = 1 + chance.index(below: 4)
    let first = chance.below(2) == 0 ? chance.below(100) : .max - 60
    let seeds = first...(first + chance.below(60))
    let limit: Int? = chance.below(2) == 0 ? nil : 1 + chance.index(below: 4)
    let (salt, rate) = (chance.next(), 1 + chance.below(20))
    func fails(_ scenario: Int, _ seed: UInt64) -> Bool {
      var draw = RandomStream(seed: salt, "fails \(scenario) \(seed)")
      return draw.below(rate) == 0
    }
    let total = scenarios * (Int(seeds.upperBound - seeds.lowerBound) + 1)
    let count = 1 + chance.index(below: total)
    var whole = SweepLedger(scenarios: scenarios, seeds: seeds, limit: limit)
    var found: [SeedResult] = []
    for index in 0..<count {
      let orders = try #require(Shard(index, of: count)).orders(of: total)
      var part = SweepLedger(scenarios: scenarios, seeds: seeds, orders: orders, limit: limit)
      while let order = part.next() {
        let result = Self.result(
          order.scenario, order.seed, fails: fails(order.scenario, order.seed))
        let isTaken = part.take(result)
        #expect(isTaken)
        _ = part.takeSettled()
        if whole.needs(order) { whole.take(result) }
      }
      #expect(part.isOver)
      found += whole.takeSettled()
    }
    #expect(whole.isOver)
    #expect(found == Self.naive(scenarios, seeds, limit, fails))
  }

  @Test func `a run is needed while it is open and can change what is found`() {
    var ledger = SweepLedger(scenarios: 2, seeds: 1...9, limit: 1)
    func needs(_ scenario: Int, _ seed: UInt64) -> Bool {
      ledger.needs(SweepLedger.Order(scenario: scenario, seed: seed))
    }
    #expect(needs(0, 1) && needs(0, 9) && needs(1, 1))
    #expect(!needs(0, 0) && !needs(0, 10) && !needs(2, 1))
    ledger.take(Self.result(0, 3, fails: true))
    #expect(needs(0, 1) && needs(0, 2) && !needs(0, 3) && !needs(0, 4) && needs(1, 4))
    ledger.take(Self.result(0, 1, fails: false))
    _ = ledger.takeSettled()
    #expect(!needs(0, 1) && needs(0, 2))
  }
}
