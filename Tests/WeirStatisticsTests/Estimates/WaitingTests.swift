// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirStatistics

@Suite struct WaitingTests {
  @Test func `the median of a wait is that of an exponential with the same rate`() throws {
    #expect(abs(try Estimate.medianWait(5, of: 100).value - 13.8629) < 1e-4)
    #expect(abs(try Estimate.medianWait(100, of: 100).value - 0.6931) < 1e-4)
  }

  @Test func `the interval is Garwood's`() throws {
    // A rate of 5 events has the exact interval 1.6235 to 11.6683.
    let wait = try Estimate.medianWait(5, of: 100)
    #expect(abs(69.3147 / wait.low - 11.6683) < 1e-3)
    #expect(abs(69.3147 / wait.high - 1.6235) < 1e-3)
    #expect(wait.method == .exponential && wait.count == 100)
  }

  @Test func `what never happened, or too often, has no wait`() {
    #expect(throws: Problems.self) { try Estimate.medianWait(0, of: 10) }
    #expect(throws: Problems.self) { try Estimate.medianWait(11, of: 10) }
    #expect(throws: Problems.self) { try Estimate.medianWait(1, of: 10, level: 1) }
  }

  @Test func `the interval covers the truth in as many experiments as it says, and more`() throws {
    var chance = RandomStream(seed: 7, "waiting")
    // Rare enough for the wait to be exponential.
    let (truth, trials, experiments) = (0.02, 400, 1000)
    var covered = 0
    for _ in 0..<experiments {
      var hits = 0
      for _ in 0..<trials where chance.below(1_000_000) < 20_000 { hits += 1 }
      if hits == 0 { continue }
      if try Estimate.medianWait(hits, of: trials).covers(0.693147 / truth) { covered += 1 }
    }
    #expect(covered > 940 && covered < 1000)
  }
}
