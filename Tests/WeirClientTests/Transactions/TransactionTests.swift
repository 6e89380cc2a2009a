// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirTree

@Suite struct TransactionTests {
  @Test func `it runs at once, is sent on a condition, and ends after what it shows`() {
    var play = ClientPlay.listening(["n": 4])
    #expect(play.transact("l/n") == ["0 changed n", "0 value", "1: set /l/n if"])
    #expect(play.conditions == [.unchanged(Node.integer(4).fingerprint)])
    #expect(play.client.child(Key("n"), of: 0) == .integer(5))
    #expect(play.hear(.change(tag: 1, sequence: 2, Key("n"), .integer(5))) == [])
    #expect(play.answer(1, after: 2) == ["ended committed 1"])
    #expect(play.client.isAtRest)
  }

  @Test func `where nothing is known it runs on nothing, and again once the data is there`() {
    var play = ClientPlay.connected()
    #expect(play.transact("n") == ["listen 1 /n", "1: set /n if"])
    #expect(play.conditions == [.unchanged(0)])
    // The answer overtakes the data that it is about.
    #expect(play.answer(1, .stale) == [])
    #expect(play.hear(.snapshot(tag: 1, sequence: 1, .integer(4))) == ["2: set /n if"])
    guard case .set(_, .integer(5)) = play.sent[1] else { return #expect(Bool(false)) }
    #expect(play.hear(.overwrite(tag: 1, sequence: 2, .integer(5))) == [])
    #expect(play.answer(2, after: 2) == ["unlisten 1", "ended committed 2"])
  }

  @Test func `its user may want nothing written`() {
    var play = ClientPlay.listening()
    #expect(play.transact("l/a", .compute { _ in nil }) == ["ended abortedByUser 1"])
    #expect(play.client.isAtRest)
  }

  @Test func `what is hidden is seen by nobody but the next transaction`() {
    var play = ClientPlay.listening(["n": 4])
    #expect(play.transact("l/n", applyLocally: false) == ["1: set /l/n if"])
    #expect(play.client.child(Key("n"), of: 0) == .integer(4))
    #expect(play.transact("l/n", applyLocally: false) == [])
    #expect(
      play.hear(.change(tag: 1, sequence: 2, Key("n"), .integer(5))) == ["0 changed n", "0 value"])
    #expect(play.answer(1, after: 2) == ["2: set /l/n if", "ended committed 1"])
    guard case .set(_, .integer(6)) = play.sent[1] else { return #expect(Bool(false)) }
    #expect(play.conditions[1] == .unchanged(Node.integer(5).fingerprint))
  }

  @Test func `all that wait at a place and below go as one`() {
    var play = ClientPlay.listening(["x": ["n": 1]])
    _ = play.lose()
    #expect(play.transact("l/x/n", .add(1)) == ["0 changed x", "0 value"])
    #expect(play.transact("l/x/n", .add(2)) == ["0 changed x", "0 value"])
    #expect(play.transact("l/y", .put(.integer(9))) == ["0 added y", "0 value"])
    #expect(play.transact("l/x", .compute { $0 }) == [])
    _ = play.online()
    #expect(play.welcome() == ["connected", "listen 1 /l", "1: set /l/x if", "2: set /l/y if"])
    guard case .set(_, let node) = play.sent[0] else { return #expect(Bool(false)) }
    #expect(node == Node([(Key("n"), .integer(4))]))
    _ = play.hear(
      .snapshot(tag: 1, sequence: 1, Node([(Key("x"), node), (Key("y"), .integer(9))])))
    #expect(
      play.answer(1, after: 1) == ["ended committed 1", "ended committed 1", "ended committed 1"])
    #expect(play.answer(2, after: 1) == ["ended committed 1"])
  }

  @Test func `one above waits for one below that is on its way`() {
    var play = ClientPlay.listening(["x": ["n": 1]])
    #expect(play.transact("l/x/n").last == "1: set /l/x/n if")
    #expect(play.transact("l/x", .compute { $0 }) == [])
    #expect(play.transact("l/x/m") == ["0 changed x", "0 value"])
    _ = play.hear(.change(tag: 1, sequence: 2, Key("x"), Node([(Key("n"), .integer(2))])))
    #expect(play.answer(1, after: 2) == ["2: set /l/x if", "ended committed 1"])
  }

  @Test func `a write of the user takes its place, at once or when the server says so`() {
    var play = ClientPlay.listening(["n": 4])
    _ = play.transact("l/n")
    _ = play.transact("l/n")
    #expect(
      play.set("l/n", 9) == ["0 changed n", "0 value", "2: set /l/n", "ended set 1"])
    #expect(play.answer(1, .stale) == ["ended set 1"])
    // One that the server carried out all the same was carried out.
    _ = play.answer(2)
    _ = play.transact("l/n")
    _ = play.write(.merge(Path("l"), [Write.Part(Key("n"), .integer(1))]))
    #expect(play.answer(3) == ["ended committed 1"])
  }

  @Test func `a result without a priority keeps the old one, and null has none`() {
    let results: [(TransactionUpdate, Node)] = [
      (.add(1), .integer(5)), (.put(.text("x")), .text("x")),
      (.compute { _ in Node([(Key("y"), .integer(1))]) }, Node([(Key("y"), .integer(1))])),
    ]
    for (update, result) in results {
      var play = ClientPlay.listening()
      let node = Node.integer(4).with(.number(7))
      _ = play.hear(.change(tag: 1, sequence: 2, Key("n"), node))
      _ = play.transact("l/n", update)
      #expect(play.client.child(Key("n"), of: 0) == result.with(.number(7)))
    }
    var play = ClientPlay.listening()
    _ = play.hear(.change(tag: 1, sequence: 2, Key("n"), Node.integer(4).with(.number(7))))
    _ = play.transact("l/n", .put(Node.integer(5).with(.number(8))))
    #expect(play.client.child(Key("n"), of: 0) == Node.integer(5).with(.number(8)))
    _ = play.transact("l/n", .put(.null))
    #expect(play.client.child(Key("n"), of: 0) == .null)
  }

  @Test func `an update elsewhere takes nobody's place`() {
    var play = ClientPlay.listening(["n": 4])
    _ = play.transact("l/n")
    _ = play.transact("l/n")
    let part = Write.Part(Key("m"), .integer(1))
    #expect(
      play.write(.merge(Path("l"), [part])) == ["0 added m", "0 value", "2: merge /l"])
    #expect(!play.client.isAtRest)
  }

  @Test func `what is on its way ends with the connection, what waits goes on`() {
    var play = ClientPlay.listening(["n": 4])
    _ = play.transact("l/n", .add(1))
    _ = play.transact("l/n", .add(10))
    #expect(play.lose() == ["disconnected", "0 changed n", "0 value", "ended disconnect 1"])
    #expect(play.client.child(Key("n"), of: 0) == .integer(14))
    _ = play.online()
    #expect(play.welcome() == ["connected", "listen 1 /l", "1: set /l/n if"])
    _ = play.hear(.snapshot(tag: 1, sequence: 1, Node([(Key("n"), .integer(14))])))
    #expect(play.answer(1) == ["ended committed 2"])
  }

  @Test func `what waits runs again when the server says something`() {
    var play = ClientPlay.listening(["n": 4])
    _ = play.lose()
    _ = play.transact("l/n")
    _ = play.online()
    _ = play.welcome()
    #expect(play.conditions == [.unchanged(Node.integer(4).fingerprint)])
    _ = play.hear(.snapshot(tag: 1, sequence: 1, Node([(Key("n"), .integer(7))])))
    #expect(play.answer(1, .stale) == ["0 changed n", "0 value", "2: set /l/n if"])
    #expect(play.client.child(Key("n"), of: 0) == .integer(8))
  }

  @Test func `after twenty-five tries it is given up`() {
    var play = ClientPlay.listening(["n": 4])
    _ = play.transact("l/n")
    for request in 1..<25 as Range<UInt32> {
      #expect(play.answer(request, .stale) == ["\(request + 1): set /l/n if"])
    }
    #expect(play.answer(25, .stale) == ["0 changed n", "0 value", "ended maxRetry 25"])
    #expect(play.client.isAtRest)
  }

  @Test(arguments: [
    (Message.Answer.forbidden, "forbidden"), (.overloaded, "overloaded"), (.invalid, "invalid"),
  ])
  func `what the server turns away ends so`(answer: Message.Answer, words: String) {
    var play = ClientPlay.listening(["n": 4])
    _ = play.transact("l/n")
    #expect(play.answer(1, answer) == ["0 changed n", "0 value", "ended \(words) 1"])
  }

  @Test func `it is not sent twice on a link that loses messages, but repeated`() {
    var play = ClientPlay.listening(["n": 4], isReliable: false)
    _ = play.transact("l/n")
    #expect(play.wake() == ["1: set /l/n if", "resent"])
    _ = play.hear(.change(tag: 1, sequence: 2, Key("n"), .integer(5)))
    #expect(play.answer(1, after: 2) == ["ended committed 1"])
  }
}
