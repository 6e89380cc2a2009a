// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTrace
import WeirTree

import WeirCheck

/// Lists that an app keeps on its phone: what may be shown of them, and what not.
@Suite struct KeptListTests {
  /// A desk at which two pages were fetched, saved and shown, and whose app was killed then.
  private func restarted(_ change: (inout PageDesk) -> Void = { _ in }) -> PageDesk {
    var desk = PageDesk()
    desk.store()
    desk.ask(1, isFresh: true)
    desk.bring(1, "a b c", offset: 0)
    desk.store(isSave: true)
    desk.show("a b c")
    desk.ask(2, from: .offset(3))
    desk.bring(2, "d e", offset: 3)
    desk.store(isSave: true)
    desk.show("a b c d e")
    change(&desk)
    desk.restart()
    desk.store()
    return desk
  }

  @Test(arguments: ["a b c d e", "a b", "a", "c d", "b c d e", ""])
  func `a run of the rows of one pass may be shown again after the app was killed`(rows: String) {
    var desk = restarted()
    if !rows.isEmpty { desk.show(rows) }
    desk.rest()
    for name in ["page-requests", "page-rows"] { #expect(desk.verdict(name) == "held") }
  }

  @Test(
    arguments: [
      ("a c", "shows 'c' where its pages have 'b'"), ("x", "shows 'x' of no page"),
      ("a b x", "shows 'x' where its pages have 'c'"), ("e x", "shows 'x' behind the rows of its"),
      ("b a", "shows 'a' where its pages have 'c'"),
      ("a b b", "shows 'b' where its pages have 'c'"), ("e e", "shows 'e' behind the rows of its"),
      ("f", "shows 'f' of no page"),
      ("", "shows nothing of its pages"),
    ])
  func `rows that no page brought, that were left out or stand elsewhere break`(
    rows: String, words: String
  ) {
    var desk = restarted()
    desk.show(rows)
    let verdict = desk.verdict("page-rows") ?? ""
    #expect(verdict.contains(words), "\(verdict)")
  }

  @Test func `a content may be old, but must have come`() {
    var old = restarted { $0.commit("z", 5) }
    old.show("a b c")
    #expect(old.verdict("page-rows") == "held")
    var other = restarted { $0.commit("b", 2) }
    other.show("a b c")
    #expect(
      other.verdict("page-rows")?.contains("a content of 'b' that no page brought") == true)
  }

  @Test func `without a store nothing of an earlier life may be shown`() {
    var desk = PageDesk()
    desk.ask(1, isFresh: true)
    desk.bring(1, "a b c", offset: 0)
    desk.show("a b c")
    desk.restart()
    desk.ask(1, isFresh: true)
    desk.bring(1, "d e f", offset: 0)
    desk.show("a b c")
    #expect(desk.verdict("page-rows")?.contains("shows 'a' where its pages have 'd'") == true)
  }

  @Test func `rows of two passes beside each other break`() {
    var desk = restarted()
    desk.show("a b c")
    desk.ask(1, isFresh: true)
    desk.bring(1, "c b d", offset: 0)
    desk.store(isSave: true)
    desk.show("c b d")
    #expect(desk.verdict("page-rows") == "held")
    desk.show("a b c d")
    #expect(desk.verdict("page-rows")?.contains("goes back to pages") == true)
    var mixed = restarted()
    mixed.ask(1, isFresh: true)
    mixed.bring(1, "c b f", offset: 0)
    mixed.store(isSave: true)
    mixed.show("c b f d e")
    #expect(mixed.verdict("page-rows")?.contains("behind the rows of its pages") == true)
  }

  @Test func `no pass older than one that was shown comes back, not even after a kill`() {
    var desk = restarted()
    desk.ask(1, isFresh: true)
    desk.bring(1, "c b d", offset: 0)
    desk.store(isSave: true)
    desk.show("c b d")
    desk.restart()
    desk.store()
    desk.show("a b c")
    #expect(desk.verdict("page-rows")?.contains("goes back to pages") == true)
  }

  @Test func `a list may go on where the kept one ends, and nowhere else`() {
    var desk = restarted()
    desk.show("a b c")
    desk.ask(1, from: .offset(5))
    #expect(desk.verdict("page-requests") == "held")
    desk.bring(1, "f", offset: 5, more: false)
    desk.store(isSave: true)
    desk.show("a b c d e f")
    desk.rest()
    #expect(desk.verdict("page-rows") == "held")
    var gap = restarted()
    gap.ask(1, from: .offset(6))
    #expect(gap.verdict("page-requests")?.contains("which is not next to the pages") == true)
  }

  @Test func `in the end the pass that came last is seen, unless the store failed`() {
    func verdict(_ change: (inout PageDesk) -> Void) -> String? {
      var desk = restarted()
      desk.show("a b c")
      desk.ask(1, isFresh: true)
      desk.bring(1, "f c b", offset: 0)
      change(&desk)
      desk.rest()
      return desk.verdict("page-rows")
    }
    #expect(
      verdict { $0.store(isSave: true) }?.contains("when nothing happens any more") == true)
    #expect(verdict { $0.store(isSave: true, fails: true) } == "held")
    #expect(
      verdict {
        $0.store(isSave: true)
        $0.show("f")
      } == "held")
  }

  @Test func `a pass whose pages were perhaps not saved need not be shown after a kill`() {
    var lost = restarted {
      $0.ask(3, isFresh: true)
      $0.bring(3, "c b d", offset: 0)
    }
    lost.show("a b c d e")
    lost.rest()
    #expect(lost.verdict("page-rows") == "held")
    var saved = restarted {
      $0.ask(3, isFresh: true)
      $0.bring(3, "c b d", offset: 0)
      $0.store(isSave: true)
    }
    saved.show("a b c d e")
    saved.rest()
    #expect(saved.verdict("page-rows")?.contains("when nothing happens any more") == true)
  }
}
