// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirStreams
import WeirTree

@Suite struct ResourceHookTests {
  @Test func `a veto is told with its words, and nothing is written`() throws {
    var play = try ResourcePlay(.increment)
    _ = play.create(row(("n", 1)))
    #expect(play.veto(1, "too long") == ["failed 1: vetoed: too long"])
    #expect(play.pending.isEmpty)
  }

  @Test func `without an answer of the hook nothing happens`() throws {
    var play = try ResourcePlay()
    _ = play.create(row(("n", 1)))
    #expect(play.pending == ["1 hook"] && play.resources.inFlight == 0)
    #expect(play.resources.saved().count == 0)
  }

  @Test func `only the first answer of the hook counts, the others are told and counted`() throws {
    var play = try ResourcePlay()
    _ = play.create(row(("n", 1)))
    _ = play.proceed(1)
    #expect(play.proceed(1) == ["ignored 1"])
    #expect(play.veto(1, "no") == ["ignored 1"])
    _ = play.settled(1)
    #expect(play.proceed(1) == ["ignored 1"])
    _ = play.create(row(("n", 2)))
    _ = play.veto(2, "no")
    #expect(play.proceed(2) == ["ignored 2"])
    #expect(play.resources.ignoredAnswers == 4)
  }

  @Test func `the hook may answer late, and put other fields in their place`() throws {
    var play = try ResourcePlay()
    _ = play.create(row(("n", 1)), key: "a")
    _ = play.create(row(("n", 2)), key: "b")
    #expect(play.proceed(2).contains("2: set /message/g/b n=2"))
    #expect(play.proceed(1, writing: row(("n", 7))).contains("1: set /message/g/a n=7"))
    #expect(play.settled(1).first == "logged 1: nothing > n=7; theme")
  }

  @Test func `what the template used is not told as extra, what it did not use is`() throws {
    var play = try ResourcePlay()
    let context = play.context.pushing([
      .init(Key("theme"), Resource(play.group, key: Key("light"))),
      .init(Key("screen"), Resource(play.group)),
    ])
    _ = play.create(row(("n", 1)), in: context)
    _ = play.proceed(1)
    #expect(play.settled(1).first == "logged 1: nothing > n=1; theme,screen")
  }

  @Test func `a rejected write is told once to the handler and once to the hook, and not logged`()
    throws
  {
    var play = try ResourcePlay()
    _ = play.create(row(("n", 1)))
    _ = play.proceed(1)
    #expect(
      play.settled(1, .forbidden) == [
        "failed 1: rejected: forbidden", "persisted 1, rejected: forbidden", "in flight 0",
      ])
    #expect(play.settled(1) == ["ignored 1"])
  }

  @Test func `what is under way is counted from the hook's leave to the answer`() throws {
    var play = try ResourcePlay()
    #expect(play.lines { $0.hold(into: &$1) } == ["in flight 1"])
    _ = play.create(row(("n", 1)))
    #expect(play.resources.inFlight == 1)
    _ = play.proceed(1)
    #expect(play.resources.inFlight == 2)
    #expect(play.lines { $0.letGo(into: &$1) } == ["in flight 1"])
    _ = play.settled(1)
    #expect(play.resources.inFlight == 0)
  }
}
