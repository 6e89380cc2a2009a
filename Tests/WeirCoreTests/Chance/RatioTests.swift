// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

@Suite struct RatioTests {
  @Test(arguments: [
    (Ratio(1, of: 100), "1%"), (Ratio(25, of: 1_000), "2.5%"), (.zero, "0%"), (.one, "100%"),
    (Ratio(1, of: 3), "33.3333%"), (Ratio(1, of: 1_000_000), "0.0001%"),
    (Ratio(.max, of: .max), "100%"), (Ratio(.max - 1, of: .max), "99.9999%"),
  ]) func `is written in percent`(ratio: Ratio, words: String) {
    #expect(ratio.description == words)
  }

  @Test func `knows when it is nothing`() {
    #expect(Ratio.zero.isZero)
    #expect(Ratio(0, of: 7).isZero)
    #expect(!Ratio(1, of: .max).isZero)
  }

  @Test func `refuses to be more than the whole`() async {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Ratio(3, of: 2)
    }
    let words = death.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(words?.contains("invariant broken: 3 of 2 is more than the whole") == true)
  }
}
