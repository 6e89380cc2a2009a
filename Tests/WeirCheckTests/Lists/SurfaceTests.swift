// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirDiff
import WeirTrace
import WeirTree

import WeirCheck

/// Surfaces beside a main list are judged as that list is, by what happens to their client.
@Suite struct SurfaceTests {
  /// The server has a row, and all show it.
  private func opened() -> Play {
    var play = Play(surface: "badge")
    play.commit(10, "a", 1)
    for client: UInt32 in [0, 1] { play.happen(15, .heard, client, "a", y: 1) }
    for client: UInt32 in [0, 1] { play.happen(16, .completed, client) }
    for surface: UInt32 in 0...2 {
      play.show(surface, 20, [("a", 1)])
      play.happen(20, .loaded, surface)
    }
    return play
  }

  /// The promises that are broken, with the words that say why.
  private func broken(_ play: Play) -> [String: String] {
    var words: [String: String] = [:]
    for finding in play.findings {
      if let breach = finding.verdict.breach { words[finding.checker] = breach.words }
    }
    return words
  }

  @Test func `nothing is wrong with a surface that shows what its app's list shows`() {
    var play = opened()
    let post = play.write(30, 1, "b", 2)
    for surface: UInt32 in [1, 2] { play.show(surface, 31, [("a", 1), ("b", 2)]) }
    play.commit(40, "b", 2, by: 1, journey: post)
    play.answer(50, 1, post)
    play.show(0, 60, [("a", 1), ("b", 2)])
    play.rest(100)
    #expect(broken(play) == [:])
    #expect(play.findings.first { $0.checker == "converge" }?.opportunities == 3)
    #expect(play.measured("converge-time").count == 3)
  }

  @Test func `a surface that stays behind is told by its name, at its client`() throws {
    var play = opened()
    play.commit(40, "b", 2)
    for surface: UInt32 in [0, 1] { play.show(surface, 50, [("a", 1), ("b", 2)]) }
    play.rest(100)
    #expect(
      broken(play) == ["converge": "client 1's badge shows 1 rows, but the server has 2 for it"])
    let breach = try #require(play.breach("converge"))
    #expect(breach.second?.client == 1)
    #expect(
      breach.difference?.words(in: ["/room"])
        == "/room, row 1: the server has 'b', client 1's badge shows nothing there")
  }

  @Test(arguments: [false, true])
  func `a surface shows what its client wrote, or is told`(isCommitted: Bool) {
    var play = opened()
    let post = play.write(30, 1, "b", 2)
    play.show(1, 31, [("a", 1), ("b", 2)])
    if isCommitted {
      play.commit(31, "b", 2, by: 1, journey: post)
      play.answer(31, 1, post)
    }
    play.show(2, 32, [("a", 9)])
    #expect(
      play.words("read-your-writes")
        == "broken at 0.032s, because client 1's badge does not show 'b', which it wrote (write 1)")
  }

  @Test func `what its client writes to another list, and hears of it, does not concern it`() {
    var play = opened()
    play.happen(21, .closed, 2)
    play.open(22, 2, isListening: false, list: 1)
    play.publish(2, 23, [[]], isFirst: true)
    play.happen(23, .loaded, 2)
    let post = play.write(30, 1, "b", 2)
    play.show(1, 31, [("a", 1), ("b", 2)])
    play.show(2, 32, [("x", 3)])
    play.commit(40, "b", 2, by: 1, journey: post)
    play.answer(50, 1, post)
    play.show(0, 60, [("a", 1), ("b", 2)])
    #expect(broken(play) == [:])
  }

  @Test func `what its client writes is overwritten by others only after it was committed`() {
    for isCommitted in [true, false] {
      var play = opened()
      let edit = play.write(30, 1, "a", 5)
      for surface: UInt32 in [1, 2] { play.show(surface, 31, [("a", 5)]) }
      if isCommitted { play.commit(40, "a", 5, by: 1, journey: edit) }
      play.commit(41, "a", 8, by: 0, journey: 77)
      play.show(2, 60, [("a", 8)])
      #expect((play.verdict("read-your-writes")?.isBroken == true) == !isCommitted)
    }
  }

  @Test func `a write that is turned away is taken back on each surface, and counted once`() {
    var play = opened()
    let edit = play.write(30, 1, "a", 5)
    for surface: UInt32 in [1, 2] { play.show(surface, 31, [("a", 5)]) }
    play.answer(40, 1, edit, isOverloaded: true)
    for surface: UInt32 in [1, 2] { play.show(surface, 41, [("a", 1)]) }
    play.rest(100)
    #expect(broken(play) == [:])
    #expect(play.rollbacks == 1)
  }

  @Test func `a surface that goes back is told`() {
    var play = opened()
    play.commit(30, "a", 2)
    for surface: UInt32 in 0...2 { play.show(surface, 40, [("a", 2)]) }
    play.show(2, 50, [("a", 1)])
    #expect(
      broken(play)["monotonic-reads"]?.hasPrefix("client 1's badge went back from version 2")
        == true)
  }

  @Test func `a surface may not go back, though its client wrote to the row before`() {
    var play = opened()
    let edit = play.write(30, 1, "a", 5)
    for surface: UInt32 in [1, 2] { play.show(surface, 31, [("a", 5)]) }
    play.commit(35, "a", 5, by: 1, journey: edit)
    play.answer(40, 1, edit)
    play.commit(45, "a", 6)
    for surface: UInt32 in 0...2 { play.show(surface, 50, [("a", 6)]) }
    play.show(2, 60, [("a", 5)])
    #expect(
      broken(play)["monotonic-reads"] == "client 1's badge went back from version 3 of 'a' to 2")
  }

  @Test func `a surface that is late is told`() {
    var play = opened()
    play.commit(35, "a", 2)
    play.happen(40, .heard, 1, "a", y: 3)
    play.show(1, 60, [("a", 2)])
    play.show(2, 120, [("a", 2)])
    #expect(
      broken(play)["staleness"]
        == "client 1's badge shows what happened to 'a' only 80ms after it heard of it")
  }

  @Test func `what a surface says of its load is its own`() {
    var play = opened()
    play.happen(40, .loaded, 2)
    #expect(
      broken(play)["initial-load"] == "client 1's badge says twice that its list has loaded")
  }

  @Test func `a list view that faults, and changes that are wrong, are told by its name`() {
    var play = opened()
    play.fault(30, 2, rule: 3)
    #expect(broken(play)["lists"] == "the list view of client 1's badge faulted by rule LV-3")
    var other = opened()
    other.show(2, 30, [("b", 1)], by: ChangeSet())
    #expect(broken(other)["lists"]?.hasPrefix("client 1's badge: row") == true)
    var third = opened()
    third.publish(2, 30, [[Row(key: Key("a"), stamp: Play.node(1).fingerprint)]], isFirst: true)
    #expect(broken(third)["grammar"]?.hasPrefix("client 1's badge: ") == true)
  }

  @Test func `a killed app takes its surfaces with it`() {
    var play = opened()
    _ = play.write(30, 1, "b", 2)
    play.happen(32, .killed, 1)
    play.open(40, 2, isListening: false)
    play.open(40, 1)
    play.happen(45, .completed, 1)
    let row = Row(key: Key("a"), stamp: Play.node(1).fingerprint)
    for surface: UInt32 in [1, 2] {
      play.publish(surface, 50, [[row]], isFirst: true)
      play.happen(50, .loaded, surface)
    }
    play.rest(100)
    #expect(broken(play) == [:])
  }
}
