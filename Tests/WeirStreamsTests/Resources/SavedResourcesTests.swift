// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirStreams
import WeirTree

@Suite struct SavedResourcesTests {
  /// The next life of an app.
  private func reborn(
    _ play: ResourcePlay, _ means: CounterUpdate? = nil
  ) throws -> (play: ResourcePlay, lines: [String]) {
    var next = try ResourcePlay(means)
    let lines = next.restore(play.resources.saved())
    return (next, lines)
  }

  @Test func `a write that was not answered is persisted in the next life, once`() throws {
    var play = try ResourcePlay()
    _ = play.create(row(("n", 1)))
    _ = play.proceed(1)
    var (next, lines) = try reborn(play)
    #expect(lines == ["in flight 1"] && next.pending == ["1 answer"])
    #expect(next.settled(1) == ["logged 1: nothing > n=1; theme", "persisted 1", "in flight 0"])
    #expect(next.settled(1) == ["ignored 1"])
    #expect(next.create(row(("n", 2))) == ["ask 2 create /message/g/ID"])
  }

  @Test func `reads are asked for anew, and the line behind them is kept`() throws {
    var play = try ResourcePlay(.increment)
    _ = play.destroy("k")
    _ = play.destroy("k")
    _ = play.proceed(2)
    _ = play.proceed(1)
    var (next, lines) = try reborn(play, .increment)
    #expect(lines == ["in flight 2", "2: read /message/g/k"])
    #expect(next.found(2, row(("n", 1))).first == "2: merge / message/g/k=null group/g/count=-1")
    #expect(next.settled(2).last == "1: read /message/g/k")
  }

  @Test func `what the hook has not answered is forgotten`() throws {
    var play = try ResourcePlay()
    _ = play.create(row(("n", 1)))
    #expect(play.resources.saved().count == 0)
    var (next, lines) = try reborn(play)
    #expect(lines.isEmpty && next.pending.isEmpty)
    #expect(next.proceed(1) == ["ignored 1"])
    #expect(next.create(row(("n", 2))) == ["ask 2 create /message/g/ID"])
  }

  @Test func `a transaction that had not ended is told as a doubt`() throws {
    var play = try ResourcePlay(.transaction)
    _ = play.create(row(("n", 1)))
    _ = play.proceed(1)
    _ = play.settled(1)
    let (next, lines) = try reborn(play, .transaction)
    #expect(lines == ["failed 1: count 0 in doubt at /group/g/count"])
    #expect(next.pending.isEmpty && next.resources.inFlight == 0)
  }

  @Test func `a number that was being counted anew is read again, a written one is answered`()
    throws
  {
    var play = try ResourcePlay(.recount)
    _ = play.destroy("k")
    _ = play.proceed(1)
    _ = play.settled(1)
    var (reading, lines) = try reborn(play, .recount)
    #expect(lines == ["in flight 1", "2: read /message/g"])
    #expect(reading.found(2, row(("a", 1))) == ["2: set /group/g/count 1"])
    var (writing, more) = try reborn(reading, .recount)
    #expect(more == ["in flight 1"])
    var lost = writing
    #expect(lost.lost(2) == ["2: read /message/g"])
    #expect(lost.found(2, row(("a", 1))) == ["2: set /group/g/count 1"])
    #expect(writing.settled(2) == ["2: read /message/g"])
    #expect(writing.found(2, row(("a", 1))) == ["in flight 0"])
  }

  @Test
  func `a write that the next client does not hold is told as lost, and its number as in doubt`()
    throws
  {
    for (means, told) in [
      (.increment, "in flight 0"),
      (.transaction, "failed 1: count 0 in doubt at /group/g/count"),
      (.recount, "2: read /message/g"),
    ] as [(CounterUpdate, String)] {
      var play = try ResourcePlay(means)
      _ = play.create(row(("n", 1)))
      _ = play.proceed(1)
      #expect(play.resources.saved().unanswered == [1])
      var (next, _) = try reborn(play, means)
      let lines = next.lost(1)
      #expect(lines.prefix(2) == ["failed 1: answerLost", "persisted 1, answerLost"])
      #expect(lines.contains(told) && next.settled(1) == ["ignored 1"])
    }
  }

  @Test func `restoring after something was begun is refused, with the number of operations`() async
  {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var play = try ResourcePlay()
      _ = play.create(row(("n", 1)))
      _ = play.restore(play.resources.saved())
    }
    let words = death.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(words?.contains("resources are restored after 1 operations") == true)
  }

  @Test func `letting go of more than was held is refused`() async {
    let death = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var play = try ResourcePlay()
      _ = play.lines { $0.letGo(into: &$1) }
    }
    let words = death.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(words?.contains("more was let go than was held") == true)
  }
}
