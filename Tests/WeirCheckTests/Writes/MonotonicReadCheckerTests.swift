// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTrace
import WeirTree

import WeirCheck

@Suite struct MonotonicReadCheckerTests {
  private let name = "monotonic-reads"

  /// The server had a1, a2 and a3, and client 1 shows a2.
  private func opened() -> Play {
    var play = Play()
    for content in 1...3 as ClosedRange<UInt64> {
      play.commit(Int64(content), "a", content, by: 0, journey: 100 + UInt32(content))
    }
    play.show(1, 20, [("a", 2)])
    return play
  }

  @Test func `a row that only goes forward holds, if it also goes away`() {
    var play = opened()
    play.show(1, 30, [])
    play.show(1, 40, [("a", 3)])
    #expect(play.verdict(name) == .held)
  }

  @Test func `a row that goes back is told, with the version that it had`() throws {
    var play = opened()
    play.show(1, 30, [("a", 1)])
    let breach = try #require(play.breach(name))
    #expect(breach.words == "client 1 went back from version 2 of 'a' to 1")
    #expect(breach.first?.journey == 102 && breach.second?.journey == 101)
    #expect(breach.second?.at == Play.at(30) && breach.second?.client == 1)
  }

  @Test func `a row that comes back as an older one is told`() {
    var play = opened()
    play.show(1, 30, [])
    play.show(1, 40, [("a", 1)])
    #expect(play.verdict(name)?.isBroken == true)
  }

  @Test func `an app that is started anew knows nothing`() {
    var play = opened()
    play.happen(30, .killed, 1)
    play.open(40, 1)
    play.show(1, 50, [("a", 1)])
    #expect(play.verdict(name) == .notReached)
  }

  /// What a list shows first when it is opened again has the client's own write on top, though it was turned away meanwhile.
  ///
  /// It may look like a version that came later, and is none, until the server has told all of the list.
  @Test(arguments: [false, true])
  func `a row whose own write ended unheard is judged once its list is complete`(isComplete: Bool) {
    var play = opened()
    let edit = play.write(30, 1, "a", 4)
    play.happen(31, .closed, 1)
    play.answer(32, 1, edit, isOverloaded: true)
    play.commit(33, "a", 4, by: 0, journey: 104)
    play.open(34, 1)
    if isComplete { play.happen(35, .completed, 1) }
    play.show(1, 36, [("a", 4)])
    play.show(1, 37, [("a", 3)])
    #expect((play.verdict(name)?.isBroken ?? false) == isComplete)
  }

  @Test func `a write that is turned away goes back as a rollback`() {
    var play = opened()
    let edit = play.write(30, 1, "a", 9)
    play.show(1, 31, [("a", 9)])
    play.answer(40, 1, edit, isOverloaded: true)
    play.show(1, 41, [("a", 2)])
    #expect(play.verdict(name) == .held && play.rollbacks == 1)
  }

  @Test func `a screen that listens to a list twice promises nothing of versions`() {
    var play = opened()
    play.listen(21, 1, 9, Query())
    play.show(1, 30, [("a", 1)])
    #expect(play.verdict(name) != nil && play.verdict(name)?.isBroken == false)
  }

  @Test func `a row may be behind until its reader's own write has been caught up with`() {
    var play = opened()
    let edit = play.write(30, 1, "a", 9)
    play.show(1, 31, [("a", 9)])
    play.answer(40, 1, edit)
    play.show(1, 41, [("a", 1)])
    #expect(play.verdict(name)?.isBroken == false)
    play.show(1, 50, [("a", 3)])
    #expect(play.verdict(name)?.isBroken == false)
    play.show(1, 60, [("a", 1)])
    #expect(play.breach(name)?.words == "client 1 went back from version 3 of 'a' to 1")
  }

  @Test func `a content that was there twice is the later one, if it can be`() {
    var play = opened()
    play.commit(25, "a", 1)
    play.show(1, 30, [("a", 1)])
    #expect(play.verdict(name) == .held)
    play.show(1, 40, [("a", 3)])
    #expect(play.breach(name)?.words == "client 1 went back from version 4 of 'a' to 3")
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `agrees with who remembers all that was shown`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "monotonic reads")
    var play = Play()
    var contents: [[UInt64]] = [[], []]
    var shown: [[Int]] = [[-1, -1], [-1, -1]]
    var history: [(client: Int, row: Int, version: Int)] = []
    var isBroken = false
    for ms in 0..<24 as Range<Int64> {
      let row = chance.index(below: 2)
      if contents[row].isEmpty || chance.index(below: 2) == 0 {
        let content = UInt64(ms) + 1
        contents[row].append(content)
        play.commit(ms, "r\(row)", content)
        continue
      }
      let client = chance.index(below: 2)
      // Mostly the newest version, so that many histories are right.
      let last = contents[row].count - 1
      shown[client][row] =
        chance.index(below: 8) == 0
        ? chance.index(below: last + 1) : max(last, shown[client][row])
      let rows = (0..<2).compactMap { row in
        shown[client][row] < 0 ? nil : ("r\(row)", contents[row][shown[client][row]])
      }
      play.show(UInt32(client), ms, rows)
      history.append((client, row, shown[client][row]))
    }
    for (place, one) in history.enumerated() {
      for other in history[..<place] where other.client == one.client && other.row == one.row {
        if other.version > one.version { isBroken = true }
      }
    }
    #expect(play.verdict(name)?.isBroken == isBroken)
  }
}
