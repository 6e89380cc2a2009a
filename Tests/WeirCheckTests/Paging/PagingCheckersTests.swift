// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirTrace
import WeirTree

import WeirCheck

@Suite struct PagingCheckersTests {
  @Test func `pages side by side hold, and a whole list has been seen`() {
    var desk = PageDesk()
    desk.ask(1, isFresh: true)
    desk.bring(1, "a b c", offset: 0)
    desk.show("a b c")
    desk.ask(2, from: .offset(3))
    desk.bring(2, "d e f", offset: 3, more: false)
    desk.show("a b c d e f")
    desk.rest()
    for name in ["page-requests", "page-rows", "page-whole"] {
      #expect(desk.verdict(name) == "held")
    }
    #expect(desk.share("page-skips") == [0, 6] && desk.share("page-count-lies") == [0, 1])
  }

  @Test func `the arithmetic of the article: a row that goes, and one that comes`() {
    var gone = PageDesk()
    gone.ask(1, isFresh: true)
    gone.bring(1, "a b c", offset: 0)
    gone.commit("a", nil)
    gone.ask(2, from: .offset(3))
    gone.bring(2, "e f", offset: 3, more: false, total: 5)
    gone.rest()
    #expect(gone.share("page-skips") == [1, 5] && gone.share("page-phantoms") == [1, 5])
    #expect(gone.share("page-doubles") == [0, 5] && gone.share("page-count-lies") == [0, 1])

    var come = PageDesk()
    come.ask(1, isFresh: true)
    come.bring(1, "a b c", offset: 0)
    come.commit("A")
    come.ask(2, from: .offset(3))
    come.bring(2, "c d e", offset: 3, total: 7)
    come.ask(3, from: .offset(6))
    come.bring(3, "f", offset: 6, more: false, total: 7)
    come.rest()
    #expect(come.share("page-doubles") == [1, 7] && come.share("page-skips") == [0, 6])
    #expect(come.share("page-misorders") == [0, 5] && come.share("page-count-lies") == [1, 1])
  }

  @Test(arguments: [
    (PageQuery.Start.offset(2), "asks for 3 rows behind the first 2, which is not next"),
    (.offset(4), "asks for 3 rows behind the first 4, which is not next"),
    (.behind(Key("b")), "asks for 3 rows behind 'b', which is not next"),
    (.beyond(.none, Key("d")), "asks for 3 rows behind 'd', which is not next"),
    (.end, "asks for 3 rows behind the last, which is not next"),
  ])
  func `a page that is not next is told with its place`(start: PageQuery.Start, words: String) {
    var desk = PageDesk()
    desk.ask(1, isFresh: true)
    desk.bring(1, "a b c", offset: 0)
    desk.ask(2, from: start)
    #expect(desk.verdict("page-requests")?.contains(words) == true)
  }

  @Test(arguments: [PageQuery.Start.offset(3), .behind(Key("c")), .beyond(.none, Key("c"))])
  func `one page at a time, and the same again after a failure`(start: PageQuery.Start) {
    var desk = PageDesk()
    desk.ask(1, isFresh: true)
    desk.bring(1, "a b c", offset: 0)
    desk.ask(2, from: start)
    desk.fail(2)
    desk.ask(3, from: start)
    #expect(desk.verdict("page-requests") == "held")
    desk.ask(4, from: start)
    #expect(desk.verdict("page-requests")?.contains("asks for two pages at one end") == true)
  }

  @Test func `nothing is asked before the first page, nor beside it`() {
    var early = PageDesk()
    early.ask(1, from: .offset(3))
    #expect(early.verdict("page-requests")?.contains("before it has a first one") == true)
    var beside = PageDesk()
    beside.ask(1, isFresh: true)
    beside.bring(1, "a b c", offset: 0)
    beside.ask(2, isFresh: true)
    beside.ask(3, from: .offset(3))
    #expect(beside.verdict("page-requests")?.contains("while its first ones are under way") == true)
    var twice = PageDesk()
    twice.ask(1, isFresh: true)
    twice.ask(2, isFresh: true)
    #expect(twice.verdict("page-requests")?.contains("while it does so already") == true)
  }

  @Test(
    arguments: [
      ("a b c d e f", nil), ("a b c d e", "does not show 'f'"),
      ("a b c e f", "where its pages have 'd'"),
      ("a b c d f e", "out of their order"),
      ("a b c d e f f", "behind the rows of its pages"),
      ("x", "where its pages have 'a'"), ("", "does not show 'a'"),
    ] as [(String, String?)])
  func `what is shown are the pages of one pass`(shown: String, words: String?) {
    var desk = PageDesk()
    desk.ask(1, isFresh: true)
    desk.bring(1, "a b c", offset: 0)
    desk.show("a b c")
    desk.ask(2, from: .offset(3))
    desk.bring(2, "d e f", offset: 3, more: false)
    desk.show(shown)
    if let words {
      #expect(
        desk.verdict("page-rows")?.contains(words) == true, "\(desk.verdict("page-rows") ?? "")")
    } else {
      #expect(desk.verdict("page-rows") == "held")
    }
  }

  @Test func `a page of an older pass is not shown after a refresh, nor is that pass again`() {
    var desk = PageDesk()
    desk.ask(1, isFresh: true)
    desk.bring(1, "a b c", offset: 0)
    desk.show("a b c")
    desk.ask(2, from: .offset(3))
    desk.commit("b", nil)
    desk.ask(3, isFresh: true)
    desk.bring(3, "a c d", offset: 0, total: 5)
    desk.show("a c d")
    desk.bring(2, "d e f", offset: 3)
    desk.show("a b c d e f")
    #expect(desk.verdict("page-rows")?.contains("goes back to pages") == true)
  }

  @Test func `a row that two pages brought is shown once, and with a content that came`() {
    var desk = PageDesk()
    desk.ask(1, isFresh: true)
    desk.bring(1, "a b c", offset: 0)
    desk.ask(2, from: .offset(3))
    desk.bring(2, "c d e", offset: 3)
    desk.show("a b c d e")
    #expect(desk.verdict("page-rows") == "held")
    desk.show("a b c c d e")
    #expect(desk.verdict("page-rows")?.contains("twice") == true)
    var other = PageDesk()
    other.ask(1, isFresh: true)
    other.bring(1, "a b c", offset: 0)
    other.commit("a", 2)
    other.show("a b c")
    #expect(other.verdict("page-rows")?.contains("a content of 'a' that no page brought") == true)
  }

  @Test func `in the end what came last is shown, unless something of it did not come`() {
    var desk = PageDesk()
    desk.ask(1, isFresh: true)
    desk.bring(1, "a b c", offset: 0)
    desk.show("a b c")
    desk.ask(2, from: .offset(3))
    desk.bring(2, "d e f", offset: 3)
    desk.rest()
    #expect(desk.verdict("page-rows")?.contains("when nothing happens any more") == true)
    var broken = PageDesk()
    broken.ask(1, isFresh: true)
    broken.bring(1, "a b c", offset: 0)
    broken.show("a b c")
    broken.ask(2, isFresh: true)
    broken.bring(2, "a b", offset: 0)
    broken.ask(3, from: .offset(2))
    broken.fail(3)
    broken.rest()
    #expect(broken.verdict("page-rows") == "held")
  }

  @Test func `a row that stayed and was passed over breaks`() {
    var desk = PageDesk()
    desk.ask(1, isFresh: true)
    desk.bring(1, "a b c", offset: 0)
    desk.commit("A")
    desk.ask(2, from: .beyond(.none, Key("c")))
    desk.bring(2, "e f", offset: 4, more: false)
    #expect(desk.verdict("page-whole")?.contains("never saw 'd'") == true)
  }

  @Test func `a client of a copy that may be late is not judged`() {
    var desk = PageDesk(replicas: 2, client: 1)
    desk.ask(1, isFresh: true)
    desk.bring(1, "a b c", offset: 0)
    desk.ask(2, from: .beyond(.none, Key("c")))
    desk.bring(2, "e f", offset: 4, more: false)
    #expect(desk.verdict("page-whole") == "not reached")
  }

  @Test func `offsets owe nothing of a list that changes`() {
    var desk = PageDesk()
    desk.ask(1, isFresh: true)
    desk.bring(1, "a b c", offset: 0)
    desk.commit("a", nil)
    desk.ask(2, from: .offset(3))
    desk.bring(2, "e f", offset: 3, more: false)
    #expect(desk.verdict("page-whole") == "not reached")
  }

  @Test func `a row that moves may end two pages, and the same request leads on from either`() {
    var desk = PageDesk()
    desk.ask(1, isFresh: true)
    desk.bring(1, "a b c", offset: 0)
    desk.ask(2, from: .behind(Key("c")))
    desk.bring(2, "d e c", offset: 3)
    desk.show("a b c d e")
    desk.ask(3, from: .behind(Key("c")))
    desk.bring(3, "f", offset: 6, more: false)
    desk.show("a b c d e f")
    desk.rest()
    #expect(desk.verdict("page-requests") == "held" && desk.verdict("page-rows") == "held")
  }

  @Test func `a page that comes in two versions is shown as the later one`() {
    var desk = PageDesk()
    desk.ask(1, isFresh: true)
    desk.bring(1, "a b c", offset: 0)
    desk.ask(2, from: .offset(3))
    desk.bring(2, "d e", offset: 3, isLast: false)
    desk.show("a b c d e")
    desk.bring(2, "d e f", offset: 3, more: false)
    desk.show("a b c d e f")
    desk.rest()
    #expect(desk.verdict("page-rows") == "held" && desk.verdict("page-requests") == "held")
  }

  /// A chat opens at its end: its first page begins at no place, but all others do.
  @Test func `a pass that began at the end, or in the middle, is judged as well`() {
    var chat = PageDesk()
    chat.ask(1, from: .end, isFresh: true, isBackward: true)
    chat.bring(1, "d e f", offset: 3)
    chat.commit("g")
    chat.ask(2, from: .beyond(.none, Key("d")), isBackward: true)
    chat.bring(2, "a c", offset: 0, more: false)
    #expect(chat.verdict("page-whole")?.contains("never saw 'b'") == true)

    var middle = PageDesk()
    middle.ask(1, from: .beyond(.none, Key("b")), isFresh: true)
    middle.bring(1, "c d", offset: 2)
    middle.show("c d")
    middle.ask(2, from: .beyond(.none, Key("c")), isBackward: true)
    middle.bring(2, "a b", offset: 0, more: false)
    middle.show("a b c d")
    middle.ask(3, from: .beyond(.none, Key("d")))
    middle.bring(3, "f", offset: 5, more: false)
    #expect(middle.verdict("page-requests") == "held" && middle.verdict("page-rows") == "held")
    #expect(middle.verdict("page-whole")?.contains("never saw 'e'") == true)
  }

  @Test func `a page before others that comes too short is the fault of the server`() {
    func verdict(_ rows: String) -> String? {
      var desk = PageDesk()
      desk.ask(1, from: .offset(3), isFresh: true)
      desk.bring(1, "d e f", offset: 3, more: false)
      desk.ask(2, from: .offset(0))
      desk.bring(2, rows, offset: 0)
      return desk.verdict("page-whole")
    }
    #expect(verdict("a b") == "not reached")
    #expect(verdict("a b c") == "held")
    #expect(verdict("a c b")?.contains("out of its order") == true)
  }

  @Test func `an end of the list that the server did not state breaks`() {
    func verdict(more: Bool, _ change: (inout PageDesk) -> Void = { _ in }) -> String? {
      var desk = PageDesk()
      desk.ask(1, isFresh: true)
      desk.bring(1, "a b c", offset: 0, more: more)
      change(&desk)
      desk.tell(hasMore: false)
      return desk.verdict("page-requests")
    }
    #expect(verdict(more: true)?.contains("says that there are no more rows") == true)
    #expect(verdict(more: false) == "held")
    #expect(verdict(more: true) { $0.ask(2, from: .offset(3)) } == "held")
    var desk = PageDesk()
    desk.ask(1, isFresh: true)
    desk.bring(1, "a b c", offset: 0)
    desk.tell(hasMore: true)
    #expect(desk.verdict("page-requests") == "held")
  }

  @Test func `who sees the last row gets more, where there are more and nothing stands in the way`()
  {
    /// A list of three rows whose last one somebody sees.
    func desk(more: Bool = true) -> PageDesk {
      var desk = PageDesk()
      desk.ask(1, isFresh: true)
      desk.bring(1, "a b c", offset: 0, more: more)
      desk.show("a b c")
      desk.scroll(to: 1)
      return desk
    }
    var stuck = desk()
    stuck.rest()
    #expect(
      stuck.verdict("page-more")
        == "client 0 sees the last of 3 rows and gets no more, but the server has some")
    var over = desk(more: false)
    over.rest()
    #expect(over.verdict("page-more") == "held")
    var far = desk()
    far.scroll(to: 0)
    far.rest()
    #expect(far.verdict("page-more") == "held")
    var failed = desk()
    failed.ask(2, from: .offset(3))
    failed.fail(2)
    failed.rest()
    #expect(failed.verdict("page-more") == "not reached")
    var anew = desk()
    anew.ask(2, isFresh: true)
    anew.bring(2, "a b c", offset: 0)
    anew.rest()
    #expect(anew.verdict("page-more") == "not reached")
    var closed = desk()
    closed.record(.closed)
    closed.rest()
    #expect(closed.verdict("page-more") == "not reached")
  }

  @Test func `who comes back to where pages were let go gets them again, at either end`() {
    /// A list of which the first page, or the last one, was let go.
    func desk(_ shown: String) -> PageDesk {
      var desk = PageDesk()
      desk.ask(1, isFresh: true)
      desk.bring(1, "a b c", offset: 0)
      desk.ask(2, from: .offset(3))
      desk.bring(2, "d e f", offset: 3, more: false)
      desk.show(shown)
      desk.scroll(to: 0)
      desk.rest()
      return desk
    }
    #expect(desk("a b c d e f").verdict("page-more") == "held")
    #expect(
      desk("d e f").verdict("page-more")
        == "client 0 sees the first of 3 rows and gets none before it, but there are some")
    var last = PageDesk()
    last.ask(1, isFresh: true)
    last.bring(1, "a b c", offset: 0)
    last.ask(2, from: .offset(3))
    last.bring(2, "d e f", offset: 3, more: false)
    last.show("a b c")
    last.scroll(to: 1)
    last.rest()
    #expect(last.verdict("page-more")?.contains("sees the last of 3 rows") == true)
  }

  /// A list that is kept on the phone may have the place already, so that nothing is asked for on the way.
  @Test func `nobody knows where somebody looks who has jumped, until they scroll again`() {
    var desk = PageDesk()
    desk.store()
    desk.ask(1, isFresh: true)
    desk.bring(1, "a b c", offset: 0)
    desk.store(isSave: true)
    desk.show("a b c")
    desk.scroll(to: 1)
    desk.jump()
    desk.rest()
    #expect(desk.verdict("page-more") == "not reached")
    desk.scroll(to: 1)
    desk.rest()
    #expect(desk.verdict("page-more")?.contains("sees the last of 3 rows") == true)
  }

  @Test func `who scrolls while the page of a jump is on the way scrolls what is replaced`() {
    /// Somebody who scrolls to the last row while a list is loaded anew, because of a jump or not.
    func desk(jumps: Bool) -> PageDesk {
      var desk = PageDesk()
      desk.ask(1, isFresh: true)
      desk.bring(1, "a b c", offset: 0)
      desk.show("a b c")
      if jumps { desk.jump() }
      desk.ask(2, isFresh: true)
      desk.scroll(to: 1)
      desk.bring(2, "a b c", offset: 0)
      return desk
    }
    var jumped = desk(jumps: true)
    jumped.rest()
    #expect(jumped.verdict("page-more") == "not reached")
    jumped.scroll(to: 1)
    jumped.rest()
    #expect(jumped.verdict("page-more")?.contains("sees the last of 3 rows") == true)
    var stayed = desk(jumps: false)
    stayed.rest()
    #expect(stayed.verdict("page-more")?.contains("sees the last of 3 rows") == true)
  }

  @Test func `who is told that a list goes on behind no row loads it anew`() {
    for isAnew in [false, true] {
      var desk = PageDesk()
      desk.ask(1, isFresh: true)
      desk.bring(1, "a b c", offset: 0)
      desk.show("a b c")
      desk.ask(2, from: .behind(Key("c")))
      desk.fail(2, .gone)
      if isAnew {
        desk.ask(3, isFresh: true)
        desk.bring(3, "a b c", offset: 0, more: false)
      }
      desk.rest()
      let words = desk.verdict("page-more")
      #expect(words?.contains("was told that its list goes on behind no row") == !isAnew)
    }
  }

  /// What goes on with a list that is loaded anew belongs to nothing else, whatever the older pages look like.
  @Test func `the pages of a refresh in sequence are none of the list before it`() {
    for isSaid in [true, false] {
      var desk = PageDesk("a b c d e f")
      desk.ask(1, from: .offset(0), 2, isFresh: true)
      desk.bring(1, "a b", offset: 0)
      desk.ask(2, from: .beyond(SortValue(.null), Key("b")), 2)
      desk.bring(2, "c d", offset: 2)
      desk.show("a b c d")
      desk.ask(3, from: .offset(0), 2, isFresh: true)
      desk.bring(3, "a b", offset: 0)
      desk.ask(4, from: .beyond(SortValue(.null), Key("b")), 2, goesOn: isSaid)
      desk.bring(4, "e f", offset: 2)
      desk.show("a b c d")
      #expect((desk.verdict("page-rows") == "held") == isSaid)
    }
  }

  /// A server puts an empty page at the end of its list, also where it was asked for more rows than there are before it.
  @Test func `the page before one that lies behind the end may reach to either`() {
    for count in [5, 6] {
      var desk = PageDesk("a b c d e")
      desk.ask(1, from: .offset(6), isFresh: true)
      desk.bring(1, "", offset: 5, more: false, total: 5)
      desk.ask(2, from: .offset(0), count)
      #expect(desk.verdict("page-requests") == "held")
    }
    var desk = PageDesk("a b c d e")
    desk.ask(1, from: .offset(6), isFresh: true)
    desk.bring(1, "", offset: 5, more: false, total: 5)
    desk.ask(2, from: .offset(0), 4)
    #expect(desk.verdict("page-requests")?.contains("not next to") == true)
  }
}
