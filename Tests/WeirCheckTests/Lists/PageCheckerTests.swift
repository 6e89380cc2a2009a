// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirTrace
import WeirTree

import WeirCheck

@Suite struct PageCheckerTests {
  private static let name = "pages"

  private func play() -> Play { Play(Screen(Play.list.descending().limited(to: 3))) }

  @Test func `pages that come or fail once hold`() {
    var play = play()
    play.happen(10, .asked, 0, x: 0, y: 5)
    play.listen(10, 0, 1, Query(from: .init(Key("h"))))
    play.listen(10, 0, 2, Query(to: .init(Key("g")), limit: .last(6)))
    play.happen(11, .asked, 0, x: 1, y: 5)
    play.happen(11, .pageFailed, 0, x: 1, y: 1)
    play.happen(20, .paged, 0, x: 0, y: 5 << 1 | 1)
    play.rest(100)
    #expect(play.words(Self.name) == "held")
  }

  @Test(
    arguments: [
      (2, [], 0, nil), (1, [], 0, "page 0 shows 2 new rows, but says that 1 are"),
      (3, [], 0, "page 0 says that 3 rows are new, but shows 2"), (3, [.removed], 0, nil),
      (3, [.changed], 0, nil),
      (3, [.added], 0, "page 0 says that 3 rows are new, but shows 2"),
      (4, [.removed], 0, "page 0 says that 4 rows are new, but shows 2"),
      // Rows may have come by themselves if somebody wrote, or meant to.
      (1, [], 1, nil), (1, [], 2, nil),
    ] as [(UInt64, [DataEvent.Kind], Int, String?)])
  func `as many rows are shown as a page says were new`(
    said: UInt64, heard: [DataEvent.Kind], writes: Int, words: String?
  ) {
    var play = play()
    if writes == 1 { play.commit(2, "x", 1) }
    if writes == 2 { _ = play.write(2, 1, "x", 1) }
    play.show(0, 5, [("e", 1), ("d", 1), ("c", 1)])
    play.happen(10, .asked, 0, x: 0, y: 5)
    for kind in heard { play.happen(15, .heard, 0, "b", x: 1, y: UInt64(kind.rawValue)) }
    play.show(0, 20, [("e", 1), ("d", 1), ("c", 1), ("b", 1), ("a", 1)])
    play.happen(20, .paged, 0, x: 0, y: said << 1)
    play.rest(100)
    #expect(play.breach(Self.name)?.words == words.map { "client 0: \($0)" })
    #expect(words != nil || play.verdict(Self.name) == .held)
  }

  @Test(arguments: [false, true])
  func `a row that was heard to go before the page, and not published, may come back with it`(
    isPublished: Bool
  ) {
    var play = play()
    play.show(0, 5, [("e", 1), ("d", 1)])
    play.happen(8, .heard, 0, "d", y: UInt64(DataEvent.Kind.removed.rawValue))
    if isPublished { play.show(0, 9, [("e", 1)]) }
    play.happen(10, .asked, 0, x: 0, y: 1)
    if !isPublished { play.show(0, 11, [("e", 1)]) }
    play.show(0, 20, [("e", 1), ("d", 1)])
    play.happen(20, .paged, 0, x: 0, y: 1 << 1)
    #expect(play.verdict(Self.name) == .held)
    // What was published before the page excuses nothing of it.
    var other = self.play()
    other.show(0, 5, [("e", 1), ("d", 1)])
    other.happen(8, .heard, 0, "d", y: UInt64(DataEvent.Kind.removed.rawValue))
    other.show(0, 9, [("e", 1)])
    other.happen(10, .asked, 0, x: 0, y: 1)
    other.show(0, 20, [("e", 1)])
    other.happen(20, .paged, 0, x: 0, y: 1 << 1)
    #expect(other.verdict(Self.name)?.isBroken == true)
  }

  @Test func `rows of two pages may be shown together`() {
    var play = play()
    play.show(0, 5, [("e", 1), ("d", 1)])
    play.happen(10, .asked, 0, x: 0, y: 1)
    play.happen(15, .asked, 0, x: 1, y: 1)
    play.show(0, 20, [("e", 1), ("d", 1), ("c", 1), ("b", 1)])
    play.happen(20, .paged, 0, x: 0, y: 1 << 1)
    play.happen(20, .paged, 0, x: 1, y: 1 << 1)
    #expect(play.verdict(Self.name) == .held)
  }

  @Test func `a page that ends twice, or was never asked for, is told`() {
    var play = play()
    play.happen(10, .asked, 0, x: 0, y: 5)
    play.happen(20, .paged, 0, x: 0, y: 2)
    play.happen(30, .pageFailed, 0, x: 0, y: 3)
    #expect(
      play.words(Self.name)
        == "broken at 0.03s, because client 0: page 0 ended twice, or was never asked for")
  }

  @Test func `a page that never ends is told, unless the app ended first`() {
    var play = play()
    play.happen(10, .asked, 1, x: 7, y: 5)
    play.rest(100)
    #expect(
      play.words(Self.name) == "broken at 0.1s, because client 1: page 7 neither came nor failed")
    var killed = self.play()
    killed.happen(10, .asked, 1, x: 7, y: 5)
    killed.happen(20, .killed, 1)
    killed.rest(100)
    #expect(killed.verdict(Self.name) == .notReached)
  }

  @Test func `a page fails as refused only where somebody refused`() {
    for isReopened in [false, true] {
      var play = play()
      play.happen(5, .cancelled, 0, x: 0)
      if isReopened {
        play.happen(6, .closed, 0)
        play.open(7, 0)
      }
      play.happen(10, .asked, 0, x: 0, y: 5)
      play.happen(10, .pageFailed, 0, x: 0, y: 6)
      #expect(play.verdict(Self.name)?.isBroken == isReopened)
    }
  }

  @Test func `a page without rows after which there is more leads nowhere`() {
    var play = play()
    play.happen(10, .asked, 0, x: 0, y: 5)
    play.happen(20, .paged, 0, x: 0, y: 1)
    #expect(play.words(Self.name).hasSuffix("brought nothing, but there is said to be more"))
  }

  @Test func `a page asks for its rows and two at most`() {
    for (limit, isBroken) in [(7, false), (8, true)] {
      var play = play()
      play.happen(10, .asked, 0, x: 0, y: 5)
      play.listen(10, 0, 1, Query(limit: .last(limit)))
      play.happen(20, .paged, 0, x: 0, y: 2)
      #expect(play.verdict(Self.name)?.isBroken == isBroken, "\(limit)")
    }
    var open = play()
    open.happen(10, .asked, 0, x: 0, y: 5)
    open.listen(10, 0, 1, Query(to: .init(Key("h"))))
    #expect(open.words(Self.name).hasSuffix("asked for everything for a page of 5 rows"))
  }
}
