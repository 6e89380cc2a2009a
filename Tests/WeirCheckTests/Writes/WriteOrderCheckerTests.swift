// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTrace
import WeirTree

import WeirCheck

@Suite struct WriteOrderCheckerTests {
  private let name = "write-order"

  @Test func `effects in the order of writing hold, with holes`() {
    var play = Play()
    let writes = (0..<4).map { play.write(10 + $0, 1, "r\($0)", 1) }
    for place in [0, 2, 3] {
      play.commit(20 + Int64(place), "r\(place)", 1, by: 1, journey: writes[place])
    }
    #expect(play.verdict(name) == .held)
  }

  @Test func `a write that overtakes another is told, with both`() throws {
    var play = Play()
    let first = play.write(10, 1, "a", 1)
    let second = play.write(11, 1, "b", 1)
    play.commit(20, "b", 1, by: 1, journey: second)
    play.commit(21, "a", 1, by: 1, journey: first)
    let breach = try #require(play.breach(name))
    #expect(breach.words == "client 1's 1. write, to 'a', took effect after its 2.")
    #expect(breach.first?.key == Key("b") && breach.second?.key == Key("a"))
    #expect(breach.journey == first)
  }

  @Test func `a new session has an order of its own`() {
    var play = Play()
    let first = play.write(10, 1, "a", 1)
    let second = play.write(11, 1, "b", 1)
    play.commit(20, "b", 1, by: 1, journey: second)
    play.happen(21, .joined, 1, x: 2)
    play.commit(22, "a", 1, by: 1, journey: first)
    #expect(play.verdict(name)?.isBroken == false)
  }

  @Test func `what is sent again may come later once more, and others have their own order`() {
    var play = Play()
    let first = play.write(10, 1, "a", 1)
    let second = play.write(11, 1, "b", 1)
    let other = play.write(12, 0, "c", 1)
    play.commit(19, "c", 1, by: 0, journey: other)
    play.commit(20, "a", 1, by: 1, journey: first)
    play.commit(21, "b", 1, by: 1, journey: second)
    play.commit(22, "a", 1, by: 1, journey: first)
    play.commit(23, "b", 1, by: 1, journey: second)
    #expect(play.verdict(name) == .held)
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `agrees with who sorts the first effects of each client`(seed: UInt64) {
    var chance = RandomStream(seed: seed, "write order")
    var play = Play()
    var waiting: [(client: UInt32, journey: UInt32)] = []
    var effects: [[UInt32]] = [[], []]
    for ms in 0..<30 as Range<Int64> {
      if chance.index(below: 2) == 0 || waiting.isEmpty {
        let client = UInt32(chance.index(below: 2))
        waiting.append((client, play.write(ms, client, "r\(ms)", 1)))
      } else {
        // Mostly the eldest, so that many histories are right.
        let place = chance.index(below: 12) == 0 ? chance.index(below: waiting.count) : 0
        let write = waiting.remove(at: place)
        play.commit(ms, "r", 1, by: write.client, journey: write.journey)
        effects[Int(write.client)].append(write.journey)
      }
    }
    let isRight = effects.allSatisfy { $0 == $0.sorted() }
    #expect(play.verdict(name)?.isBroken == !isRight)
  }
}
