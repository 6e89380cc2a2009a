// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTrace
import WeirTree

import WeirCheck

@Suite struct LinearCheckerTests {
  private let name = "linearizable"

  @Test func `a row that is as the last write left it holds`() {
    var play = Play()
    for content in 1...3 as ClosedRange<UInt64> {
      let at = Int64(content) * 10
      let write = play.write(at, 1, "a", content)
      play.commit(at + 1, "a", content, by: 1, journey: write)
      play.answer(at + 2, 1, write)
    }
    play.rest(100, rows: [("a", 3)])
    #expect(play.verdict(name) == .held)
  }

  @Test func `a write that comes back after a later one was answered is told`() throws {
    var play = Play()
    let first = play.write(10, 1, "a", 1)
    play.commit(11, "a", 1, by: 1, journey: first)
    play.answer(12, 1, first)
    let second = play.write(20, 0, "a", 2)
    play.commit(21, "a", 2, by: 0, journey: second)
    play.answer(22, 0, second)
    play.commit(30, "a", 1, by: 1, journey: first)
    play.rest(100, rows: [("a", 1)])
    let breach = try #require(play.breach(name))
    #expect(breach.words == "no order of 4 operations on 'a' explains what came of them")
    #expect(breach.first?.key == Key("a") && breach.journey == first)
  }

  @Test func `a write that comes back before it was answered is explained`() {
    var play = Play()
    let first = play.write(10, 1, "a", 1)
    play.commit(11, "a", 1, by: 1, journey: first)
    let second = play.write(20, 0, "a", 2)
    play.commit(21, "a", 2, by: 0, journey: second)
    play.answer(22, 0, second)
    play.commit(30, "a", 1, by: 1, journey: first)
    play.answer(31, 1, first)
    play.rest(100, rows: [("a", 1)])
    #expect(play.verdict(name) == .held)
  }

  /// Two clients count at once; each finds `found`.
  private func counted(_ found: [UInt64]) -> Play {
    var play = Play()
    play.commit(1, "a", 1)
    for (client, old) in found.enumerated() {
      let journey = play.transact(10, UInt32(client))
      play.happen(10, .touched, UInt32(client), journey: journey, "a")
      play.commit(20, "a", 100 + UInt64(client), by: UInt32(client), journey: journey)
      play.happen(20, .counted, UInt32(client), journey: journey, "a", x: old + 1, y: old)
      play.happen(30, .ended, UInt32(client), journey: journey, x: 0)
    }
    play.rest(100, rows: [("a", 101)])
    return play
  }

  @Test func `counts that each find what the other left hold`() {
    #expect(counted([0, 1]).verdict(name) == .held)
  }

  @Test func `counts that find the same are told`() {
    #expect(counted([0, 0]).verdict(name)?.isBroken == true)
  }

  @Test func `a row that too many write at once is not known`() {
    var play = Play()
    let writes = (0..<30 as Range<UInt64>).map { place in
      (place, play.write(10, UInt32(place % 2), "a", place + 1))
    }
    for (place, write) in writes {
      play.commit(20, "a", place + 1, by: UInt32(place % 2), journey: write)
    }
    for (place, write) in writes { play.answer(30, UInt32(place % 2), write) }
    play.rest(100, rows: [("a", 77)])
    #expect(
      play.words(name)
        == "unknown, because 1 rows were written by too many at once to be sure")
  }
}
