// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTrace
import WeirTree

import WeirCheck

@Suite struct LeakCheckerTests {
  private let name = "leak"

  /// Both clients have one listen each; the second holds what is said.
  private func words(_ holding: FinalState.Holding, unlisten: Bool = false) -> String {
    var play = Play()
    if unlisten { play.happen(10, .unlistened, 1, x: 0) }
    let right = FinalState.Holding(
      asked: 1, atClient: 1, atServer: 1, hasSession: true, isConnected: true)
    play.rest(100, rows: [], holdings: [right, holding])
    return play.words(name)
  }

  @Test func `as many listens as are open hold`() {
    #expect(
      words(.init(asked: 1, atClient: 1, atServer: 1, hasSession: true, isConnected: true))
        == "held")
    #expect(
      words(
        .init(asked: 0, atClient: 0, atServer: 0, hasSession: true, isConnected: true),
        unlisten: true) == "held")
    // What is connected no longer is served no longer.
    #expect(
      words(.init(asked: 1, atClient: 1, atServer: 0, hasSession: false, isConnected: false))
        == "held")
  }

  @Test(arguments: [(1, 1, 1), (0, 1, 1), (0, 0, 1)])
  func `a listen that was ended and is still there is told`(asked: Int, client: Int, server: Int) {
    let words = words(
      .init(asked: asked, atClient: client, atServer: server, hasSession: true, isConnected: true),
      unlisten: true)
    #expect(words.hasPrefix("broken at 0.1s, because "))
  }

  @Test func `a listen that the server lost is told`() {
    #expect(
      words(.init(asked: 1, atClient: 1, atServer: 0, hasSession: true, isConnected: true))
        == "broken at 0.1s, because client 1 keeps 1 listens, but the server serves it 0")
  }

  @Test func `listens of who is gone are told`() {
    #expect(
      words(.init(asked: 1, atClient: 0, atServer: 1, hasSession: false, isConnected: false))
        == "broken at 0.1s, because client 1 has no session, but the server serves it 1 listens")
  }

  @Test func `nothing is said while messages are under way`() {
    var play = Play()
    play.rest(100, open: 3)
    #expect(play.verdict(name) == .notReached)
  }
}
