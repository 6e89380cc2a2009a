// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirClient
import WeirTestSupport

@Suite struct ViewEngineOracleTests {
  /// The seeds of the histories: two hundred (fewer in debug), or those that `.ci/prove-views` asks for.
  static let seeds: Range<UInt64> = {
    let wanted = ProcessInfo.processInfo.environment["WEIR_VIEW_SEEDS"] ?? ""
    let words = wanted.split(separator: " ").compactMap { UInt64($0) }
    return words.count == 2 ? words[0]..<(words[0] + words[1]) : fewerInDebug(0..<200)
  }()

  @Test(arguments: seeds)
  func `engine and oracle hear, ask and answer the same on any history`(seed: UInt64) {
    play(ViewDuel(seed: seed, quirks: []), seed)
  }

  @Test(arguments: seeds)
  func `they do so with the quirks of an official client, too`(seed: UInt64) {
    play(ViewDuel(seed: seed, quirks: ViewQuirks(rawValue: UInt8(1 + seed % 3))), seed)
  }

  @Test(arguments: seeds)
  func `they do so where all happens in a few small windows`(seed: UInt64) {
    play(ViewDuel(seed: seed, quirks: [], isNarrow: true), seed)
  }

  /// Histories that showed a mistake.
  ///
  /// With 133 the oracle let what was kept of an acknowledged write lie over a pending write below a child that the server
  /// had taken away; with the second the engine put a priority below pending writes that leave nothing for a while. With
  /// the third the oracle let a lost child stand over what the server said of it next, with the fourth a refusal over
  /// pending writes of its child, and with the fifth a lost child over what was kept of it since. With the last one the
  /// engine put a priority below a part that was kept before what covers it, and which made something of nothing.
  @Test(arguments: [133, 200_810_173, 219_700_871, 219_701_258, 7114, 19_378] as [UInt64])
  func `they do so on histories on which they did not`(seed: UInt64) {
    play(ViewDuel(seed: seed, quirks: ViewQuirks(rawValue: UInt8(1 + seed % 3))), seed)
  }

  /// A write of a whole child was kept over the child's end, and the engine still took the child for gone when it came to
  /// keep a deeper write.
  @Test(arguments: [300_003_317, 300_004_173] as [UInt64])
  func `they do so in small windows in which they did not`(seed: UInt64) {
    play(ViewDuel(seed: seed, quirks: [], isNarrow: true), seed)
  }

  private func play(_ duel: ViewDuel, _ seed: UInt64) {
    var duel = duel
    for step in 0..<250 {
      if let difference = duel.step() {
        Issue.record("seed \(seed), step \(step): \(difference)")
        return
      }
    }
    #expect(duel.wishCount > 20)
  }
}
