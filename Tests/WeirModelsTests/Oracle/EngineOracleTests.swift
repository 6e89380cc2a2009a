// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirModels
import WeirTestSupport

@Suite struct EngineOracleTests {
  /// The seeds of the histories: two hundred (fewer in debug), or those that `.ci/prove-models` asks for.
  static let seeds: Range<UInt64> = {
    let wanted = ProcessInfo.processInfo.environment["WEIR_MODEL_SEEDS"] ?? ""
    let words = wanted.split(separator: " ").compactMap { UInt64($0) }
    return words.count == 2 ? words[0]..<(words[0] + words[1]) : fewerInDebug(0..<200)
  }()

  @Test(arguments: seeds)
  func `engine and oracle show and tell the same on any history, and holders agree`(seed: UInt64) {
    play(seed)
  }

  /// Where models need each other, some may differ at last: see ``ConsistencyEngine``.
  private func play(_ seed: UInt64) {
    let needs = seed % 2 == 0
    var duel = EngineDuel(
      seed: seed, clears: seed % 4 == 3, needs: needs, names: seed % 3 == 1 ? 20 : 8)
    for step in 0..<250 {
      if let difference = duel.step() {
        Issue.record("seed \(seed), step \(step): \(difference)")
        return
      }
    }
    #expect(duel.noticeCount > 20 && duel.comparisons > 50)
  }
}
