// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore
import WeirScenario

import WeirRun

@Suite struct WatchedWorldTests {
  private func run(_ seed: UInt64, _ checkers: CheckerSet) throws -> Outcome {
    var world = try World(randomScenario(seed), seed: seed, checkers: checkers)
    while world.advance(by: 100_000) {}
    var outcome = world.outcome()
    // The oracle is no checker: it runs or not, whoever watches.
    outcome.findings.removeAll { $0.checker == "oracle" }
    return outcome
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `who watches changes nothing of what happens, and says the same alone`(
    seed: UInt64
  ) throws {
    let all = try run(seed, .all)
    #expect(all.findings.map(\.checker) == Checkers.names)
    let none = try run(seed, [])
    #expect(none.digest == all.digest && none.findings.isEmpty)
    for name in ["monotonic-reads", "bounded-work", "anomalies"] {
      let one = try run(seed, CheckerSet(arrayLiteral: name))
      #expect(one.digest == all.digest)
      #expect(one.findings == all.findings.filter { $0.checker == name })
    }
  }

  /// A promise that nothing puts to the test is kept for nothing.
  @Test func `random worlds put every promise about the history to the test`() throws {
    var opportunities: [String: Int] = [:]
    for seed in 0..<24 as Range<UInt64> {
      for finding in try run(seed, .all).findings {
        opportunities[finding.checker, default: 0] += finding.opportunities
      }
    }
    // Nobody can be refused there; drawn worlds put `authority` to the test.
    for name in Checkers.names.dropFirst(12) where name != "authority" {
      #expect(opportunities[name, default: 0] > 20, "\(name)")
    }
  }
}
