// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirTrace
import WeirTree

import WeirCheck

@Suite struct ContiguityCheckerTests {
  private static let name = "contiguity"
  /// The newest three of a list.
  private static let screen = Screen(Play.list.descending().limited(to: 3))

  /// The server has a … j; both clients show something, and the play says where they listen.
  private func play(_ screen: Screen = Self.screen, at listens: [Query]) -> Play {
    var play = Play(screen, isListening: false)
    for (tag, query) in listens.enumerated() {
      for client: UInt32 in 0...1 { play.listen(0, client, UInt64(tag), query) }
    }
    for (place, key) in "abcdefghij".enumerated() { play.commit(5, "\(key)", UInt64(place + 1)) }
    for client: UInt32 in 0...1 { play.show(client, 10, []) }
    return play
  }

  private func judge(_ screen: Screen = Self.screen, at listens: [Query]) -> String {
    var play = play(screen, at: listens)
    play.rest(100)
    return play.words(Self.name)
  }

  private static func keys(_ from: String?, _ to: String?, _ limit: Query.Limit = .none) -> Query {
    Query(from: from.map { .init(Key($0)) }, to: to.map { .init(Key($0)) }, limit: limit)
  }

  @Test func `a window, and ranges that meet a window, hold`() {
    #expect(judge(at: [Query(limit: .last(4))]) == "held")
    #expect(judge(at: [Self.keys("h", nil), Self.keys(nil, "g", .last(3))]) == "held")
    #expect(judge(at: [Self.keys("h", nil), Self.keys(nil, "h", .last(3))]) == "held")
  }

  @Test func `a hole is told`() {
    #expect(
      judge(at: [Self.keys("h", nil), Self.keys(nil, "f", .last(3))])
        == "broken at 0.1s, because client 0 has a hole in /room: it has not loaded 'g'")
  }

  @Test func `a run that does not start with the list, or leaves its range, is told`() {
    #expect(
      judge(at: [Self.keys("d", "g")])
        .hasSuffix("has not loaded /room from the end where the list starts"))
    let ranged = Screen(
      Play.list.descending().limited(to: 3).starting(at: .init(Key("h"))))
    #expect(judge(ranged, at: [Self.keys(nil, "h", .last(4))]) == "held")
    #expect(
      judge(ranged, at: [Query(limit: .last(4))])
        .hasSuffix("has loaded rows of /room outside the range of its list"))
  }

  @Test func `a run that is too short, or empty, is told`() {
    #expect(
      judge(at: [Query(limit: .last(2))]).hasSuffix("has loaded 2 rows of /room, but should have 3")
    )
    #expect(judge(at: []).hasSuffix("has loaded nothing of /room"))
    #expect(
      judge(Screen(Play.list), at: [Query(limit: .first(8))])
        .hasSuffix("has not loaded all of /room"))
  }

  @Test func `rows that pages brought stay, unless they go or others leave`() {
    for (removals, isBroken) in [(0, true), (2, true), (3, false)] {
      var play = play(at: [Query(limit: .last(4))])
      // Six rows in two pages, of which each may have counted the one held back before it: 3 + 4 are owed, and 4
      // are loaded.
      play.happen(20, .paged, 0, x: 0, y: 3 << 1 | 1)
      play.happen(30, .paged, 0, x: 1, y: 3 << 1)
      for place in 0..<removals { play.commit(40, ["a", "b", "c"][place], 0) }
      play.commit(41, "d", 99)
      play.rest(100)
      #expect(play.verdict(Self.name)?.isBroken == isBroken, "\(removals)")
    }
  }

  @Test func `rows that a page counted and the server turned away are not owed`() {
    for (refusals, isBroken) in [(0, true), (2, true), (3, false)] {
      var play = play(at: [Query(limit: .last(4))])
      let posts = (0..<refusals).map { play.write(10, 0, "x\($0)", 7) }
      play.happen(20, .paged, 0, x: 0, y: 3 << 1 | 1)
      play.happen(30, .paged, 0, x: 1, y: 3 << 1)
      for post in posts { play.answer(40, 0, post, isOverloaded: true) }
      play.rest(100)
      #expect(play.verdict(Self.name)?.isBroken == isBroken, "\(refusals)")
    }
  }

  @Test func `who may not read owes nothing`() {
    var play = play(at: [])
    for client: UInt32 in 0...1 { play.happen(20, .cancelled, client) }
    play.rest(100)
    #expect(play.verdict(Self.name) == .notReached)
  }
}
