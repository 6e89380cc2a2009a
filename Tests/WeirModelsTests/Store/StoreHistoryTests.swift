// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirTestSupport

@Suite struct StoreHistoryTests {
  /// The seeds of the histories: two hundred (fewer in debug), or those that `.ci/prove-models` asks for.
  static let seeds: Range<UInt64> = {
    let wanted = ProcessInfo.processInfo.environment["WEIR_MODEL_SEEDS"] ?? ""
    let words = wanted.split(separator: " ").compactMap { UInt64($0) }
    return words.count == 2 ? words[0]..<(words[0] + words[1]) : fewerInDebug(0..<200)
  }()

  @Test(arguments: seeds)
  func `all that a store tells is true, enough and no more, on any history`(seed: UInt64) {
    play(seed)
  }

  /// Histories that showed a mistake: of lists that wait under a key, and of deletions that a paused list has not shown.
  @Test(arguments: [20, 55, 144, 365, 452, 670, 690, 855, 988, 2241, 2507, 2662, 3440] as [UInt64])
  func `it does so on histories on which it did not`(seed: UInt64) { play(seed) }

  private func play(_ seed: UInt64) {
    var history = StoreHistory(seed: seed)
    for step in 0..<250 {
      if let wrong = history.step() {
        Issue.record("seed \(seed), step \(step): \(wrong)")
        return
      }
    }
    #expect(history.wishCount > 50)
  }
}
