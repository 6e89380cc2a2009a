// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTrace
import WeirTree

import WeirCheck

@Suite struct ValueLastCheckerTests {
  private let name = "value-last"

  /// Client 1 hears of a row under a tag.
  private func hear(
    _ play: inout Play, _ ms: Int64, _ key: String, _ tag: UInt64, kind: DataEvent.Kind = .added
  ) {
    play.happen(ms, .heard, 1, key, x: 1, y: UInt64(kind.rawValue) | tag << 8)
  }

  @Test func `rows, then the value, then what came later hold`() {
    var play = Play()
    play.happen(10, .arrived, 1, y: 1)
    for key in ["a", "b"] { hear(&play, 10, key, 0) }
    play.happen(10, .completed, 1, x: 0)
    play.happen(20, .arrived, 1, y: 1)
    hear(&play, 20, "c", 0)
    #expect(play.verdict(name) == .held)
  }

  @Test func `a row behind the value that should contain it is told`() throws {
    var play = Play()
    play.happen(10, .arrived, 1, y: 1)
    play.happen(10, .completed, 1, x: 0)
    hear(&play, 10, "a", 0)
    let breach = try #require(play.breach(name))
    #expect(breach.words == "client 1 is told of 'a' after the value that should contain it")
    #expect(breach.first?.words == "listen 0 tells its first value")
    #expect(breach.second?.words == "listen 0 tells of 'a'")
  }

  @Test func `a row of another listen, or one that the client writes to, may follow`() {
    var play = Play()
    _ = play.write(5, 1, "b", 1)
    play.happen(10, .arrived, 1, y: 1)
    play.happen(10, .completed, 1, x: 0)
    hear(&play, 10, "a", 7)
    hear(&play, 10, "b", 0)
    #expect(play.verdict(name) == .held)
  }

  @Test func `after the background all that has come is told at once, and only then`() {
    var play = Play()
    play.happen(10, .calmed, 1)
    play.happen(10, .completed, 1, x: 0)
    hear(&play, 10, "a", 0)
    #expect(play.verdict(name) == .held)
    play.happen(20, .arrived, 1, y: 1)
    play.happen(20, .completed, 1, x: 0)
    hear(&play, 20, "b", 0)
    #expect(play.verdict(name)?.isBroken == true)
  }

  @Test func `what is told to a listen that has just ended was under way`() {
    var play = Play()
    play.happen(10, .arrived, 1, y: 1)
    play.happen(10, .unlistened, 1, x: 0)
    play.happen(10, .strayed, 1, "a", x: 3)
    #expect(play.verdict(name) == .held)
  }

  @Test func `what is told to a listen that ended long ago is told here, too`() throws {
    var play = Play()
    play.happen(10, .unlistened, 1, x: 0)
    play.happen(20, .arrived, 1, y: 1)
    play.happen(20, .strayed, 1, "a", x: 3)
    let breach = try #require(play.breach(name))
    #expect(breach.words == "client 1 tells something to a listen that is over")
    #expect(breach.first?.at == Play.at(10) && breach.second?.at == Play.at(20))
  }
}
