// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirScenario

import WeirReport

@Suite struct ConcernTests {
  @Test
  func
    `what a scenario expects is felt before times, times before costs, and these before the rest`()
  {
    let expected: Set = ["messages n"]
    func concern(_ metric: String, _ statistic: String) -> Concern {
      Concern(of: metric, statistic, expecting: expected)
    }
    #expect(concern("messages", "n") == .expected && Concern(of: "messages", "n") == .cost)
    #expect(
      concern("checker lists", "verdict") == .expected && concern("checker lists", "n") == .other)
    #expect(
      concern("post-to-seen", "p99") == .latency && concern("reorder-depth", "mean") == .other)
    #expect(Concern.allCases == Concern.allCases.sorted())
  }

  @Test func `every metric is better in some direction, or in none`() {
    #expect(Direction(of: "post-to-seen", "p99").word(0.1) == "worse")
    #expect(Direction(of: "post-to-seen", "p99").word(-0.1) == "better")
    #expect(Direction(of: "post-to-seen", "n").word(3) == "more")
    #expect(Direction(of: "throughput", "mean").word(-1) == "worse")
    #expect(Direction(of: "lost", "n").word(1) == "worse")
    #expect(Direction(of: "writes", "n").word(-1) == "less")
  }

  @Test(arguments: [
    ("0.31523", "0.40187", "s", "315ms", "402ms"), ("12345", "14001", "1", "12,300", "14,000"),
    ("12345", "12346", "1", "12,345", "12,346"), ("0.1", "0.10004", "s", "100ms", "100.04ms"),
    ("0", "0.0012345", "1", "0", "0.00123"), ("held", "broken at 1s", "", "held", "broken at 1s"),
    ("2.5", "3", "1/s", "2.5/s", "3/s"), ("-7", "1e17", "1", "-7", "1e+17"),
    ("999.6", "1", "1", "1000", "1"), ("1204", "1205", "1", "1,204", "1,205"),
    ("0", "1.5e-7", "s", "0ns", "150ns"), ("61.2", "75", "s", "61.2s", "75s"),
    ("5", "5", "1", "5", "5"), ("1000000", "1000001", "B", "1,000,000 B", "1,000,001 B"),
  ])
  func `numbers have three digits, or as many as tell them apart truly`(
    base: String, head: String, unit: String, was: String, now: String
  ) {
    let pair = ThreeDigits.pair(base, head, unit: unit)
    #expect(pair.0 == was && pair.1 == now)
  }
}
