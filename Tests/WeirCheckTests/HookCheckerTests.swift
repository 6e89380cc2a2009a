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

  @Test func `nothing asked for says nothing`() {
    var play = Play()
    play.happen(20, .parted, 0, x: 1)
    play.rest(100)
    #expect(play.verdict("hooks") == .notReached)
  }
}
