// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirTrace
import WeirTree

import WeirCheck

@Suite struct ConvergenceCheckerTests {
  private static let server: [(String, UInt64)] = [("a", 1), ("b", 2), ("c", 3)]

  /// The server has a, b and c; client 0 shows them, client 1 shows `rows`.
  private func end(_ rows: [(String, UInt64)], window: Query = Query(), open: UInt64 = 0) -> String
  {
    var play = Play(window: window)
    for (key, stamp) in Self.server { play.commit(10, key, stamp) }
    let right = window.limit == .last(2) ? [("c", 3), ("b", 2)] : Self.server
    play.show(0, 20, right)
    play.show(1, 30, rows)
    play.rest(100, open: open)
    return play.words("converge")
  }

  @Test func `equal lists hold, also those of a window`() {
    #expect(end(Self.server) == "held")
    #expect(end([("c", 3), ("b", 2)], window: Query(limit: .last(2))) == "held")
  }

  @Test func `a lost push is a row too few`() {
    #expect(
      end([("a", 1), ("b", 2)])
        == "broken at 0.1s, because client 1 shows 2 rows, but the server has 3 for it")
  }

  @Test func `a row that should be gone is a row too many`() {
    #expect(
      end(Self.server + [("d", 4)])
        == "broken at 0.1s, because client 1 shows 4 rows, but the server has only 3 for it")
  }

  @Test func `an old row is told by its place`() {
    #expect(
      end([("a", 1), ("b", 9), ("c", 3)])
        == "broken at 0.1s, because client 1 shows an old 'b' as row 1")
  }

  @Test func `rows in the wrong order or of the wrong end of a window are told`() {
    #expect(
      end([("a", 1), ("c", 3), ("b", 2)])
        == "broken at 0.1s, because client 1 shows 'c' as row 1, but the server has 'b'; "
        + "all rows are there, in another order")
    #expect(
      end([("a", 1), ("b", 2)], window: Query(limit: .last(2)))
        == "broken at 0.1s, because client 1 shows 'a' as row 0, but the server has 'c'")
  }

  @Test(
    arguments: [
      ([("a", 1), ("b", 2)], 0, "row 2: the server has 'c', client 1 shows nothing there"),
      (server + [("d", 4)], 0, "row 3: the server has nothing there, client 1 shows 'd'"),
      (
        [("a", 1), ("b", 9), ("c", 3)], 0,
        "row 1: the server has 'b', client 1 shows an older version of it"
      ),
      ([("b", 2), ("c", 3)], 4, "row 0: the server has 'a', client 1 shows 'b'"),
    ] as [([(String, UInt64)], UInt64, String)])
  func `the first row that differs is told apart`(
    rows: [(String, UInt64)], open: UInt64, words: String
  ) throws {
    var play = Play()
    for (key, stamp) in Self.server { play.commit(10, key, stamp) }
    play.show(0, 20, Self.server)
    play.show(1, 30, rows)
    play.rest(100, open: open)
    let difference = try #require(play.verdict("converge")?.breach?.difference)
    #expect(difference.words(in: ["/l"]) == "/l, \(words)")
    #expect(difference.words(in: []) == "a list, \(words)")
  }

  @Test func `where there are sections, shown or not, the row that differs is told with its own`()
    throws
  {
    func words(_ grouping: Grouping, _ sections: [[String]]) throws -> String {
      var play = Play(Screen(Play.list, grouping: grouping))
      play.commit(10, "a", 1)
      let rows = sections.map { keys in
        keys.map { Row(key: Key($0), stamp: Play.node(1).fingerprint) }
      }
      play.publish(1, 20, rows, by: .init())
      play.rest(100)
      // Client 0 shows nothing at all.
      return try #require(play.verdict("converge")?.breach?.difference).words(in: ["/l"])
    }
    let fixed = Grouping.fixed([.has(Path("x")), .everything])
    #expect(
      try words(fixed, [[]])
        == "/l, row 0 of section 1: the server has 'a', client 0 shows nothing there")
    var play = Play(Screen(Play.list, grouping: .byValue(of: Path("x"))))
    play.happen(1, .killed, 0)
    play.commit(10, "a", 1)
    let row = Row(key: Key("a"), stamp: Play.node(1).fingerprint)
    play.publish(1, 20, [[row], [Row(key: Key("b"), stamp: 7)]], by: .init())
    play.rest(100)
    #expect(
      play.verdict("converge")?.breach?.difference?.words(in: ["/l"])
        == "/l, row 0 of section 1: the server has nothing there, client 1 shows 'b'")
  }

  @Test func `messages that are still under way at the end break the promise`() {
    #expect(
      end(Self.server, open: 4)
        == "broken at 0.1s, because 4 messages were still under way when the time was over")
  }

  @Test func `a list that never appeared breaks the promise, even if the server has nothing`() {
    var play = Play()
    play.show(0, 20, [])
    play.rest(100)
    #expect(
      play.words("converge")
        == "broken at 0.1s, because client 1 never finished loading its list")
  }

  @Test func `a run that did not come to its end says nothing`() {
    var play = Play()
    play.commit(10, "a", 1)
    play.show(0, 20, [("a", 1)])
    #expect(play.verdict("converge") == .notReached)
    var empty = Checkers(on: Ground(transactAction: 6))
    empty.observe(Step(at: .zero, .rested))
    #expect(empty.findings.allSatisfy { $0.verdict == .notReached })
  }

  @Test func `how late a list was is counted from the last commit to it`() {
    var play = Play()
    play.commit(10, "a", 1)
    play.show(0, 20, [("a", 1)])
    play.show(1, 45, [("a", 1)])
    play.rest(100)
    #expect(play.measured("converge-time") == [10_000_000, 35_000_000])
  }

  @Test func `who may not read a list owes nothing, and who started anew owes it anew`() {
    var play = Play()
    play.commit(10, "a", 1)
    play.show(0, 20, [("a", 1)])
    play.happen(30, .cancelled, 1)
    play.rest(100)
    #expect(play.verdict("converge") == .held)

    var anew = Play()
    anew.commit(10, "a", 1)
    anew.show(0, 20, [("a", 1)])
    anew.show(1, 20, [("a", 1)])
    anew.happen(30, .killed, 1)
    anew.open(40, 1)
    anew.rest(100)
    #expect(anew.words("converge").contains("client 1 never finished loading its list"))
  }
}

@Suite struct WaitingTests {
  private func words(_ steps: [Step]) -> String {
    var waiting = Waiting()
    for step in steps { waiting.observe(step) }
    return waiting.words
  }

  private func step(_ client: UInt32, _ x: UInt64, _ y: UInt64) -> Step {
    Step(at: .zero, .pending, client: client, x: x, y: y)
  }

  @Test func `who waits is told with what it waits for`() {
    #expect(words([]) == "")
    #expect(
      words([step(Step.nobody, 1, 2)])
        == " (still pending: 1 message under way and 2 requests in the server's queue)")
    #expect(
      words([step(3, 1, 1 | 2 << 16), step(4, 5, 1 << 32 | 1 << 48), step(5, 0, 0)])
        == " (still pending: client 3 is not connected and waits for 1 list, 2 answers to writes; "
        + "client 4 waits for 1 answer to a hook, 1 transaction; client 5 is not running)")
  }

  @Test func `of many who wait only some are told`() {
    let words = words((0..<9).map { step($0, 2, 0) })
    #expect(
      words == " (still pending: client 0 is connecting; client 1 is connecting; "
        + "client 2 is connecting; and 6 others)")
  }
}
