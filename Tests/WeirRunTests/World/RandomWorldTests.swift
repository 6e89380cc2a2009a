// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCheck
import WeirCore
import WeirMetrics
import WeirScenario

import WeirRun
import WeirTestSupport

@Suite struct RandomWorldTests {
  /// Any seed that fails is a bug of a machine, of a checker or of the drawing: print its scenario.
  @Test(arguments: fewerInDebug(0..<8))
  func `no promise is ever broken by links, windows and a backend as bad as scenarios allow`(
    part: UInt64
  ) throws {
    var opportunities = 0
    var overloads = 0
    var resyncs = 0
    var transactions = 0
    var restarts = 0
    for seed in (part * 40)..<(part * 40 + 40) {
      let outcome = try outcome(of: randomScenario(seed), seed: seed)
      for finding in outcome.findings where finding.verdict.isBroken {
        Issue.record("seed \(seed): \(finding.checker) \(finding.verdict)")
      }
      #expect(outcome.findings[0].verdict == .held, "seed \(seed)")
      opportunities += outcome.findings[2].opportunities
      overloads += outcome.metric("overloads")?.count ?? 0
      resyncs += outcome.metric("resyncs")?.count ?? 0
      transactions += outcome.metric("transactions-done")?.count ?? 0
      restarts += outcome.metric("restarts")?.count ?? 0
    }
    // A test of worlds in which nothing goes wrong would show nothing.
    #expect(opportunities > 200 && overloads > 0 && resyncs > 40)
    #expect(transactions > 50 && restarts > 50)
  }

  /// Worlds that showed a mistake.
  ///
  /// In the first a client's own row came back into its window by its own removal of another one, after somebody had
  /// removed it whom the server had no reason to tell of. In the second a page told of a row that was held back when it told,
  /// and that there were no more. In the third a list that was opened again showed a row with the client's own count on top until
  /// it had heard of it, and somebody else had counted the same meanwhile.
  @Test(arguments: [190_586_802, 310_003_972, 247_805_554] as [UInt64])
  func `none is broken in a world in which one was`(seed: UInt64) throws {
    for quirks in ["none", "all"] {
      var scenario = randomScenario(seed)
      for group in scenario.clients.indices { scenario.clients[group].quirks = quirks }
      let outcome = try outcome(of: scenario, seed: seed)
      for finding in outcome.findings where finding.verdict.isBroken {
        Issue.record("\(quirks): \(finding.checker) \(finding.verdict)")
      }
      #expect(outcome.findings[0].verdict == .held)
    }
  }

  /// The seeds that `.ci/prove-worlds` asks for, in hundreds; none otherwise.
  static let asked: [Range<UInt64>] = {
    let wanted = ProcessInfo.processInfo.environment["WEIR_WORLD_SEEDS"] ?? ""
    let words = wanted.split(separator: " ").compactMap { UInt64($0) }
    guard words.count == 2 else { return [] }
    let end = words[0] + words[1]
    return stride(from: words[0], to: end, by: 100).map { $0..<min($0 + 100, end) }
  }()

  @Test(.enabled(if: !asked.isEmpty), arguments: asked)
  func `no promise is broken in any of the worlds that were asked for`(
    seeds: Range<UInt64>
  ) throws {
    for seed in seeds {
      let outcome = try outcome(of: randomScenario(seed), seed: seed)
      for finding in outcome.findings where finding.verdict.isBroken {
        Issue.record("seed \(seed): \(finding.checker) \(finding.verdict)")
      }
    }
  }
}
