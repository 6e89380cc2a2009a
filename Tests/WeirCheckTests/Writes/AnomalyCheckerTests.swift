// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTrace
import WeirTree

import WeirCheck

@Suite struct AnomalyCheckerTests {
  private let name = "anomalies"

  private func opened() -> Play {
    var play = Play()
    play.commit(1, "a", 1)
    play.commit(2, "b", 1)
    for client: UInt32 in 0...1 { play.show(client, 5, [("a", 1), ("b", 1)]) }
    return play
  }

  @Test func `writes one after another hold, and nothing is counted`() {
    var play = opened()
    let write = play.write(10, 0, "a", 2)
    play.commit(20, "a", 2, by: 0, journey: write)
    play.answer(25, 0, write)
    play.show(1, 30, [("a", 2), ("b", 1)])
    #expect(play.verdict(name) == .held)
    #expect(play.measured("stale-overwrites") == [0] && play.measured("write-skews") == [0])
  }

  @Test func `versions of a row that do not rise are told`() throws {
    var play = opened()
    play.commit(20, "a", 2, version: 9)
    play.commit(21, "a", 3, version: 7)
    let breach = try #require(play.breach(name))
    #expect(breach.words == "the versions of 'a' do not rise")
    #expect(breach.first?.at == Play.at(20) && breach.second?.at == Play.at(21))
  }

  @Test func `what was turned away and is shown nevertheless is told`() throws {
    var play = opened()
    let write = play.write(10, 0, "a", 7)
    play.show(0, 10, [("a", 7), ("b", 1)])
    play.answer(20, 0, write, isOverloaded: true)
    play.show(1, 30, [("a", 7), ("b", 1)])
    let breach = try #require(play.breach(name))
    #expect(breach.words == "client 1 shows 'a' as client 0 was told it may not be")
    #expect(breach.first?.at == Play.at(20) && breach.journey == write)
  }

  @Test func `a write that had seen what came only after it is told`() {
    var play = opened()
    play.commit(10, "b", 5, version: 50)
    play.show(0, 11, [("a", 1), ("b", 5)])
    let write = play.write(12, 0, "a", 2)
    play.commit(20, "a", 2, by: 0, journey: write, version: 40)
    #expect(
      play.breach(name)?.words == "client 0 had seen version 50 when it wrote version 40")
  }

  @Test func `a transaction that does not add to what stands there is told`() {
    var play = opened()
    let journey = play.transact(10, 0)
    play.happen(10, .touched, 0, journey: journey, "a")
    play.happen(20, .counted, 0, journey: journey, "a", x: 6, y: 6)
    #expect(
      play.breach(name)?.words
        == "a transaction of client 0 lost what was counted in 'a' before it")
  }

  @Test func `a write over a version that its writer had not seen is counted`() {
    var play = opened()
    play.commit(10, "a", 5, by: 0, journey: 90)
    let write = play.write(11, 1, "a", 6)
    play.commit(20, "a", 6, by: 1, journey: write)
    #expect(play.verdict(name) == .held && play.measured("stale-overwrites") == [1])
  }

  @Test func `two who write what the other had seen are counted`() {
    var play = Play()
    play.commit(1, "b", 1)
    play.commit(2, "a", 1)
    play.show(0, 5, [("a", 1), ("b", 1)])
    play.show(1, 5, [("b", 1)])
    let one = play.write(10, 0, "b", 2)  // had seen the newest row, a
    let other = play.write(11, 1, "a", 2)  // had seen b only
    play.commit(20, "b", 2, by: 0, journey: one)
    play.commit(21, "a", 2, by: 1, journey: other)
    #expect(play.verdict(name) == .held && play.measured("write-skews") == [1])
  }

  /// An atomic change of both rows.
  private func change(_ play: inout Play) {
    play.commit(20, "a", Play.node(2), by: 0, journey: 70)
    play.commit(20, "b", Play.node(2), by: 0, isSame: true)
  }

  @Test func `half of an atomic change is told where one listen tells both`() {
    var play = opened()
    change(&play)
    play.show(1, 30, [("a", 2), ("b", 1)])
    #expect(play.breach(name)?.words == "client 1 shows half of an atomic change")
  }

  @Test func `the half of an atomic change that is there may be a new row`() {
    var play = opened()
    play.commit(20, "c", Play.node(2), by: 0, journey: 70)
    play.commit(20, "b", Play.node(2), by: 0, isSame: true)
    play.show(1, 30, [("a", 1), ("b", 1), ("c", 2)])
    #expect(play.breach(name)?.words == "client 1 shows half of an atomic change")
  }

  @Test func `between two listens, half of an atomic change is measured`() {
    var play = opened()
    play.listen(6, 1, 9, Query())
    change(&play)
    play.show(1, 30, [("a", 2), ("b", 1)])
    play.show(1, 42, [("a", 2), ("b", 2)])
    #expect(play.verdict(name) == .held)
    #expect(play.measured("fracture-window") == [12_000_000])
  }
}
