import Testing
import WeirTrace
import WeirTree

import WeirCheck

@Suite struct InitialLoadCheckerTests {
  private static let name = "initial-load"
  private static let added = UInt64(DataEvent.Kind.added.rawValue)

  /// Client 0 hears of rows, and of the end of the first value if `isComplete`; client 1 is gone.
  private func play(
    _ rows: [String], isComplete: Bool = true, _ screen: Screen = Screen(Play.list)
  ) -> Play {
    var play = Play(screen)
    play.happen(1, .killed, 1)
    for row in rows { play.happen(5, .heard, 0, row, x: 1, y: Self.added) }
    if isComplete { play.happen(5, .completed, 0, x: 0) }
    return play
  }

  @Test func `a list that says once that it has loaded, with its rows, holds`() {
    var play = play(["a", "b"])
    play.show(0, 10, [("a", 1), ("b", 2)])
    play.happen(10, .loaded, 0)
    play.rest(100)
    #expect(play.words(Self.name) == "held")
  }

  @Test func `to say it twice is told`() {
    var play = play(["a"])
    play.show(0, 10, [("a", 1)])
    play.happen(10, .loaded, 0)
    play.happen(20, .loaded, 0)
    #expect(
      play.words(Self.name)
        == "broken at 0.02s, because client 0 says twice that its list has loaded")
  }

  @Test func `to say it before the first value, or before anything is shown, is told`() {
    var early = play(["a"], isComplete: false)
    early.show(0, 10, [("a", 1)])
    early.happen(10, .loaded, 0)
    #expect(early.words(Self.name).hasSuffix("but listen 0 has told nothing"))
    var blind = play(["a"])
    blind.happen(10, .loaded, 0)
    #expect(blind.words(Self.name).hasSuffix("before it shows anything"))
  }

  @Test func `to say it with a part of the rows is told`() {
    var play = play(["a", "b"])
    play.show(0, 10, [("a", 1)])
    play.happen(10, .loaded, 0)
    #expect(play.words(Self.name).hasSuffix("but shows 1 rows of 2"))
  }

  @Test func `the row that is held back need not be there`() {
    var play = play(["a", "b", "c"], Screen(Play.list.limited(to: 2)))
    play.show(0, 10, [("a", 1), ("b", 2)])
    play.happen(10, .loaded, 0)
    #expect(play.words(Self.name) == "held")
  }

  @Test func `never to say it is told, but a refusal need show nothing`() {
    var silent = play(["a"])
    silent.show(0, 10, [("a", 1)])
    silent.rest(100)
    #expect(
      silent.words(Self.name)
        == "broken at 0.1s, because client 0 never says that its list has loaded")
    var refused = play([], isComplete: false)
    refused.happen(10, .cancelled, 0)
    refused.happen(10, .loaded, 0, x: 2)
    refused.rest(100)
    #expect(refused.words(Self.name) == "held")
  }

  @Test func `each opening has its own`() {
    var play = play([])
    play.show(0, 10, [])
    play.happen(10, .loaded, 0)
    play.happen(20, .killed, 0)
    play.open(30, 0)
    play.happen(35, .completed, 0, x: 0)
    play.show(0, 40, [])
    play.happen(40, .loaded, 0)
    play.rest(100)
    #expect(play.words(Self.name) == "held")
  }
}
