// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore
import WeirTrace
import WeirTree

import WeirReport

@Suite struct SpaceTimeTests {
  private static func at(_ milliseconds: Int64) -> Instant {
    Instant.zero + .milliseconds(milliseconds)
  }

  /// Client 1 writes, the server commits, client 0 hears of it, shows it wrongly; client 2 has no part in it.
  private static let steps: [Step] = [
    Step(at: at(0), .opened, client: 0),
    Step(at: at(5), .meant, client: 2, journey: 1),
    Step(at: at(5), .wrote, client: 2, journey: 1, key: Key("other"), x: 7),
    Step(at: at(10), .meant, client: 1, journey: 2),
    Step(at: at(10), .wrote, client: 1, journey: 2, key: Key("row"), x: 9),
    Step(at: at(10), .sent, client: 1, journey: 2, x: UInt64(at(30).nanoseconds)),
    Step(at: at(30), .arrived, client: 1, journey: 2, x: UInt64(at(10).nanoseconds), y: 0),
    Step(at: at(30), .committed, client: 1, journey: 2, key: Key("row"), x: 9),
    Step(at: at(55), .arrived, client: 2, journey: 2, x: UInt64(at(30).nanoseconds), y: 1),
    Step(at: at(70), .arrived, client: 0, journey: 2, x: UInt64(at(30).nanoseconds), y: 1),
    Step(at: at(70), .heard, client: 0, journey: 2, key: Key("row"), x: 9),
    Step(at: at(80), .published, client: 0, journey: 2),
    Step(at: at(80), .faulted, client: 0, x: 4),
  ]

  private static func failure(_ steps: [Step], at instant: Instant, client: UInt32?)
    -> RunTimeline.Failure
  {
    RunTimeline.Failure(
      finding: Finding(
        checker: "lists", verdict: .broken(at: instant, because: "so"), opportunities: 1),
      at: instant, client: client, steps: steps)
  }

  @Test func `who had no part in it is left out, and the way of the message is whole`() throws {
    let picture = SpaceTime(
      Self.failure(Self.steps, at: Self.at(80), client: 0), names: StepNames())
    #expect(picture.lanes == [.client(1), .server, .client(0)])
    #expect(picture.rows.map(\.at) == [0, 10, 30, 70, 80].map(Self.at))
    #expect(
      picture.rows.map(\.lane)
        == [.client(0), .client(1), .server, .client(0), .client(0)])
    #expect(picture.words(picture.rows[2]) == ["commits row"])
    #expect(picture.words(picture.rows[4]) == ["shows its list", "LV-4 crash"])
    #expect(picture.arrows.map(\.to) == [2, 3] && picture.arrows.map(\.from) == [1, 2])
    #expect(picture.marked == 1 && picture.leftOut == 0)
  }

  @Test func `without a client in the reason the last one that did anything is meant`() {
    let picture = SpaceTime(
      Self.failure(Self.steps, at: Self.at(80), client: nil), names: StepNames())
    #expect(picture.lanes.last == .client(0) && picture.marked == 1)
  }

  @Test func `a long story is cut at its beginning, and a message from before comes from the top`()
  {
    var steps: [Step] = []
    for number in 0..<200 {
      let sent = Self.at(Int64(10 * number))
      let arrived = Self.at(Int64(10 * number + 305))
      steps.append(
        Step(
          at: arrived, .arrived, client: 0, journey: UInt32(number + 1),
          x: UInt64(sent.nanoseconds), y: 1))
    }
    let picture = SpaceTime(Self.failure(steps, at: Self.at(4000), client: 0), names: StepNames())
    #expect(picture.rows.count == SpaceTime.mostRows && picture.leftOut == 400 - SpaceTime.mostRows)
    #expect(picture.rows.last?.at == Self.at(2295))
    #expect(picture.arrows.last.map { picture.rows[$0.to].at } == Self.at(2295))
    #expect(picture.arrows.contains { $0.from == nil })
    #expect(picture.arrows.allSatisfy { $0.to < picture.rows.count && ($0.from ?? 0) < $0.to })
    #expect(picture.marked == picture.arrows.count - 1)
  }

  @Test func `many other clients share a lane and are told by their numbers`() {
    var steps: [Step] = []
    for number in 1...5 as ClosedRange<UInt32> {
      let start = Int64(number) * 100
      steps += [
        Step(at: Self.at(start), .meant, client: number, journey: number),
        Step(at: Self.at(start), .wrote, client: number, journey: number, key: Key("k"), x: 1),
        Step(
          at: Self.at(start + 90), .arrived, client: 0, journey: number,
          x: UInt64(Self.at(start + 50).nanoseconds), y: 1),
      ]
    }
    let picture = SpaceTime(Self.failure(steps, at: Self.at(900), client: 0), names: StepNames())
    #expect(picture.lanes == [.others, .server, .client(0)])
    #expect(picture.rows.contains { picture.words($0) == ["3 writes k"] })
  }

  @Test func `a failure without steps is told in words`() {
    var markup = Markup()
    SpaceTime(Self.failure([], at: .zero, client: nil), names: StepNames()).write(&markup)
    #expect(markup.text.contains("No step before the break"))
  }

  @Test func `words stand beside the lanes, where no message runs`() throws {
    var markup = Markup()
    SpaceTime(Self.failure(Self.steps, at: Self.at(80), client: 0), names: StepNames()).write(
      &markup)
    func numbers(_ pattern: Regex<(Substring, Substring)>) -> [Double] {
      markup.text.matches(of: pattern).compactMap { Double($0.output.1) }
    }
    let lanes = numbers(/class="lane" x1="([0-9.]+)"/)
    let words = numbers(/<text x="([0-9.]+)" y="[0-9.]+">/)
    #expect(lanes.count == 3 && words.count >= 4)
    let last = try #require(lanes.max())
    #expect(words.allSatisfy { $0 > last })
    // The longest words end before the edge.
    #expect(words.allSatisfy { $0 < 400 - 100 })
  }
}
