// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirTrace

@Suite struct TransactionCheckerTests {
  @Test func `a transaction that counts once and is reported once holds`() {
    var play = Play()
    let press = play.transact(10, 0)
    play.happen(20, .counted, 0, journey: press, "a", x: 1, y: 0)
    play.happen(30, .ended, 0, journey: press, x: 0, y: 1)
    play.rest(100)
    #expect(play.verdict("transactions") == .held)
  }

  @Test func `two that reach the server as one write hold when both count`() {
    var play = Play()
    let (first, second) = (play.transact(10, 0), play.transact(11, 0))
    play.happen(20, .counted, 0, journey: first, "a", x: 5, y: 3)
    play.happen(30, .ended, 0, journey: first, x: 0, y: 1)
    play.happen(30, .ended, 0, journey: second, x: 0, y: 1)
    play.rest(100)
    #expect(play.verdict("transactions") == .held)
  }

  @Test func `a report without an effect breaks the promise`() {
    var play = Play()
    let press = play.transact(10, 0)
    play.happen(30, .ended, 0, journey: press, x: 0, y: 1)
    #expect(play.words("transactions").contains("the server carried out only 0"))
  }

  @Test func `an effect that nobody was told of breaks the promise`() {
    var play = Play()
    let (first, second) = (play.transact(10, 0), play.transact(11, 0))
    play.happen(20, .counted, 0, journey: first, "a", x: 1, y: 0)
    play.happen(21, .counted, 0, journey: second, "a", x: 2, y: 1)
    play.happen(30, .ended, 0, journey: first, x: 0, y: 1)
    play.happen(31, .ended, 0, journey: second, x: 2, y: 1)
    play.rest(100)
    #expect(play.words("transactions").contains("which was told of 1"))
  }

  @Test func `a connection that broke, or an app that was killed, excuses an effect`() {
    for kind in [Step.Kind.ended, .killed] {
      var play = Play()
      let (first, second) = (play.transact(10, 0), play.transact(11, 0))
      play.happen(20, .counted, 0, journey: first, "a", x: 1, y: 0)
      play.happen(21, .counted, 0, journey: second, "a", x: 2, y: 1)
      play.happen(30, .ended, 0, journey: first, x: 0, y: 1)
      play.happen(31, kind, 0, journey: second, x: 3, y: 1)
      play.rest(100)
      #expect(play.verdict("transactions") == .held, "\(kind)")
    }
  }

  @Test func `a count that does not rise, a second end and no end break the promise`() {
    var lost = Play()
    let press = lost.transact(10, 0)
    lost.happen(20, .counted, 0, journey: press, "a", x: 1, y: 1)
    #expect(lost.words("transactions").contains("counted from 1 to 1"))

    var twice = Play()
    let once = twice.transact(10, 0)
    twice.happen(20, .counted, 0, journey: once, "a", x: 1, y: 0)
    twice.happen(30, .ended, 0, journey: once, x: 0, y: 1)
    twice.happen(31, .ended, 0, journey: once, x: 0, y: 1)
    #expect(twice.words("transactions").contains("the end of a transaction twice"))

    var never = Play()
    _ = never.transact(10, 0)
    never.rest(100)
    #expect(never.words("transactions").contains("1 transactions of client 0 never ended"))
  }

  @Test func `what was skipped, and increments, are no transactions`() {
    var play = Play()
    let press = play.transact(10, 0)
    play.happen(10, .skipped, 0, journey: press, x: 6)
    play.happen(20, .counted, 1, journey: 77, "a", x: 1, y: 0)
    play.rest(100)
    #expect(play.verdict("transactions") == .notReached)
  }
}
