// SPDX-License-Identifier: GPL-3.0-or-later
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
    for journey: UInt32 in 1...2000 { play.happen(10, kind, 1, journey: journey, "a", x: 1) }
    let breach = try #require(play.breach(name))
    #expect(breach.words.contains(kind == .sent ? "messages in one instant" : "events in one"))
    #expect(breach.second?.at == Play.at(10))
  }

  @Test func `each listen of a client may tell it more at once`() {
    // Nothing happened that would explain it, and the list has no rows: 4 · (1 + 1) · 4 · 16 events are enough.
    var play = Play()
    for _ in 0..<512 { play.happen(10, .heard, 1, "a", x: 1) }
    #expect(play.verdict(name) == .held)
    play.happen(10, .heard, 1, "a", x: 1)
    #expect(play.breach(name) != nil)
  }

  @Test func `as much in many instants is none of its business`() {
    var play = Play()
    for ms in 0..<2000 as Range<Int64> { play.happen(ms, .heard, 1, "a", x: 1) }
    #expect(play.verdict(name) == .held)
  }

  @Test func `what lies beside all lists may be told once at once, however much it is`() {
    for (isOne, isFine) in [(false, true), (true, false)] {
      var play = Play()
      for number in 0..<2000 {
        play.happen(10, .heard, 1, isOne ? "a" : "k\(number)", list: Step.nowhere, x: 1)
      }
      #expect((play.breach(name) == nil) == isFine)
    }
  }

  @Test func `what is committed beside all lists may be told to everybody`() {
    for (isCommitted, isFine) in [(true, true), (false, false)] {
      var play = Play()
      let write = play.write(1, 1, "a", 1)
      for _ in 0..<60 { play.happen(2, .listened, 1, list: Step.nowhere) }
      if isCommitted { play.happen(3, .committedBeside, 1, journey: write) }
      for ms in 4..<104 as Range<Int64> { play.happen(ms, .sent, 1, journey: write) }
      #expect((play.breach(name) == nil) == isFine)
    }
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

  @Test
  func
    `who connects again and again without waiting is told, and who waits longer each time is not`()
    throws
  {
    var hasty = Play()
    for number in 0..<500 as Range<Int64> { hasty.happen(1_000 + number * 10, .sent, 1) }
    let words = try #require(hasty.breach(name)).words
    #expect(words.hasSuffix("messages of no journey in 10 s, where 204 are enough"), "\(words)")

    var patient = Play()
    for number in 0..<500 as Range<Int64> { patient.happen(1_000 + number * 100, .sent, 1) }
    #expect(patient.verdict(name) == .held)

    // Deeds of its person allow more, and so does what happens to everybody.
    for (kind, client) in [
      (Step.Kind.meant, 1), (.crashed, Step.nobody), (.committedBeside, Step.nobody),
    ] as [(Step.Kind, UInt32)] {
      var busy = Play()
      for _ in 0..<40 { busy.happen(1_000, kind, client) }
      for number in 0..<500 as Range<Int64> { busy.happen(1_000 + number * 10, .sent, 1) }
      #expect(busy.verdict(name) == .held, "\(kind)")
    }
  }

  @Test func `who loses connection after connection is told, unless its person comes and goes`() {
    for (gap, leaves, isFine) in [(1_000, 0, true), (200, 0, false), (200, 9, true)]
      as [(Int64, Int64, Bool)]
    {
      var play = Play()
      play.happen(20_000, .sent, 1)
      for number in 0..<50 as Range<Int64> {
        let ms = 20_000 + number * gap
        play.happen(ms, .linked, 1, x: 1)
        if number < leaves { play.happen(ms, .meant, 1) }
        play.happen(ms, .linked, 1)
      }
      #expect((play.verdict(name) == .held) == isFine, "\(gap)")
      #expect(
        isFine
          || play.breach(name)?.words
            == "client 1 loses 17 connections in 10 s, where 16 are enough"
      )
    }
  }

  @Test
  func
    `who sends again all the time into a silence is told, and who doubles its patience is not`()
    throws
  {
    var nervous = Play()
    nervous.happen(1_000, .arrived, 1, y: 1)
    for second in 2...60 as ClosedRange<Int64> {
      // Of several requests that are sent again at one instant the first counts.
      for _ in 0..<3 { nervous.happen(second * 1_000, .resent, 1) }
      nervous.happen(second * 1_000, .sent, 1)
    }
    let breach = try #require(nervous.breach(name))
    #expect(breach.words == "client 1 sends again 17 times in 17s of silence, where 16 are enough")
    #expect(breach.second?.at == Play.at(18_000))

    var calm = Play()
    for round in 0..<20 as Range<Int64> {
      for wait in [1, 3, 7, 15] as [Int64] {
        calm.happen(round * 30_000 + wait * 1_000, .resent, 1)
      }
    }
    calm.rest(600_000)
    #expect(calm.breach(name) == nil)

    for kind in [Step.Kind.arrived, .linked] {
      var answered = Play()
      for second in 2...60 as ClosedRange<Int64> {
        answered.happen(second * 1_000, .resent, 1)
        if second % 10 == 0 {
          answered.happen(second * 1_000, kind, 1, y: kind == .arrived ? 1 : 0)
        }
      }
      #expect(answered.breach(name) == nil)
    }
  }

  @Test func `a list that gathers its changes does not publish sooner, but for another life of it`()
  {
    for (wait, isReopened, isFine) in [(10, false, true), (21, false, false), (21, true, true)]
      as [(Int64, Bool, Bool)]
    {
      var play = Play()
      play.open(5, 1, wait: .milliseconds(wait))
      play.show(1, 40, [("a", 1)])
      if isReopened { play.open(50, 1, wait: .milliseconds(wait)) }
      play.show(1, 60, [("a", 2)])
      #expect((play.breach(name) == nil) == isFine, "\(wait)")
      #expect(
        isFine
          || play.breach(name)?.words
            == "client 1 publishes 20ms after its last batch, but gathers changes for 21ms"
      )
    }
  }

  @Test func `a journey may take more messages the more often it is sent again`() {
    var play = Play()
    let write = play.write(1, 1, "a", 1)
    for ms in 2..<200 as Range<Int64> {
      play.happen(ms, .resent, 1, journey: write)
      play.happen(ms, .sent, 1, journey: write)
      play.happen(ms, .arrived, 1, y: 1)
    }
    #expect(play.verdict(name) == .held)
  }
}
