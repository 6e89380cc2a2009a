// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTrace
import WeirTree

import WeirCheck

@Suite struct CausalCheckerTests {
  /// Both rows are there, and everybody shows them.
  private func opened(isListening: Bool = true) -> Play {
    var play = Play(Screen(Play.list), isListening: isListening)
    play.commit(1, "a", 1)
    play.commit(2, "b", 1)
    for client: UInt32 in 0...1 { play.show(client, 5, [("a", 1), ("b", 1)]) }
    return play
  }

  /// Client 0 writes a2, then b2.
  private func writtenTwice(_ play: inout Play) -> (UInt32, UInt32) {
    let first = play.write(10, 0, "a", 2)
    let second = play.write(11, 0, "b", 2)
    play.commit(20, "a", 2, by: 0, journey: first)
    play.commit(21, "b", 2, by: 0, journey: second)
    return (first, second)
  }

  @Test func `who sees the later write sees the earlier one`() {
    var play = opened()
    _ = writtenTwice(&play)
    play.show(1, 30, [("a", 2), ("b", 1)])
    play.show(1, 31, [("a", 2), ("b", 2)])
    #expect(play.verdict("monotonic-writes") == .held)
  }

  @Test func `a later write beside an old row of the earlier one is told`() throws {
    var play = opened()
    let (first, second) = writtenTwice(&play)
    play.show(1, 30, [("a", 1), ("b", 2)])
    let breach = try #require(play.breach("monotonic-writes"))
    #expect(
      breach.words
        == "client 1 sees client 0's write to 'b', but an old 'a', though client 0 had written 'a'"
        + " before")
    #expect(breach.first?.journey == first && breach.second?.journey == second)
  }

  @Test func `a row that came back to what it was may be that`() {
    var play = opened()
    let there = play.write(10, 0, "a", 2)
    let back = play.write(11, 0, "a", 1)
    let last = play.write(12, 0, "b", 2)
    play.commit(20, "a", 2, by: 0, journey: there)
    play.commit(21, "a", 1, by: 0, journey: back)
    play.commit(22, "b", 2, by: 0, journey: last)
    play.show(1, 30, [("a", 1), ("b", 2)])
    #expect(play.verdict("monotonic-writes") == .held)
  }

  @Test func `two listens of one list owe each other nothing`() {
    var play = opened()
    play.listen(6, 1, 9, Query())
    _ = writtenTwice(&play)
    play.show(1, 30, [("a", 1), ("b", 2)])
    #expect(play.verdict("monotonic-writes") == .notReached)
  }

  @Test func `a row that its reader writes to is not judged`() {
    var play = opened()
    _ = writtenTwice(&play)
    _ = play.write(25, 1, "a", 9)
    play.show(1, 30, [("a", 9), ("b", 2)])
    #expect(play.verdict("monotonic-writes") == .notReached)
  }

  @Test func `a row that its reader just wrote to proves nothing of the others`() {
    var play = opened()
    let edit = play.write(8, 1, "b", 9)
    play.show(1, 9, [("a", 1), ("b", 9)])
    _ = writtenTwice(&play)
    play.answer(25, 1, edit)
    play.show(1, 30, [("a", 1), ("b", 2)])
    #expect(play.verdict("monotonic-writes") == .notReached)
  }

  @Test func `a row whose reader's own write has yet to come back is not judged`() {
    var play = opened()
    let edit = play.write(8, 1, "a", 9)
    play.show(1, 9, [("a", 9), ("b", 1)])
    play.answer(10, 1, edit)
    _ = writtenTwice(&play)
    play.show(1, 29, [("a", 1), ("b", 1)])
    play.show(1, 30, [("a", 1), ("b", 2)])
    #expect(play.verdict("monotonic-writes") == .notReached)
  }

  @Test(arguments: [false, true])
  func `a row that looks old until its reader's own transaction has come back is not judged`(
    hasComeBack: Bool
  ) {
    var play = opened()
    play.happen(8, .touched, 1, journey: 77, "a")
    play.commit(9, "a", 2)
    play.commit(10, "a", 3, by: 1, journey: 77)
    play.happen(12, .ended, 1, journey: 77, y: 1)
    if hasComeBack { play.show(1, 13, [("a", 3), ("b", 1)]) }
    // Made of what the transaction heard and of what the list has: it looks like the version before its own.
    play.show(1, 14, [("a", 2), ("b", 1)])
    play.show(0, 15, [("a", 3), ("b", 1)])
    let write = play.write(20, 0, "b", 2)
    play.commit(22, "b", 2, by: 0, journey: write)
    play.show(1, 30, [("a", 2), ("b", 2)])
    #expect(play.verdict("writes-follow-reads")?.isBroken != true)
    // To go back once it was there is another matter.
    #expect((play.verdict("monotonic-reads")?.isBroken == true) == hasComeBack)
  }

  @Test func `a row whose reader's own write was turned away is judged again`() {
    var play = opened()
    let edit = play.write(8, 1, "a", 9)
    play.show(1, 9, [("a", 9), ("b", 1)])
    play.answer(10, 1, edit, isOverloaded: true)
    play.show(1, 11, [("a", 1), ("b", 1)])
    _ = writtenTwice(&play)
    play.show(1, 30, [("a", 1), ("b", 2)])
    #expect(play.verdict("monotonic-writes")?.isBroken == true)
  }

  /// A row without what a transaction counts in it looks like the version before anybody counted.
  ///
  /// The transaction listens to that part. When the row goes, it may hear so before the list does.
  @Test func `a row whose reader's own transaction was turned away may be made of two`() {
    var play = opened()
    play.happen(8, .touched, 1, journey: 77, "a")
    play.show(1, 9, [("a", 9), ("b", 1)])
    play.happen(10, .ended, 1, journey: 77, x: 3, y: 2)
    _ = writtenTwice(&play)
    play.show(1, 30, [("a", 1), ("b", 2)])
    #expect(play.verdict("monotonic-writes")?.isBroken != true)
    #expect(play.rollbacks == 1)
  }

  /// Client 0 sees a2, and then writes b2.
  private func writtenAfterReading(_ play: inout Play) -> UInt32 {
    play.commit(10, "a", 2)
    play.show(0, 15, [("a", 2), ("b", 1)])
    let write = play.write(20, 0, "b", 2)
    play.commit(25, "b", 2, by: 0, journey: write)
    return write
  }

  @Test func `who sees a write sees what its writer had seen`() {
    var play = opened()
    _ = writtenAfterReading(&play)
    play.show(1, 30, [("a", 2), ("b", 2)])
    #expect(play.verdict("writes-follow-reads") == .held)
  }

  @Test func `a write beside an older row than its writer had seen is told`() throws {
    var play = opened()
    let write = writtenAfterReading(&play)
    play.show(1, 30, [("a", 1), ("b", 2)])
    let breach = try #require(play.breach("writes-follow-reads"))
    #expect(
      breach.words.hasPrefix(
        "client 1 sees client 0's write to 'b', but an old 'a', though client 0"))
    #expect(breach.first?.at == Play.at(10) && breach.second?.journey == write)
    #expect(play.verdict("monotonic-writes") == .notReached)
  }

  /// A row that its reader writes to when its list is taken away keeps the write on top, however that ends.
  ///
  /// It may look like any old version then, until the client listens again and has heard all of the list.
  @Test(arguments: [false, true])
  func `a row whose own write was turned away unheard is not judged until its reader listens again`(
    listensAgain: Bool
  ) {
    var play = opened()
    play.commit(6, "a", 2)
    play.happen(7, .killed, 1)
    play.open(8, 1)
    let edit = play.write(9, 1, "a", 1)
    play.happen(10, .cancelled, 1)
    play.answer(11, 1, edit, isOverloaded: true)
    play.show(1, 12, [("a", 1), ("b", 1)])
    if listensAgain {
      play.happen(13, .unlistened, 1)
      play.listen(13, 1, 0, play.screen.sources[0].query)
      play.happen(14, .completed, 1)
      play.show(1, 14, [("b", 1)])
      play.show(1, 15, [("a", 1), ("b", 1)])
    }
    play.show(0, 16, [("a", 2), ("b", 1)])
    let write = play.write(20, 0, "b", 2)
    play.commit(25, "b", 2, by: 0, journey: write)
    play.show(1, 30, [("a", 1), ("b", 2)])
    #expect((play.verdict("writes-follow-reads")?.isBroken ?? false) == listensAgain)
  }

  /// A write to a list that was taken away before is not heard either.
  @Test func `a row that its reader writes to after its list was taken away is not judged`() {
    var play = opened()
    play.commit(6, "a", 2)
    play.happen(7, .cancelled, 1)
    let edit = play.write(9, 1, "a", 1)
    play.answer(11, 1, edit, isOverloaded: true)
    play.show(1, 12, [("a", 1), ("b", 1)])
    play.show(0, 16, [("a", 2), ("b", 1)])
    let write = play.write(20, 0, "b", 2)
    play.commit(25, "b", 2, by: 0, journey: write)
    play.show(1, 30, [("a", 1), ("b", 2)])
    #expect(play.verdict("writes-follow-reads")?.isBroken != true)
  }

  /// A client that shows some state of the server, old or new, sees every cause; one that mixes two may not.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func
    `a list that is some state of the server is never blamed, and a mixed one as who compares says`(
      seed: UInt64
    )
  {
    var chance = RandomStream(seed: seed, "causal")
    var play = opened()
    let keys = ["a", "b"]
    var states: [[UInt64]] = [[1, 1]]
    var causes: [UInt64: (row: Int, content: UInt64)] = [:]
    var atReader = 0
    var shown: [UInt64] = [1, 1]
    var broken = false
    let mixes = seed % 2 == 1
    var last: (row: Int, content: UInt64)?
    for ms in 10..<60 as Range<Int64> {
      if chance.index(below: 2) == 0 {
        let row = chance.index(below: 2)
        let content = UInt64(ms)
        let write = play.write(ms, 0, keys[row], content)
        play.commit(ms, keys[row], content, by: 0, journey: write)
        play.answer(ms, 0, write)
        var state = states[states.count - 1]
        state[row] = content
        if let last, last.row != row { causes[content] = last }
        last = (row, content)
        states.append(state)
        continue
      }
      atReader += chance.index(below: states.count - atReader)
      var state = states[atReader]
      let before = shown
      if mixes, chance.index(below: 4) == 0 {
        // One row runs ahead of the other.
        let row = chance.index(below: 2)
        state[row] = states[states.count - 1][row]
      }
      // Nothing goes back, for that is another promise.
      for row in 0..<2 { state[row] = max(state[row], shown[row]) }
      shown = state
      play.show(1, ms, [("a", state[0]), ("b", state[1])])
      for row in 0..<2 where state[row] > before[row] {
        if let cause = causes[state[row]], state[cause.row] < cause.content { broken = true }
      }
    }
    #expect((play.verdict("monotonic-writes")?.isBroken ?? false) == broken)
    if !mixes { #expect(!broken) }
  }
}
