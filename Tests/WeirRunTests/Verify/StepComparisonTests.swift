// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTrace

import WeirRun

@Suite struct StepComparisonTests {
  private static func records(_ count: Int) -> [StepRecord] {
    (0..<count).map { StepRecord(Step(at: Instant(nanoseconds: Int64($0)), .meant, client: 1)) }
  }

  /// Compares in pieces whose sizes are drawn.
  private func compare(_ here: [StepRecord], _ there: [StepRecord], seed: UInt64) -> StepComparison
  {
    var chance = RandomStream(seed: seed, "pieces")
    var comparison = StepComparison()
    var (i, j) = (0, 0)
    while i < here.count || j < there.count {
      let (m, n) = (chance.index(below: 3000), chance.index(below: 3000))
      comparison.here(Array(here[i..<min(i + m, here.count)]))
      i = min(i + m, here.count)
      comparison.there(Array(there[j..<min(j + n, there.count)]))
      j = min(j + n, there.count)
    }
    comparison.end()
    return comparison
  }

  @Test(arguments: 0..<5)
  func `the first of several planted differences is found, wherever it lies`(seed: UInt64) {
    let here = Self.records(20_000)
    for place in [0, 1, 4096, 4097, 12_345, 19_999] {
      var there = here
      for later in [place, min(place + 7, 19_999)] {
        there[later] = StepRecord(Step(at: .zero, .skipped, client: 9))
      }
      let comparison = compare(here, there, seed: seed)
      #expect(comparison.difference?.number == place && comparison.equalCount == place)
      #expect(comparison.difference?.here == here[place])
      #expect(comparison.difference?.there == there[place])
    }
  }

  @Test func `runs that are the same do not differ`() {
    let comparison = compare(Self.records(10_000), Self.records(10_000), seed: 1)
    #expect(comparison.difference == nil && comparison.equalCount == 10_000)
  }

  @Test func `a run that ends early differs at its end, on either side`() {
    let long = Self.records(9000)
    let short = Array(long.prefix(8500))
    let ours = compare(long, short, seed: 2).difference
    #expect(ours?.number == 8500 && ours?.here == long[8500] && ours?.there == nil)
    let theirs = compare(short, long, seed: 2).difference
    #expect(theirs?.number == 8500 && theirs?.here == nil && theirs?.there == long[8500])
  }

  @Test func `who is ahead is known`() {
    var comparison = StepComparison()
    comparison.here(Self.records(2))
    #expect(comparison.isAhead)
    comparison.there(Self.records(2))
    #expect(!comparison.isAhead)
  }
}
