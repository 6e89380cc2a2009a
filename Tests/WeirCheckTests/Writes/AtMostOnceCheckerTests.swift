// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTrace
import WeirTree

import WeirCheck

@Suite struct AtMostOnceCheckerTests {
  private let name = "at-most-once"

  /// Client 1 has its first session at the server, and writes b2 in it.
  private func written() -> (Play, UInt32) {
    var play = Play()
    play.happen(5, .joined, 1, x: 1)
    let journey = play.write(30, 1, "b", 2)
    play.commit(40, "b", 2, by: 1, journey: journey)
    return (play, journey)
  }

  @Test func `one effect and one answer hold`() {
    var (play, journey) = written()
    play.answer(50, 1, journey)
    #expect(play.verdict(name) == .held)
  }

  @Test func `two effects in one session are told, with both moments`() throws {
    var (play, journey) = written()
    play.commit(45, "b", 2, by: 1, journey: journey)
    let breach = try #require(play.breach(name))
    #expect(breach.words == "a write of client 1 to 'b' took effect twice in one session")
    #expect(breach.first?.at == Play.at(40) && breach.second?.at == Play.at(45))
    #expect(breach.journey == journey)
  }

  @Test func `over a lost answer, a write may take effect again in the next session`() {
    var (play, journey) = written()
    play.happen(50, .joined, 1, x: 2)
    play.commit(60, "b", 2, by: 1, journey: journey)
    play.answer(70, 1, journey)
    #expect(play.verdict(name) == .held)
  }

  @Test func `an effect after the answer is told`() {
    var (play, journey) = written()
    play.answer(50, 1, journey)
    play.happen(55, .joined, 1, x: 2)
    play.commit(60, "b", 2, by: 1, journey: journey)
    #expect(
      play.breach(name)?.words == "a write of client 1 to 'b' took effect after it was answered")
  }

  @Test func `a write that was turned away and took effect is told, in the same session only`() {
    var (play, journey) = written()
    var again = play
    play.answer(50, 1, journey, isOverloaded: true)
    #expect(
      play.breach(name)?.words
        == "a write of client 1 to 'b' was turned away, but took effect")
    again.happen(45, .joined, 1, x: 2)
    again.answer(50, 1, journey, isOverloaded: true)
    #expect(again.verdict(name) == .held)
  }

  @Test func `the rows of one commit are one effect`() {
    var (play, journey) = written()
    play.commit(40, "c", Play.node(2), by: 1, journey: journey, isSame: true)
    #expect(play.verdict(name) == .held)
  }
}
