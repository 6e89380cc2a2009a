// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirTree

@Suite struct ClientTests {
  @Test func `a write shows at once, and its echo and its answer say nothing more`() {
    var play = ClientPlay.listening()
    #expect(play.set("l/c", 3) == ["0 added c", "0 value", "1: set /l/c"])
    #expect(!play.client.isAtRest)
    #expect(play.hear(.change(tag: 1, sequence: 2, Key("c"), .integer(3))) == [])
    #expect(play.answer(1, after: 2) == ["settled 1 committed"])
    #expect(play.client.isAtRest)
  }

  @Test func `a write that is turned away is undone`() {
    var play = ClientPlay.listening()
    _ = play.set("l/a", nil)
    _ = play.set("l/b", 5)
    #expect(
      play.answer(2, .overloaded) == ["settled 2 overloaded", "0 changed b", "0 value"])
    #expect(play.answer(1, .forbidden) == ["settled 1 forbidden", "0 added a", "0 value"])
    #expect(play.client.child(Key("b"), of: 0) == .integer(1))
  }

  @Test func `an answer that comes before its push is withheld until the push is heard`() {
    var play = ClientPlay.listening(isReliable: false)
    _ = play.set("l/c", 3)
    #expect(play.answer(1, after: 2) == [])
    #expect(
      play.hear(.change(tag: 1, sequence: 2, Key("c"), .integer(3))) == ["settled 1 committed"])
  }

  @Test func `a newer write does not flash back when its answer overtakes an older one`() {
    var play = ClientPlay.listening(isReliable: false)
    _ = play.set("l/a", 2)
    _ = play.set("l/a", 3)
    _ = play.hear(.change(tag: 1, sequence: 2, Key("a"), .integer(2)))
    _ = play.hear(.change(tag: 1, sequence: 3, Key("a"), .integer(3)))
    #expect(play.answer(2, after: 3) == [])
    #expect(play.client.child(Key("a"), of: 0) == .integer(3))
    #expect(play.answer(1, after: 2) == ["settled 1 committed", "settled 2 committed"])
  }

  @Test func `a write whose answer waited for a list is not kept over what the list says`() {
    var play = ClientPlay.listening(["a": 1], Query(limit: .first(3)))
    _ = play.lose()
    _ = play.set("l/b", 2)
    _ = play.online()
    _ = play.welcome()
    // Carried out, and then somebody removed it: the list that comes next knows nothing of it.
    #expect(play.answer(1) == [])
    let lines = play.hear(.snapshot(tag: 1, sequence: 0, (["a": 1] as Sketch).node))
    #expect(lines == ["settled 1 committed", "0 removed b", "0 value"])
    #expect(play.client.isAtRest)
  }

  @Test func `a write that may be old waits until all lists about it are told, or none is`() {
    var play = ClientPlay.listening(["a": 1], Query(limit: .first(3)), isReliable: false)
    _ = play.listen("l", Query(limit: .last(3)))
    #expect(play.set("l/b", 2) == ["0 added b", "0 value", "1 added b", "1: set /l/b"])
    // One of the two lists has heard that it is gone again, the other one will.
    #expect(!play.answer(1, after: 1).contains("settled 1 committed"))
    let lines = play.hear(.snapshot(tag: 2, sequence: 1, (["a": 1] as Sketch).node))
    #expect(lines.contains("settled 1 committed"))
    for registration in [0, 1] as [UInt32] {
      #expect(play.client.child(Key("b"), of: registration).isNull)
    }
    // A refusal need not wait.
    _ = play.listen("l", Query(limit: .last(2)))
    _ = play.set("l/c", 3)
    #expect(play.answer(2, .forbidden, after: 1).contains("settled 2 forbidden"))
  }

  @Test func `server values are guessed with the clock of the server as far as it is known`() {
    var play = ClientPlay(clockAhead: .seconds(60))
    _ = play.connect()
    _ = play.welcome(milliseconds: PushIDs.epoch + 7)
    _ = play.listen("l")
    _ = play.hear(.snapshot(tag: 1, sequence: 1, Node([(Key("n"), .integer(4))])))
    _ = play.set("l/t", Sketch(.deferred(.timestamp)))
    #expect(play.client.child(Key("t"), of: 0) == .integer(PushIDs.epoch + 7))
    _ = play.set("l/n", Sketch(.deferred(.increment(3))))
    #expect(play.client.child(Key("n"), of: 0) == .integer(7))
    // The server hears of the values, not of the guesses.
    guard case .set(_, let node) = play.sent.last else { return #expect(Bool(false)) }
    #expect(node.hasServerValues)
    let part = Write.Part(Key("n"), .deferred(.increment(1)))
    _ = play.write(.merge(Path("l"), [part]))
    #expect(play.client.child(Key("n"), of: 0) == .integer(8))
  }

  @Test func `a listen that is forbidden is cancelled, one that is too much is asked again`() {
    var play = ClientPlay.connected()
    _ = play.listen("l")
    _ = play.listen("m")
    #expect(play.hear(.refused(tag: 1, .forbidden)) == ["0 cancelled forbidden"])
    #expect(play.hear(.refused(tag: 2, .overloaded)) == [])
    #expect(play.nextWake == Instant.zero + .milliseconds(100))
    #expect(play.wake() == ["listen 2 /m", "resent"])
    #expect(play.hear(.refused(tag: 2, .overloaded)) == [])
    #expect(play.wake() == ["listen 2 /m", "resent"])
    #expect(play.now == Instant.zero + .milliseconds(300))
    #expect(play.hear(.snapshot(tag: 2, sequence: 1, .null)) == ["1 value"])
    #expect(play.hear(.revoked(tag: 2, sequence: 2)) == ["1 cancelled forbidden"])
    #expect(play.client.isAtRest)
  }

  @Test func `a deeper listen goes silent on the wire below one that hears everything`() {
    var play = ClientPlay.listening()
    #expect(play.listen("l/a/b") == ["1 value"])
    #expect(play.unlisten(0) == ["listen 2 /l/a/b", "unlisten 1"])
    #expect(play.unlisten(7) == [])
  }

  @Test func `pending writes survive the app in order and with their numbers`() {
    var play = ClientPlay.listening()
    _ = play.set("l/a", 7, journey: 4)
    _ = play.transact("l/t")
    _ = play.set("l/b", 8, journey: 5)
    _ = play.answer(1)
    let saved = play.client.saved()
    #expect(saved.count == 1)
    var next = ClientPlay(firstSession: 2)
    _ = next.listen("l")
    let restored = next.lines { $0.restore(saved, at: $1, into: &$2) }
    #expect(restored == ["0 added b"])
    #expect(next.connect() == ["connecting", "hello"])
    #expect(next.welcome() == ["connected", "listen 1 /l", "1: set /l/b"])
    #expect(next.client.session == 2)
    #expect(next.set("l/c", 1) == ["0 added c", "2: set /l/c"])
    _ = next.hear(.snapshot(tag: 1, sequence: 1, .null))
    #expect(next.answer(1) == ["settled 4 committed", "0 removed b", "0 value"])
  }

  @Test func `nobody can write below info, and what is not known there is not heard`() {
    var play = ClientPlay()
    #expect(play.listen(".info/connected") == ["info value"])
    #expect(play.listen(".info/serverTimeOffset") == [])
    #expect(play.set(".info/connected", true) == ["settled 1 invalid"])
    #expect(play.transact(".info/connected") == ["ended invalid 0"])
    _ = play.connect()
    #expect(
      play.welcome(milliseconds: PushIDs.epoch + 3) == ["info value", "connected", "info value"])
    #expect(play.lose() == ["disconnected", "info value"])
    #expect(play.unlisten(0x8000_0000) == [])
    _ = play.online()
    #expect(play.welcome(milliseconds: PushIDs.epoch + 3) == ["connected"])
  }
}
