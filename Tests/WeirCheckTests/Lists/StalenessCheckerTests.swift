// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirTrace
import WeirTree

import WeirCheck

@Suite struct StalenessCheckerTests {
  private static let name = "staleness"

  /// Client 0 shows a1 and b2; changes may be gathered for 50 ms.
  private func play(_ screen: Screen = Screen(Play.list)) -> Play {
    var play = Play(screen)
    play.happen(5, .completed, 0, x: 0)
    play.show(0, 10, [("a", 1), ("b", 2)])
    return play
  }

  private func hear(_ play: inout Play, _ ms: Int64, _ key: String, _ kind: DataEvent.Kind) {
    play.happen(ms, .heard, 0, key, x: 1, y: UInt64(kind.rawValue))
  }

  @Test func `what is shown in time holds`() {
    var play = play()
    hear(&play, 100, "a", .changed)
    hear(&play, 120, "b", .removed)
    play.show(0, 150, [("a", 3)])
    #expect(play.words(Self.name) == "held")
    #expect(play.findings.first { $0.checker == Self.name }?.opportunities == 2)
  }

  @Test(
    arguments: [
      (DataEvent.Kind.changed, "a", [("a", 3), ("b", 2)]), (.removed, "b", [("a", 1)]),
      (.added, "c", [("a", 1), ("b", 2), ("c", 3)]),
    ] as [(DataEvent.Kind, String, [(String, UInt64)])])
  func `what is shown too late is told`(
    _ kind: DataEvent.Kind, _ key: String, _ rows: [(String, UInt64)]
  ) {
    var play = play()
    hear(&play, 100, key, kind)
    play.show(0, 151, rows)
    #expect(
      play.words(Self.name)
        == "broken at 0.151s, because client 0 shows what happened to '\(key)' only 51ms after"
        + " it heard of it")
  }

  @Test func `many words are looked through as few are`() {
    var play = play()
    hear(&play, 100, "b", .removed)
    for place in 0..<40 { hear(&play, 140, "x\(place)", .added) }
    play.show(0, 151, [("a", 1)])
    #expect(play.words(Self.name).contains("what happened to 'b'"))
  }

  @Test func `a row that a window lets in was heard of when it did not matter`() {
    var play = play(Screen(Play.list.limited(to: 2)))
    hear(&play, 20, "c", .added)
    hear(&play, 100, "a", .removed)
    play.show(0, 140, [("b", 2), ("c", 3)])
    #expect(play.words(Self.name) == "held")
  }

  @Test func `the first publication waits for the first value`() {
    var play = Play()
    hear(&play, 0, "a", .added)
    play.show(0, 500, [("a", 1)])
    #expect(play.verdict(Self.name) == .notReached)
  }

  @Test func `while a page is under way its listens do not count yet`() {
    for isOver in [false, true] {
      var play = play()
      play.listen(50, 0, 1, Query(limit: .last(5)))
      hear(&play, 60, "b", .removed)
      play.happen(100, .completed, 0, x: 1)
      play.show(0, 150, [("a", 1)])
      #expect(play.verdict(Self.name) == .notReached)
      if isOver { hear(&play, 200, "a", .changed) }
      play.show(0, 300, [("a", 7)])
      #expect(play.verdict(Self.name)?.isBroken == isOver)
    }
  }
}
