// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirTrace
import WeirTree

import WeirCheck

@Suite struct ReadYourWritesCheckerTests {
  private let name = "read-your-writes"

  /// The server has a1, and both clients show it.
  private func opened(window: Query = Query()) -> Play {
    var play = Play(window: window)
    play.commit(10, "a", 1)
    for client: UInt32 in 0...1 { play.show(client, 20, [("a", 1)]) }
    return play
  }

  @Test func `lists without own writes are no evidence`() {
    var play = opened()
    play.show(1, 30, [("a", 1), ("b", 2)])
    #expect(play.verdict(name) == .notReached)
  }

  @Test func `a list that shows its writes holds`() {
    var play = opened()
    let post = play.write(30, 1, "b", 2)
    play.show(1, 40, [("a", 1), ("b", 2)])
    let edit = play.write(50, 1, "a", 9, isEdit: true)
    play.show(1, 60, [("a", 9), ("b", 2)])
    play.commit(70, "b", 2, by: 1, journey: post)
    play.commit(71, "a", 9, by: 1, journey: edit)
    _ = play.write(80, 1, "b", 0)
    play.show(1, 90, [("a", 9)])
    #expect(play.verdict(name) == .held)
    #expect(play.findings[2].opportunities >= 3)
  }

  @Test func `a list that may not be read need not show writes until it is opened again`() {
    var play = opened()
    _ = play.write(30, 1, "b", 2)
    play.happen(35, .cancelled, 1)
    _ = play.write(36, 1, "c", 3)
    play.show(1, 40, [("a", 1)])
    #expect(play.verdict(name) == .notReached)
    play.happen(50, .killed, 1)
    play.open(60, 1)
    play.show(1, 65, [("a", 1)])
    _ = play.write(70, 1, "d", 4)
    play.show(1, 80, [("a", 1)])
    #expect(play.verdict(name)?.isBroken == true)
  }

  @Test func `an own write that is missing is told`() {
    var play = opened()
    _ = play.write(30, 1, "b", 2)
    play.show(1, 40, [("a", 7)])
    #expect(
      play.words(name)
        == "broken at 0.04s, because client 1 does not show 'b', which it wrote (write 1)")
  }

  @Test func `what is put right at the same moment was seen by nobody`() {
    var play = opened()
    _ = play.write(30, 1, "b", 2)
    play.show(1, 40, [("a", 7)])
    play.show(1, 40, [("a", 7), ("b", 2)])
    #expect(play.verdict(name) == .held)
  }

  @Test func `what is put right later was seen`() {
    var play = opened()
    _ = play.write(30, 1, "b", 2)
    play.show(1, 40, [("a", 7)])
    play.show(1, 41, [("a", 7), ("b", 2)])
    #expect(play.verdict(name)?.isBroken == true)
  }

  @Test func `a row that goes or comes with its section is looked at as any other`() {
    var play = Play(Screen(Play.list, grouping: .byValue(of: Path("x"))))
    play.commit(10, "a", 1)
    play.commit(11, "b", 2)
    let a = Row(key: Key("a"), stamp: Play.node(1).fingerprint)
    let b = Row(key: Key("b"), stamp: Play.node(2).fingerprint)
    play.publish(1, 20, [[a], [b]])
    _ = play.write(30, 1, "a", 0)
    play.publish(1, 40, [[a], [b]], by: ChangeSet())
    play.publish(1, 40, [[b]], by: ChangeSet(sections: SectionChanges(deletes: [0])))
    play.commit(45, "b", 3)
    #expect(play.verdict(name) == .held)
    play.publish(1, 50, [[a], [b]], by: ChangeSet(sections: SectionChanges(inserts: [0])))
    #expect(
      play.words(name)
        == "broken at 0.05s, because client 1 still shows 'a', which it removed (write 1)")
  }

  @Test func `an own write that others' data replaced before it was committed is told`() {
    var play = opened()
    _ = play.write(30, 1, "a", 5)
    play.show(1, 30, [("a", 5)])
    play.commit(40, "a", 8, by: 0, journey: 77)
    play.show(1, 60, [("a", 8)])
    #expect(
      play.words(name)
        == "broken at 0.06s, because client 1 shows 'a', but not as it wrote it (write 1)")
  }

  @Test func `an own row that vanishes later without a cause is told`() {
    var play = opened()
    let post = play.write(30, 1, "b", 2)
    play.show(1, 30, [("a", 1), ("b", 2)])
    play.commit(40, "b", 2, by: 1, journey: post)
    play.answer(50, 1, post)
    play.show(1, 60, [("a", 1)])
    #expect(play.words(name).hasPrefix("broken at 0.06s, because client 1 does not show 'b'"))
  }

  @Test func `an own removed row that is still shown, or comes back, is told`() {
    var play = opened()
    _ = play.write(30, 1, "a", 0)
    play.show(1, 40, [("a", 1), ("b", 2)])
    #expect(
      play.words(name)
        == "broken at 0.04s, because client 1 still shows 'a', which it removed (write 1)")
    var back = opened()
    let removal = back.write(30, 1, "a", 0)
    back.show(1, 40, [])
    back.commit(45, "a", 0, by: 1, journey: removal)
    #expect(back.verdict(name) == .held)
    back.show(1, 50, [("a", 1)])
    #expect(back.words(name).hasPrefix("broken at 0.05s, because client 1 still shows 'a'"))
  }

  @Test func `an edit that goes back to the row before it is told`() {
    var play = opened()
    _ = play.write(30, 1, "a", 5, isEdit: true)
    play.show(1, 30, [("a", 5)])
    play.show(1, 60, [("a", 1)])
    #expect(
      play.words(name)
        == "broken at 0.06s, because client 1 shows 'a' as it was before its edit (write 1)")
  }

  @Test func `an edit that makes the row as it stands there is no going back`() {
    var play = opened()
    _ = play.write(30, 1, "a", 1, isEdit: true)
    play.show(1, 60, [("a", 1), ("b", 2)])
    play.rest(100)
    #expect(play.verdict(name)?.isBroken == false)
  }

  @Test(arguments: [false, true])
  func `a bound may keep a written row out of a union, whose other list shows one of its key`(
    isBounded: Bool
  ) {
    var list = Play.list
    if isBounded { list.start = Query.Bound(.integer(10), key: nil) }
    var screen = Screen(list)
    screen.sources.append(QueryBuilder(Path("hall")))
    var play = Play(screen)
    play.show(1, 20, [("a", 1)])
    for tag: UInt64 in 0...1 { play.happen(25, .completed, 1, x: tag << 20) }
    play.happen(25, .loaded, 1)
    _ = play.write(30, 1, "a", 5)
    play.show(1, 60, [("a", 1), ("b", 2)])
    play.show(1, 70, [("a", 7), ("b", 2)])
    play.rest(100)
    #expect(play.verdict(name)?.isBroken == !isBounded)
  }

  @Test func `only the first breach is told`() {
    var play = opened()
    _ = play.write(30, 1, "b", 2)
    play.show(1, 40, [])
    _ = play.write(50, 1, "c", 2)
    play.show(1, 60, [])
    #expect(play.words(name).hasPrefix("broken at 0.04s"))
  }

  @Test func `what somebody writes after one's own commit may replace it`() {
    var play = opened()
    let write = play.write(30, 1, "a", 5)
    play.show(1, 30, [("a", 5)])
    play.commit(40, "a", 5, by: 1, journey: write)
    play.commit(41, "a", 8, by: 0, journey: 77)
    play.show(1, 60, [("a", 8)])
    #expect(play.verdict(name) == .held)
  }

  @Test func `a removed row that somebody writes anew may come back, even in the same batch`() {
    var play = opened()
    let removal = play.write(30, 1, "a", 0)
    play.commit(40, "a", 0, by: 1, journey: removal)
    play.commit(41, "a", 8, by: 0, journey: 77)
    play.show(1, 60, [("a", 8)])
    #expect(!play.words(name).hasPrefix("broken"))
  }

  @Test func `a write that was turned away goes back, and one that is kept is an older one`() {
    var play = opened()
    let write = play.write(30, 1, "a", 5)
    play.show(1, 30, [("a", 5)])
    play.answer(40, 1, write, isOverloaded: true)
    play.show(1, 40, [("a", 1)])
    #expect(play.verdict(name) == .held)
    // Whoever keeps it shows what the server does not have.
    var kept = opened()
    let wrong = kept.write(30, 1, "a", 5)
    kept.show(1, 30, [("a", 5)])
    kept.answer(40, 1, wrong, isOverloaded: true)
    kept.rest(100)
    #expect(kept.words("converge").hasSuffix("client 1 shows an old 'a' as row 0"))
  }

  @Test func `an answer to an older write does not excuse a newer one of the same row`() {
    var play = opened()
    let older = play.write(30, 1, "a", 5)
    _ = play.write(35, 1, "a", 6)
    play.answer(40, 1, older, isOverloaded: true)
    play.show(1, 50, [("a", 1)])
    #expect(
      play.words(name)
        == "broken at 0.05s, because client 1 shows 'a', but not as it wrote it (write 2)")
  }

  @Test func `a row may leave a full window at its far end, but not out of the middle`() {
    var play = opened(window: Query(limit: .last(2)))
    let post = play.write(30, 1, "b", 2)
    play.show(1, 30, [("b", 2), ("a", 1)])
    play.commit(35, "b", 2, by: 1, journey: post)
    for key in ["c", "d"] { play.commit(40, key, 3, by: 0, journey: 77) }
    play.show(1, 60, [("d", 3), ("c", 3)])
    #expect(play.verdict(name) == .held)
    var middle = opened(window: Query(limit: .last(2)))
    _ = middle.write(30, 1, "b", 2)
    for key in ["c", "d"] { middle.commit(40, key, 3, by: 0, journey: 77) }
    middle.show(1, 60, [("d", 3), ("a", 1)])
    #expect(middle.words(name).hasPrefix("broken at 0.06s, because client 1 does not show 'b'"))
  }

  @Test func `a row beyond the edge may yield to rows whose removal is still unanswered`() {
    // Oldest two: a and b at the server. Client 1 removes a, so its own c finds room until the
    // server has it; its own d, still unanswered, keeps standing there.
    var play = Play(window: Query(limit: .first(2)))
    play.commit(10, "a", 1)
    play.commit(10, "b", 1)
    play.show(1, 20, [("a", 1), ("b", 1)])
    _ = play.write(30, 1, "a", 0)
    let post = play.write(31, 1, "c", 3)
    play.show(1, 31, [("b", 1), ("c", 3)])
    _ = play.write(32, 1, "d", 4)
    play.commit(40, "c", 3, by: 1, journey: post)
    play.answer(50, 1, post)
    play.show(1, 50, [("b", 1), ("d", 4)])
    #expect(!play.words(name).hasPrefix("broken"))
  }

  @Test(arguments: [false, true])
  func `a row that had no place before unanswered removals made room need not be shown`(
    isAnswered: Bool
  ) {
    // Oldest two: a and b at the server, so that c and d are beyond its window.
    var play = Play(window: Query(limit: .first(2)))
    play.commit(10, "a", 1)
    play.commit(10, "b", 1)
    play.show(1, 20, [("a", 1), ("b", 1)])
    let removals = ["a", "b"].map { ($0, play.write(30, 1, $0, 0)) }
    for key in ["c", "d"] {
      let post = play.write(31, 1, key, 3)
      play.commit(40, key, 3, by: 1, journey: post)
      play.answer(45, 1, post)
    }
    if isAnswered {
      for (key, journey) in removals {
        play.commit(46, key, 0, by: 1, journey: journey)
        play.answer(47, 1, journey)
      }
    }
    play.show(1, 50, [("d", 3)])
    #expect((play.verdict(name)?.isBroken == true) == isAnswered)
  }

  @Test(arguments: [false, true], [false, true])
  func `an edited row that only a listen which has ended knew of need not be shown`(
    isEdit: Bool, hasEnded: Bool
  ) {
    var play = opened()
    play.commit(25, "b", 1)
    play.show(1, 26, [("a", 1), ("b", 1)])
    _ = play.write(30, 1, "b", 7, isEdit: isEdit)
    play.show(1, 36, [("a", 1), ("b", 7)])
    if hasEnded {
      play.listen(40, 1, 1, Query())
      play.happen(45, .unlistened, 1)
    }
    play.show(1, 50, [("a", 1)])
    // What the client wrote whole each of its listens shows.
    #expect((play.verdict(name)?.isBroken == true) == !(isEdit && hasEnded))
  }

  @Test(arguments: [nil, 0, 2] as [UInt64?])
  func `a move that is unanswered, though its app was killed, makes such room if it was saved`(
    saved: UInt64?
  ) {
    // Oldest one: a at the server, and b beyond its window. Client 1 moves a to d, so that b finds room until the
    // server has b; its edit of b is of a row then that the window does not hold.
    var play = Play(window: Query(limit: .first(1)))
    play.commit(10, "a", 1)
    play.show(1, 20, [("a", 1)])
    let post = play.write(22, 1, "b", 2)
    play.happen(30, .touched, 1, journey: post + 1, "a")
    _ = play.write(30, 1, "d", 1)
    play.show(1, 31, [("b", 2)])
    if let saved {
      play.happen(32, .killed, 1, x: saved)
      play.open(33, 1)
      play.show(1, 34, [("b", 2)])
    }
    _ = play.write(35, 1, "b", 7, isEdit: true)
    play.show(1, 36, [("b", 7)])
    play.commit(40, "b", 2, by: 1, journey: post)
    play.answer(45, 1, post)
    play.show(1, 50, [("d", 1)])
    #expect((play.verdict(name)?.isBroken == true) == (saved == 0))
  }

  @Test(arguments: [false, true])
  func `a row that the server made of an edit alone need not be shown by a window`(isRefused: Bool)
  {
    var play = Play(window: Query(limit: .last(20)))
    play.commit(10, "a", 1)
    play.show(1, 20, [("a", 1)])
    // The post is turned away, what edited it is not: the server has half a row, which the client hears of later.
    let post = play.write(30, 1, "b", 2)
    play.show(1, 31, [("b", 2), ("a", 1)])
    let edit = play.write(32, 1, "b", 3, isEdit: true)
    play.show(1, 33, [("b", 3), ("a", 1)])
    _ = play.write(34, 1, "b", 4, isEdit: true)
    if !isRefused { play.commit(36, "b", 2, by: 1, journey: post) }
    play.commit(37, "b", 3, by: 1, journey: edit)
    play.answer(40, 1, post, isOverloaded: isRefused)
    play.show(1, 41, [("a", 1)])
    #expect((play.verdict(name)?.isBroken == true) == !isRefused)
  }

  @Test(arguments: [0, 1 << 32 | 9, 9] as [UInt64])
  func `nor need one that the server made of a transaction or a count alone`(number: UInt64) {
    var play = Play(window: Query(limit: .last(20)))
    play.commit(10, "a", 1)
    play.show(1, 20, [("a", 1)])
    let post = play.write(30, 1, "b", 2)
    play.show(1, 31, [("b", 2), ("a", 1)])
    play.happen(32, .touched, 1, journey: 77, "b", y: number)
    _ = play.write(33, 1, "b", 3, isEdit: true)
    play.show(1, 34, [("b", 3), ("a", 1)])
    play.commit(36, "b", 4, by: 1, journey: 77)
    play.answer(40, 1, post, isOverloaded: true)
    play.show(1, 41, [("a", 1)])
    // What has the plain number of a write may have been written whole, as resources are.
    play.happen(50, .filtered, 1, x: 1)
    #expect((play.verdict(name)?.isBroken == true) == (number == 9))
  }

  @Test func `a client's own transaction, its end and its restart excuse it`() {
    for kind in [Step.Kind.touched, .killed] {
      var play = opened()
      _ = play.write(10, 0, "a", 1)
      play.happen(15, kind, 0, "a")
      if kind == .killed { play.open(16, 0) }
      play.show(0, 20, [])
      #expect(play.verdict("read-your-writes")?.isBroken != true, "\(kind)")
    }
    var gone = opened()
    let write = gone.write(10, 0, "a", 1)
    gone.commit(12, "a", 1, by: 0, journey: write)
    // What is done because the client is gone belongs to no journey.
    gone.commit(14, "a", 0, by: 0)
    gone.show(0, 20, [])
    #expect(gone.verdict("read-your-writes")?.isBroken != true)
  }

  @Test
  func `a union owes its own rows when it has loaded, unless a window or a filter may hide them`() {
    let other = QueryBuilder(Path("other"))
    for (screen, isLoaded, isOwed) in [
      (Screen(union: [Play.list, other]), false, false),
      (Screen(union: [Play.list, other]), true, true),
      (Screen(union: [Play.list.limited(to: 5), other]), true, false),
      (Screen(union: [Play.list, other], displayLimit: 5), true, false),
    ] {
      var play = Play(screen)
      if isLoaded { play.happen(5, .loaded, 0) }
      _ = play.write(10, 0, "a", 1)
      play.show(0, 20, [("b", 2)])
      #expect(play.verdict(name)?.isBroken == isOwed)
    }
  }

  @Test(arguments: [(1, true), (2, false)])
  func `a list with a filter owes an own row once the server has it and the filter admits it`(
    content: UInt64, isAdmitted: Bool
  ) {
    var play = Play(Screen(Play.list, filter: .is(Path([]), .integer(1))))
    let write = play.write(10, 0, "a", content)
    play.show(0, 20, [])
    // Before the commit nobody but the writer knows what the row says.
    #expect(play.verdict(name)?.isBroken == false)
    play.commit(30, "a", content, by: 0, journey: write)
    _ = play.write(35, 0, "a", content)
    play.commit(40, "a", content, by: 0, journey: write + 1)
    play.show(0, 50, [])
    #expect(play.verdict(name)?.isBroken == isAdmitted)
  }
}
