// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

@Suite struct InstantTests {
  @Test func `adding a length of time moves it, and the difference gives it back`() {
    let later = Instant.zero + .milliseconds(40)
    #expect(later.nanoseconds == 40_000_000)
    #expect(later - .zero == .milliseconds(40))
    #expect(.zero - later == .milliseconds(-40))
  }

  @Test func `a sum that does not fit is never`() {
    #expect(Instant(nanoseconds: .max - 1) + .seconds(1) == .never)
    #expect(Instant.never + .longest == .never)
    #expect(Instant(nanoseconds: .max - 1) + Interval(nanoseconds: 1) == .never)
    #expect(Instant.never > Instant(nanoseconds: .max - 1))
  }

  @Test func `is written in seconds, and never as never`() {
    #expect((Instant.zero + .milliseconds(1_250)).description == "1.25s")
    #expect(Instant.zero.description == "0s")
    #expect(Instant.never.description == "never")
  }

  @Test func `stands in the order of time`() {
    let instants = [30, -5, 7].map(Instant.init(nanoseconds:)).sorted()
    #expect(instants.map(\.nanoseconds) == [-5, 7, 30])
  }
}

@Suite struct IntervalTests {
  @Test(
    arguments: [
      (0, "0s"), (1, "1ns"), (999, "999ns"), (1_000, "1us"), (1_500, "1.5us"), (250_000, "250us"),
      (40_000_000, "40ms"), (1_000_000_000, "1s"), (1_500_000_000, "1.5s"), (-40_000_000, "-40ms"),
      (1_000_000_001, "1.000000001s"), (.max, "9223372036.854775807s"),
      (.min, "-9223372036.854775808s"),
    ] as [(Int64, String)])
  func `is written in the largest unit that leaves a whole`(nanoseconds: Int64, words: String) {
    #expect(Interval(nanoseconds: nanoseconds).description == words)
  }

  @Test func `units, sums, differences and products are exact`() {
    #expect(Interval.microseconds(3).nanoseconds == 3_000)
    #expect(Interval.seconds(2) == .milliseconds(2_000))
    #expect(Interval.seconds(1) + .milliseconds(1) - .microseconds(1) == .microseconds(1_000_999))
    #expect(Interval.milliseconds(40) * 25 == .seconds(1))
    #expect(Interval.milliseconds(40).inSeconds == "0.04s")
    #expect(Interval.milliseconds(-1) < .zero)
  }

  @Test func `two of the longest time still fit`() {
    #expect(Interval.longest + .longest > .longest)
    #expect(Interval.longest == .seconds(100 * 365 * 86_400))
  }
}
