// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirClient
import WeirCore
import WeirTree

@Suite struct HostileServerTests {
  @Test func `what makes no sense is ignored`() {
    var play = ClientPlay.listening()
    _ = play.set("l/c", 3)
    let bodies: [Message.Body] = [
      .answer(id: 99, .committed, after: 0), .answer(id: 0, .stale, after: 0),
      .answer(id: 1, .committed, after: .max), .change(tag: 77, sequence: 2, Key("a"), .null),
      .changes(tag: 0, sequence: 3, []), .snapshot(tag: 78, sequence: 3, .bool(true)),
      .unchanged(tag: 1, sequence: 3), .unchanged(tag: 9, sequence: 3),
      .refused(tag: 1, .forbidden), .refused(tag: 9, .overloaded), .revoked(tag: 9, sequence: 4),
      .revoked(tag: 1, sequence: 4), .pong(sequence: 0), .none, .hello, .ping, .goodbye,
      .listen(tag: 1, .root, Query(), known: 0), .unlisten(tag: 1),
      .write(id: 1, .set(.root, .null), guard: nil), .whenGone(id: 1, .set(.root, .null)),
      .neverMind(id: 1, .root), .authenticate(id: 1, nil), .welcome(milliseconds: .min),
    ]
    for body in bodies { #expect(play.hear(body) == [], "\(body)") }
    #expect(play.hear(.change(tag: 1, sequence: 5, Key("a"), .null)) == ["0 removed a", "0 value"])
  }

  @Test func `numbers at their ends break nothing`() {
    var play = ClientPlay.listening()
    #expect(play.hear(.pong(sequence: .max)) == ["listen 1 /l", "resynced"])
    #expect(play.hear(.change(tag: 1, sequence: .max, Key("a"), .null)) == [])
    #expect(play.hear(.change(tag: 1, sequence: 1, Key("a"), .null)) == [])
    #expect(play.hear(.closed(wait: .longest)) == ["disconnected"])
    #expect(play.hear(.closed(wait: .longest)) == [])
    for milliseconds in [Int64.min, .max] {
      _ = play.online()
      _ = play.welcome(milliseconds: milliseconds)
      _ = play.set("l/t", Sketch(.deferred(.timestamp)))
      _ = play.lose()
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `no message of any kind at any time stops a client`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "hostile")
    var play = ClientPlay(isReliable: seed % 2 == 0, auth: Message.Auth(uid: "a"))
    _ = play.connect()
    for _ in 0..<300 {
      let tag = UInt32(chance.below(5))
      let small = UInt32(chance.below(40))
      let key = Key("k\(chance.below(3))")
      let node: Node = chance.below(2) == 0 ? .null : Node([(key, .integer(Int64(small)))])
      let answers = Message.Answer.allCases
      let answer = answers[chance.index(below: answers.count)]
      let bodies: [Message.Body] = [
        .change(tag: tag, sequence: small, key, node), .snapshot(tag: tag, sequence: small, node),
        .overwrite(tag: tag, sequence: small, node), .unchanged(tag: tag, sequence: small),
        .changes(tag: tag, sequence: small, [.init(key, node), .init(key, .null)]),
        .refused(tag: tag, chance.below(2) == 0 ? .forbidden : .overloaded),
        .revoked(tag: tag, sequence: small), .answer(id: small, answer, after: small),
        .answer(id: small / 4, answer, after: 0), .pong(sequence: small),
        .closed(wait: .seconds(Int64(small))), .welcome(milliseconds: Int64(small)),
      ]
      _ = play.hear(
        bodies[chance.index(below: bodies.count)],
        session: play.client.session &- UInt32(chance.below(8) / 7))
      switch chance.below(8) {
      case 0: _ = play.set("l/\(key)", Sketch(node))
      case 1: _ = play.transact("l/\(key)")
      case 2: _ = play.listen("l", Query(limit: .first(2)))
      case 3: _ = play.unlisten(small)
      case 4: _ = play.wake()
      case 5: _ = play.whenGone("l/\(key)", 1)
      default: break
      }
    }
  }
}
