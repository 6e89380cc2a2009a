// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTree

import WeirCheck

/// Lists that hear of rows and show some of them later than others: only their family's promises are held against them.
@Suite struct LateListTests {
  /// A client's list of the row a, at some pace.
  private func opened(_ pace: ListPace) -> Play {
    var play = Play()
    play.commit(1, "a", 1)
    play.open(2, 1, pace: pace)
    play.show(1, 5, [("a", 1)])
    return play
  }

  @Test(arguments: [ListPace.live, .late])
  func `a late list may go back to an older version`(pace: ListPace) {
    var play = opened(pace)
    play.commit(10, "a", 2)
    play.show(1, 20, [("a", 2)])
    play.show(1, 30, [("a", 1)])
    #expect((play.breach("monotonic-reads") == nil) == (pace == .late))
  }

  @Test(arguments: [ListPace.live, .late])
  func `a late list may show a row by halves`(pace: ListPace) {
    var play = opened(pace)
    play.show(1, 20, [("a", 9)])
    #expect((play.breach("lost-writes") == nil) == (pace == .late))
  }

  @Test(arguments: [ListPace.live, .late])
  func `a late list may show for a while what was turned away`(pace: ListPace) {
    var play = opened(pace)
    let write = play.write(10, 0, "a", 7)
    play.answer(20, 0, write, isOverloaded: true)
    play.show(1, 30, [("a", 7)])
    #expect((play.breach("anomalies") == nil) == (pace == .late))
  }

  @Test(arguments: [ListPace.live, .late])
  func `a late list need not show its client's own write at once`(pace: ListPace) {
    var play = opened(pace)
    _ = play.write(10, 1, "a", 7)
    play.show(1, 20, [("a", 1), ("b", 1)])
    #expect((play.breach("read-your-writes") == nil) == (pace == .late))
  }

  @Test(arguments: [ListPace.read, .late])
  func `a late list shows rows of no page`(pace: ListPace) {
    var desk = PageDesk(pace: pace)
    desk.show("a b")
    let isBroken = desk.verdict("page-rows") == "client 0 shows rows of no page"
    #expect(isBroken == (pace == .read))
  }
}
