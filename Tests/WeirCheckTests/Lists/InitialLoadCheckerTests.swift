// SPDX-License-Identifier: GPL-3.0-or-later
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

  @Test func `a listen of the app beside the list is not waited for, and one of the list is`() {
    for (list, words) in [(Step.nowhere, "held"), (0, "but listen 9 has told nothing")] {
      var play = Play(Screen(Play.list))
      play.happen(0, .listened, 0, list: list, x: 9)
      play.happen(1, .killed, 1)
      play.happen(5, .heard, 0, "a", x: 1, y: Self.added)
      play.happen(5, .completed, 0, x: 0)
      play.show(0, 10, [("a", 1)])
      play.happen(10, .loaded, 0)
      play.rest(100)
      #expect(play.words(Self.name).hasSuffix(words))
    }
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

  /// Client 0 has loaded, and then its listen is taken away.
  private func refused() -> Play {
    var play = play(["a"])
    play.show(0, 10, [("a", 1)])
    play.happen(10, .loaded, 0)
    play.happen(20, .cancelled, 0, x: 0)
    return play
  }

  @Test(arguments: [false, true])
  func `a page that is refused before it came is no loss, one that had come is`(hasCome: Bool) {
    var play = play(["a"])
    play.show(0, 10, [("a", 1)])
    play.happen(10, .loaded, 0)
    play.listen(15, 0, 9, Query())
    if hasCome { play.happen(18, .completed, 0, x: 9) }
    play.happen(20, .cancelled, 0, x: 9)
    play.rest(100)
    #expect(play.words(Self.name).contains("is not kept up to date any more") == hasCome)
  }

  @Test(arguments: [false, true])
  func `a page that came in part and is refused is no loss, one that the app was given is`(
    isGiven: Bool
  ) {
    var play = play(["a"])
    play.show(0, 10, [("a", 1)])
    play.happen(10, .loaded, 0)
    play.happen(15, .asked, 0, x: 20, y: 1)
    play.listen(15, 0, 8, Query())
    play.listen(15, 0, 9, Query())
    play.happen(18, .completed, 0, x: 8)
    if isGiven { play.happen(19, .paged, 0, x: 1) }
    play.happen(20, .cancelled, 0, x: 8)
    if !isGiven { play.happen(20, .pageFailed, 0, x: 1) }
    play.rest(100)
    #expect(play.words(Self.name).contains("is not kept up to date any more") == isGiven)
  }

  @Test func `a loss is told once, and only where a listen was taken away`() {
    var told = refused()
    told.happen(20, .lost, 0, x: 2)
    told.rest(100)
    #expect(told.words(Self.name) == "held")
    told = refused()
    told.happen(20, .lost, 0, x: 2)
    told.happen(30, .lost, 0, x: 2)
    #expect(told.words(Self.name).hasSuffix("says twice that its list is lost"))
    var silent = refused()
    silent.rest(100)
    #expect(
      silent.words(Self.name)
        == "broken at 0.1s, because client 0 never says that its list is not kept up to date any more"
    )
    var wrong = play(["a"])
    wrong.happen(10, .lost, 0, x: 2)
    #expect(wrong.words(Self.name).hasSuffix("before it says that it has loaded"))
    wrong = play(["a"])
    wrong.show(0, 10, [("a", 1)])
    wrong.happen(10, .loaded, 0)
    wrong.happen(20, .lost, 0, x: 2)
    #expect(wrong.words(Self.name).hasSuffix("is lost, but no listen was taken away"))
  }

  @Test func `what is lost while the list is closed, or before it was complete, is told to nobody`()
  {
    var closed = refused()
    closed.happen(30, .closed, 0)
    closed.rest(100)
    #expect(closed.words(Self.name) == "held")
    closed.happen(110, .lost, 0, x: 2)
    #expect(closed.words(Self.name).hasSuffix("a list is lost that is closed"))
    var half = play([], isComplete: false)
    half.happen(10, .cancelled, 0, x: 0)
    half.happen(10, .loaded, 0, x: 2)
    half.rest(100)
    #expect(half.words(Self.name) == "held")
  }

  @Test func `a list that said that it may not load owes nothing for other listens`() {
    var play = play([], isComplete: false)
    play.happen(6, .listened, 0, x: 7)
    play.happen(6, .completed, 0, x: 7)
    play.happen(10, .cancelled, 0, x: 0)
    play.happen(10, .loaded, 0, x: 2)
    play.happen(20, .cancelled, 0, x: 7)
    play.rest(100)
    #expect(play.words(Self.name) == "held")
  }

  @Test func `to say that a list may not load needs a listen that was taken away in this life`() {
    var play = refused()
    play.happen(20, .lost, 0, x: 2)
    play.happen(30, .closed, 0)
    play.open(40, 0)
    play.happen(50, .completed, 0, x: 0)
    play.show(0, 60, [("a", 1)])
    play.happen(60, .loaded, 0, x: 2)
    #expect(play.words(Self.name).hasSuffix("may not load, but no listen was taken away"))
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
