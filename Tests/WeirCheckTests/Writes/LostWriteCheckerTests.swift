// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTrace
import WeirTree

import WeirCheck

@Suite struct LostWriteCheckerTests {
  private let name = "lost-writes"

  /// The server has a1, and client 1 shows it.
  private func opened() -> Play {
    var play = Play()
    play.commit(10, "a", 1)
    play.show(1, 20, [("a", 1)])
    return play
  }

  @Test func `writes that are committed as they were written hold`() {
    var play = opened()
    let post = play.write(30, 1, "b", 2)
    play.commit(40, "b", 2, by: 1, journey: post)
    play.answer(50, 1, post)
    let edit = play.write(60, 1, "a", 7, isEdit: true)
    play.commit(70, "a", 9, by: 1, journey: edit)
    play.answer(80, 1, edit)
    play.show(1, 90, [("a", 9), ("b", 2)])
    play.rest(100, rows: [("a", 9), ("b", 2)])
    #expect(play.verdict(name) == .held)
  }

  @Test func `an answer without a commit is told, with the write and the answer`() throws {
    var play = opened()
    let post = play.write(30, 1, "b", 2)
    play.answer(50, 1, post)
    let breach = try #require(play.breach(name))
    #expect(
      breach.words == "client 1 was told that its write to 'b' is committed, but it never was")
    #expect(breach.first?.at == Play.at(30) && breach.first?.words == "client 1 wrote 'b'")
    #expect(breach.second?.at == Play.at(50) && breach.journey == post)
  }

  @Test func `a write that was turned away need not be there`() {
    var play = opened()
    let post = play.write(30, 1, "b", 2)
    play.answer(50, 1, post, isOverloaded: true)
    play.rest(100, rows: [("a", 1)])
    #expect(play.verdict(name) == .held)
  }

  @Test func `another content than was written is told`() {
    var play = opened()
    let post = play.write(30, 1, "b", 2)
    play.commit(40, "b", 3, by: 1, journey: post)
    #expect(play.breach(name)?.words == "what was committed for client 1 is not what it wrote")
  }

  @Test func `a row that nobody wrote is told, but not to who writes to it`() {
    var play = opened()
    _ = play.write(30, 1, "a", 5)
    play.show(1, 40, [("a", 5)])
    #expect(play.verdict(name)?.isBroken == false)
    play.show(0, 50, [("a", 6)])
    #expect(play.breach(name)?.words == "client 0 shows 'a' with a content that nobody wrote")
  }

  @Test func `a write that outlived its app is its own, until the row is shown without it`() {
    var play = opened()
    let edit = play.write(30, 1, "a", 5)
    play.happen(31, .killed, 1, x: 1)
    play.open(32, 1)
    // It is turned away after the row was heard, and before the list is shown.
    play.answer(40, 1, edit, isOverloaded: true)
    play.show(1, 41, [("a", 5)])
    #expect(play.verdict(name)?.isBroken == false)
    play.happen(42, .completed, 1)
    play.show(1, 42, [("a", 1)])
    play.show(1, 43, [("a", 5)])
    #expect(play.breach(name)?.words == "client 1 shows 'a' with a content that nobody wrote")
  }

  @Test(arguments: [[("a", 1)], [("a", 1), ("b", 3)], []] as [[(String, UInt64)]])
  func `a server that holds something else in the end is told`(rows: [(String, UInt64)]) {
    var play = opened()
    let post = play.write(30, 1, "b", 2)
    play.commit(40, "b", 2, by: 1, journey: post)
    play.answer(50, 1, post)
    play.rest(100, rows: rows)
    let key = rows.isEmpty ? "a" : "b"
    #expect(
      play.breach(name)?.words == "the server does not hold '\(key)' as it was committed last")
  }
}
