import Testing
import WeirCore
import WeirTrace
import WeirTree

import WeirCheck

@Suite struct BoundedWorkCheckerTests {
  private let name = "bounded-work"

  @Test func `a change that everybody hears of holds`() {
    var play = Play()
    let write = play.write(10, 1, "a", 1)
    play.happen(10, .sent, 1, journey: write)
    play.happen(20, .arrived, 1, journey: write)
    play.commit(20, "a", 1, by: 1, journey: write)
    for client: UInt32 in 0...1 {
      play.happen(20, .sent, client, journey: write)
      play.happen(30, .arrived, client, journey: write, y: 1)
      play.happen(30, .heard, client, "a", x: 1)
      play.show(client, 31, [("a", 1)])
    }
    #expect(play.verdict(name) == .held)
  }

  @Test(arguments: [Step.Kind.sent, .heard])
  func `the same over and over in one instant is told`(kind: Step.Kind) throws {
    var play = Play()
    play.happen(10, .arrived, 1, y: 1)
    for _ in 0..<2000 { play.happen(10, kind, 1, "a", x: 1) }
    let breach = try #require(play.breach(name))
    #expect(breach.words.contains(kind == .sent ? "messages in one instant" : "events in one"))
    #expect(breach.second?.at == Play.at(10))
  }

  @Test func `as much in many instants is none of its business`() {
    var play = Play()
    for ms in 0..<2000 as Range<Int64> { play.happen(ms, .heard, 1, "a", x: 1) }
    #expect(play.verdict(name) == .held)
  }

  @Test func `a list that is published over and over in one instant is told`() {
    var play = Play()
    for content in 1...40 as ClosedRange<UInt64> { play.show(1, 10, [("a", content)]) }
    #expect(play.breach(name)?.words.contains("publications in one instant") == true)
  }

  @Test func `a journey without an end is told, with its number`() throws {
    var play = Play()
    let write = play.write(1, 1, "a", 1)
    for ms in 2..<200 as Range<Int64> { play.happen(ms, .sent, 1, journey: write) }
    let breach = try #require(play.breach(name))
    #expect(breach.words == "journey 1 takes more than 64 messages" && breach.journey == write)
  }

  @Test func `a journey may take more messages the more often it is sent again`() {
    var play = Play()
    let write = play.write(1, 1, "a", 1)
    for ms in 2..<200 as Range<Int64> {
      play.happen(ms, .resent, 1, journey: write)
      play.happen(ms, .sent, 1, journey: write)
    }
    #expect(play.verdict(name) == .held)
  }
}
