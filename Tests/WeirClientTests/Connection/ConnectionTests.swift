// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirTree

@Suite struct ConnectionTests {
  @Test func `what is asked without a connection is sent in order once there is one`() {
    var play = ClientPlay(auth: Message.Auth(uid: "ann"))
    #expect(play.whenGone("p", nil) == [])
    #expect(play.set("l/a", 1) == [])
    #expect(play.listen("l") == ["0 added a"])
    #expect(play.set("l/b", 2) == ["0 added b"])
    #expect(play.connect() == ["connecting", "hello"])
    #expect(play.welcome() == ["authenticating", "1: i am ann"])
    #expect(
      play.answer(1) == [
        "connected", "listen 1 /l", "2: set /l/a", "3: set /l/b", "4: when gone /p",
      ])
    #expect(play.client.isConnected)
  }

  @Test func `who the server does not know is nobody, who finds it busy tries again`() {
    var play = ClientPlay(auth: Message.Auth(uid: "ann"))
    _ = play.connect()
    _ = play.welcome()
    #expect(play.answer(1, .overloaded) == [])
    #expect(play.wake() == ["2: i am ann", "resent"])
    #expect(play.answer(2, .forbidden) == ["connected"])
    let bob = play.lines { $0.authenticate(Message.Auth(uid: "bob"), at: $1, into: &$2) }
    #expect(bob == ["3: i am bob"])
    #expect(play.answer(3) == [])
  }

  @Test func `what was sent and not answered is sent again, and answers wait for the lists`() {
    var play = ClientPlay.listening()
    _ = play.set("l/c", 3)
    _ = play.set("l/d", 4)
    // The first answer comes, but the push that it names got lost with the connection.
    #expect(play.answer(1, after: 2) == [])
    #expect(play.reconnect() == ["connected", "listen 1 /l", "1: set /l/d"])
    #expect(
      play.known.last == Node([(Key("a"), .integer(1)), (Key("b"), .integer(1))]).fingerprint)
    #expect(play.answer(1, after: 0) == [])
    let all: Sketch = ["a": 1, "b": 1, "c": 3, "d": 4]
    #expect(
      play.hear(.snapshot(tag: 1, sequence: 1, all.node)) == [
        "settled 1 committed", "settled 2 committed",
      ])
  }

  @Test func `a list that is as it was known says nothing`() {
    var play = ClientPlay.listening()
    _ = play.reconnect()
    #expect(!play.client.isAtRest)
    #expect(play.hear(.unchanged(tag: 1, sequence: 1)) == [])
    #expect(play.client.isAtRest)
    #expect(play.hear(.change(tag: 1, sequence: 2, Key("a"), .null)) == ["0 removed a", "0 value"])
  }

  @Test func `a list that changed since it was asked for is not as it was known`() {
    var play = ClientPlay.listening(["a": 1, "b": 2], Query(.value, limit: .first(2)))
    _ = play.listen("l/c")
    _ = play.hear(.snapshot(tag: 2, sequence: 2, .integer(9)))
    _ = play.reconnect()
    #expect(
      play.hear(.snapshot(tag: 2, sequence: 0, .integer(0)))
        == ["1 value", "0 removed b", "0 added c", "0 value"])
    _ = play.hear(.overwrite(tag: 2, sequence: 1, .integer(9)))
    #expect(play.hear(.unchanged(tag: 1, sequence: 1)) == ["listen 1 /l"])
    #expect(play.known.last == 0)
  }

  @Test func `the way back takes longer each time, and no time after a good connection`() {
    var play = ClientPlay()
    _ = play.connect()
    var longest = 1_000.0
    for round in 0..<20 {
      _ = play.lose()
      let wait = Double((play.nextWake - play.now).nanoseconds) / 1e6
      #expect(wait >= 0.3 * longest - 1 && wait <= longest + 1, "round \(round)")
      longest = min(longest * 1.3, 30_000)
      #expect(play.wake() == ["connecting", "hello"])
    }
    _ = play.welcome()
    #expect(play.wake() == [])
    play.now = play.now + .milliseconds(1)
    #expect(play.lose() == ["disconnected"])
    #expect(play.nextWake == play.now)
    #expect(play.wake() == ["connecting", "hello"])
    #expect(play.hear(.closed(wait: .seconds(50))) == ["disconnected"])
    let back = play.now + .seconds(50)
    // The alarm of the dialling is early now.
    #expect(play.wake() == [])
    #expect(play.nextWake == back)
  }

  @Test func `dialling is given up after half a minute`() {
    var play = ClientPlay()
    _ = play.connect()
    #expect(play.nextWake == Instant.zero + .seconds(30))
    #expect(play.wake() == ["disconnected"])
    #expect(play.wake() == ["connecting", "hello"])
    #expect(play.client.session == 2)
  }

  @Test func `who is offline stays offline`() {
    var play = ClientPlay.connected()
    play.nextWake = .never
    #expect(play.offline() == ["goodbye", "disconnected"])
    #expect(play.nextWake == .never)
    #expect(play.lose() == [])
    #expect(play.offline() == [])
    #expect(play.online() == ["connecting", "hello"])
  }

  @Test func `an idle connection is kept alive`() {
    var play = ClientPlay.connected()
    play.nextWake = Instant.zero + .seconds(45)
    #expect(play.wake() == ["ping"])
    #expect(play.hear(.pong(sequence: 0)) == [])
    #expect(play.nextWake == Instant.zero + .seconds(90))
    let early = play.lines { $0.wake(at: Instant.zero + .seconds(50), into: &$2) }
    #expect(early == [])
  }

  @Test func `what the server promised for the end is shown at the end, once`() {
    var play = ClientPlay.listening()
    _ = play.listen(".info/connected")
    _ = play.whenGone("l/a", nil)
    _ = play.whenGone("l/b", 5)
    _ = play.whenGone("l/c", 6)
    #expect(play.answer(1) == ["settled 1 committed"])
    #expect(play.answer(2) == ["settled 2 committed"])
    _ = play.neverMind("l/b")
    #expect(play.answer(4) == ["settled 4 committed"])
    // Nobody knows whether the third one was done.
    #expect(play.lose() == ["disconnected", "info value", "0 removed a", "0 value"])
    _ = play.online()
    #expect(play.welcome() == ["connected", "listen 1 /l", "info value"])
    #expect(play.lose() == ["disconnected", "info value"])
  }

  @Test func `several promises at one place, or above one another, are shown as one`() {
    var play = ClientPlay.listening(["a": 1, "b": 1])
    _ = play.whenGone("l/a", 2)
    _ = play.whenGone("l/a", 3)
    _ = play.whenGone("l/c", ["x": 1, "y": 1])
    _ = play.whenGone("l/c/x", 2)
    for request in 1...4 as ClosedRange<UInt32> { _ = play.answer(request) }
    _ = play.neverMind("l/c/y")
    _ = play.answer(5)
    #expect(
      play.lose() == ["disconnected", "0 changed a", "0 value", "0 added c", "0 value"])
    #expect(play.client.child(Key("a"), of: 0) == .integer(3))
    #expect(play.client.child(Key("c"), of: 0) == Node([(Key("x"), .integer(2))]))
  }

  @Test func `what is taken out of a promise stays as it is`() {
    var play = ClientPlay.listening(["a": ["x": 1, "y": 1]])
    _ = play.whenGone("l/a", ["x": 2, "y": 2])
    _ = play.answer(1)
    _ = play.neverMind("l/a/y")
    _ = play.neverMind("l/a/x/deep")
    _ = play.answer(2)
    _ = play.answer(3)
    #expect(play.lose() == ["disconnected", "0 changed a", "0 value"])
    #expect(
      play.client.child(Key("a"), of: 0)
        == Node([(Key("x"), .integer(2)), (Key("y"), .integer(1))]))
    var deep = ClientPlay.listening()
    _ = deep.whenGone("l/a/z", 1)
    // A promise above takes the place of those below for good.
    _ = deep.whenGone("l/a", ["x": ["p": 1, "q": 1]])
    _ = deep.neverMind("l/a/x/q")
    for request in 1...3 as ClosedRange<UInt32> { _ = deep.answer(request) }
    #expect(deep.lose() == ["disconnected", "0 changed a", "0 value"])
    #expect(deep.client.child(Key("a"), of: 0) == (["x": ["p": 1]] as Sketch).node)
    var all = ClientPlay.listening(["a": 1])
    _ = all.whenGone("l/a", 2)
    _ = all.answer(1)
    _ = all.neverMind("l")
    _ = all.answer(2)
    #expect(all.lose() == ["disconnected"])
  }

  @Test func `at a loss what was sent ends first, then promises are shown`() {
    var play = ClientPlay.listening(["n": 4])
    _ = play.whenGone("l/n", 9)
    _ = play.answer(1)
    _ = play.transact("l/n")
    #expect(
      play.lose() == [
        "disconnected", "0 changed n", "0 value", "ended disconnect 1", "0 changed n", "0 value",
      ])
    #expect(play.client.child(Key("n"), of: 0) == .integer(9))
  }

  @Test func `messages of another session, or of none, are ignored`() {
    var play = ClientPlay.listening()
    _ = play.set("l/a", 5)
    _ = play.lose()
    #expect(play.answer(1) == [])
    _ = play.online()
    #expect(play.hear(.welcome(milliseconds: 0), session: 1) == [])
    #expect(play.hear(.snapshot(tag: 1, sequence: 1, .null)) == [])
    #expect(play.hear(.answer(id: 0, .committed, after: 0)) == [])
    _ = play.welcome()
    #expect(play.hear(.closed(wait: .zero), session: 1) == [])
    #expect(play.hear(.welcome(milliseconds: 5)) == [])
    #expect(play.client.isConnected)
  }
}
