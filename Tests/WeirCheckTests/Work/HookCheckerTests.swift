// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirTrace

@Suite struct HookCheckerTests {
  @Test func `what is done once, after the session, holds`() {
    var play = Play()
    play.happen(10, .armed, 0, "a", x: 1)
    play.happen(11, .armed, 0, "b", x: 1)
    play.happen(20, .parted, 0, x: 1)
    play.happen(20, .fired, 0, "a", x: 1, y: 1)
    play.happen(20, .fired, 0, "b", x: 1, y: 0)
    play.happen(30, .armed, 0, "a", x: 2)
    play.rest(100)
    #expect(play.verdict("hooks") == .held)
  }

  @Test func `what is done while the client is there breaks the promise`() {
    var play = Play()
    play.happen(10, .armed, 0, "a", x: 1)
    play.happen(20, .fired, 0, "a", x: 1, y: 1)
    #expect(play.words("hooks").contains("was done while it was there"))
  }

  @Test func `what is done twice, or was never asked for, breaks the promise`() {
    var play = Play()
    play.happen(10, .armed, 0, "a", x: 1)
    play.happen(20, .parted, 0, x: 1)
    play.happen(20, .fired, 0, "a", x: 1, y: 1)
    play.happen(21, .fired, 0, "a", x: 1, y: 1)
    #expect(play.words("hooks").contains("was done twice, or never asked for"))
  }

  @Test func `what is never done breaks the promise`() {
    var play = Play()
    play.happen(10, .armed, 0, "a", x: 1)
    play.happen(20, .parted, 0, x: 1)
    play.rest(100)
    #expect(play.words("hooks").contains("was never done"))
  }

  @Test func `each row has its own deed`() {
    var play = Play()
    play.happen(10, .armed, 0, "a", x: 1)
    play.happen(11, .armed, 0, "b", x: 1)
    play.happen(20, .parted, 0, x: 1)
    play.happen(20, .fired, 0, "a", x: 1, y: 1)
    play.happen(21, .fired, 0, "a", x: 1, y: 1)
    #expect(play.words("hooks").contains("was done twice, or never asked for"))
  }

  @Test func `what a client took away when it was cut off does not come back by itself`() {
    var play = cutOff()
    play.show(0, 32, [("a", 1), ("b", 1)])
    #expect(play.words("hooks").contains("client 0 shows 'a' again"))
  }

  @Test func `what a client writes anew, or hears when it is connected, may come back`() {
    var writing = cutOff()
    _ = writing.write(31, 0, "a", 2)
    writing.show(0, 32, [("a", 2), ("b", 1)])
    #expect(writing.verdict("hooks")?.isBroken != true)
    var connected = cutOff()
    connected.happen(31, .linked, 0, x: 1)
    connected.show(0, 32, [("a", 1), ("b", 1)])
    #expect(connected.verdict("hooks")?.isBroken != true)
  }

  /// A client with the rows a and b has lost its connection, and taken a away.
  private func cutOff() -> Play {
    var play = Play()
    play.show(0, 10, [("a", 1), ("b", 1)])
    play.happen(20, .linked, 0)
    play.happen(20, .touched, 0, "a")
    play.show(0, 30, [("b", 1)])
    return play
  }

  @Test func `nothing asked for says nothing`() {
    var play = Play()
    play.happen(20, .parted, 0, x: 1)
    play.rest(100)
    #expect(play.verdict("hooks") == .notReached)
  }
}
