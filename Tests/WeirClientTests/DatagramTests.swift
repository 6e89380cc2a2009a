// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirTree

@Suite struct DatagramTests {
  @Test func `a gap asks for the list anew, and answers wait until it has come`() {
    var play = ClientPlay.listening(isReliable: false)
    _ = play.set("l/c", 3)
    #expect(
      play.hear(.change(tag: 1, sequence: 3, Key("d"), .integer(4))) == ["listen 1 /l", "resynced"])
    #expect(play.known.last == 0)
    #expect(play.answer(1, after: 2) == [])
    #expect(play.hear(.change(tag: 1, sequence: 2, Key("c"), .integer(3))) == [])
    let all: Sketch = ["b": 1, "c": 3, "d": 1]
    #expect(
      play.hear(.snapshot(tag: 1, sequence: 4, all.node)) == [
        "0 removed a", "0 added d", "0 value", "settled 1 committed",
      ])
  }

  @Test func `a pong of a push never heard asks for the list anew`() {
    var play = ClientPlay.listening(isReliable: false)
    #expect(play.hear(.pong(sequence: 1)) == [])
    #expect(play.hear(.pong(sequence: 2)) == ["listen 1 /l", "resynced"])
    #expect(!play.client.isAtRest)
  }

  @Test func `it asks every second whether something is missing`() {
    var play = ClientPlay.listening(isReliable: false)
    play.nextWake = Instant.zero + .seconds(1)
    #expect(play.wake() == ["ping"])
    #expect(play.nextWake == Instant.zero + .seconds(2))
  }

  @Test func `what is unanswered is sent again, each time twice as late`() {
    var play = ClientPlay.listening(isReliable: false)
    _ = play.set("l/c", 3)
    var times: [Int64] = []
    while times.count < 11 {
      let lines = play.wake()
      if lines.contains("1: set /l/c") { times.append(play.now.nanoseconds / 1_000_000) }
    }
    let waits = zip(times, [0] + times).map { $0 - $1 }
    #expect(waits.prefix(4) == [100, 200, 400, 800])
    #expect(waits.last == 30_000)
    // The server is heard again: the next time comes sooner, though not as soon as on a good day.
    _ = play.answer(77)
    #expect(play.nextWake <= play.now + .seconds(2))
    _ = play.answer(78)
    #expect(play.nextWake <= play.now + .seconds(1))
  }

  @Test func `an answer that was lost makes no list doubtful`() {
    var play = ClientPlay.listening(isReliable: false)
    _ = play.listen("m")
    while !play.wake().contains("listen 2 /m") {}
    let all: Sketch = ["x": 1]
    #expect(play.hear(.snapshot(tag: 2, sequence: 1, all.node)) == ["1 added x", "1 value"])
    #expect(play.client.isAtRest)
    // The other answer was under way after all.
    #expect(play.hear(.snapshot(tag: 2, sequence: 1, all.node)) == [])
    #expect(play.hear(.change(tag: 1, sequence: 2, Key("a"), .null)) == ["0 removed a", "0 value"])
    // Now it is older than what was heard since.
    let old: Sketch = ["y": 1]
    #expect(play.hear(.snapshot(tag: 2, sequence: 1, old.node)) == [])
  }

  @Test func `what may happen but once waits for the answer to what it stands on`() {
    var play = ClientPlay.listening(isReliable: false)
    #expect(play.set("l/c", 3).contains("1: set /l/c"))
    let increment = play.set("l/c", Sketch(.deferred(.increment(1))))
    #expect(!increment.contains { $0.hasSuffix("set /l/c") })
    #expect(!play.set("l/d", 4).contains { $0.hasSuffix("set /l/d") })
    let lines = play.answer(1, after: 1)
    #expect(lines.contains("2: set /l/c") && lines.contains("3: set /l/d"))
    #expect(play.answer(2, after: 1).contains("settled 2 committed"))
  }

  @Test func `hello is said until somebody answers`() {
    var play = ClientPlay(isReliable: false)
    _ = play.connect()
    #expect(play.wake() == ["hello", "resent"])
    #expect(play.wake() == ["hello", "resent"])
    #expect(play.now == Instant.zero + .milliseconds(300))
    #expect(play.welcome() == ["connected"])
    #expect(play.welcome() == [])
  }

  @Test func `a push for a list that nobody needs is answered`() {
    var play = ClientPlay.listening(isReliable: false)
    _ = play.unlisten(0)
    #expect(play.hear(.change(tag: 1, sequence: 2, Key("a"), .null)) == ["unlisten 1"])
  }

  @Test func `a stream sends nothing again`() {
    var play = ClientPlay.connected()
    play.nextWake = .never
    _ = play.listen("l")
    _ = play.set("l/a", nil)
    _ = play.whenGone("l/a", nil)
    #expect(play.nextWake == .never)
  }
}
