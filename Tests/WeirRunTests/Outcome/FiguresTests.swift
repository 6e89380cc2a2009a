// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirMetrics
import WeirScenario
import WeirTestSupport
import WeirTrace

import WeirRun

@Suite struct FiguresTests {
  /// One client posts each second for 20 s, another one reads the newest rows.
  ///
  /// For the ten seconds from 4.5 s on nothing gets through to the reader; then all that waited arrives at once.
  private static func clogged(newest: Int) -> Scenario {
    var scenario = smallScenario()
    scenario.networks[0].delay = .constant(.milliseconds(10))
    scenario.clients = ["writer", "reader"].map {
      .init(
        name: $0, count: 1, lists: ["rooms/lobby"], window: .newest(newest),
        batchWait: .milliseconds(100), batchAtMost: .milliseconds(100))
    }
    scenario.workload[0].group = 0
    scenario.workload[0].pace = .every(.constant(.seconds(1)))
    scenario.faults = [
      .init(
        name: "clog", .clog,
        .once(at: .milliseconds(4_500), lasts: .constant(.seconds(10))), direction: .down, group: 1)
    ]
    return scenario
  }

  @Test func `a window of three misses seven of ten posts, and they count as long as they waited`()
    throws
  {
    // 10 ms up, 10 ms down and the batch of 100 ms; what is posted at 5 s waits until 14.5 s first, what is
    // posted at 6 s a second less, and so on to 14 s.
    let times = (1...20).map { second -> Int64 in
      let arrives = (5...14).contains(second) ? 14_500 : second * 1_000 + 20
      return Int64(arrives - second * 1_000 + 100) * 1_000_000
    }
    for newest in [1_000, 10, 3, 1] {
      let outcome = try outcome(of: Self.clogged(newest: newest))
      let missed = try #require(outcome.metric("missed"))
      let seen = try #require(outcome.metric("post-to-seen"))
      #expect(missed.hits == max(0, 10 - newest) && missed.count == seen.count)
      #expect(seen.greatest == times.max().map(Double.init))
      #expect(seen.mean == Double(times.prefix(seen.count).reduce(0, +)) / Double(seen.count))
      // The same for the clients whose commits are watched one by one; the way up takes 10 ms.
      let commits = try #require(outcome.metric("commit-to-seen"))
      #expect(commits.greatest == seen.greatest.map { $0 - 10e6 } && commits.count == seen.count)
      #expect(outcome.metric("never-seen")?.hits == missed.hits)
    }
  }

  @Test(arguments: fewerInDebug(1..<5))
  func `smaller windows do not make a quantile fall`(seed: UInt64) throws {
    var figures: [(newest: Int, missed: Int, p99: Double, p50: Double, visible: Double)] = []
    for newest in [1_000, 30, 5, 1] {
      var scenario = smallScenario(clients: 12, lasts: .seconds(60))
      scenario.settle = .seconds(120)
      // So few clients draw too few paths for a tail that can be compared.
      scenario.networks[0].steady = .zero
      scenario.clients[0].window = .newest(newest)
      scenario.workload[0].pace = .every(.constant(.milliseconds(800)))
      scenario.networks[0].outage = .init(
        every: .exponential(mean: .seconds(15)), lasts: .exponential(mean: .seconds(5)))
      let outcome = try outcome(of: scenario, seed: seed)
      let seen = try #require(outcome.metric("post-to-seen"))
      figures.append(
        (
          newest, outcome.metric("missed")?.hits ?? 0, seen.p99 ?? 0, seen.p50 ?? 0,
          outcome.metric("commit-to-seen")?.p99 ?? 0
        ))
    }
    for (large, small) in zip(figures, figures.dropFirst()) {
      #expect(small.missed > large.missed, "\(figures)")
    }
    // A list hears that a row slid out without waiting for the batch in which it would have shown the row.
    for small in figures.dropFirst() {
      #expect(small.p99 >= 0.95 * figures[0].p99 && small.p50 >= 0.9 * figures[0].p50, "\(figures)")
      #expect(small.visible >= 0.9 * figures[0].visible, "\(figures)")
    }
  }

  @Test func `a run in which nothing was committed is no pass, unless that is expected`() throws {
    var scenario = smallScenario(action: .count)
    let idle = try outcome(of: scenario)
    #expect(idle.metric("skipped")?.count ?? 0 > 10 && idle.metric("writes")?.count == 0)
    #expect(idle.verdict == .nothing && idle.failedShare == nil)
    scenario.expectations = [
      .init(
        subject: .metric("commits", .count, .under(1)),
        mark: Mark(file: "a.yaml", line: 1, column: 1))
    ]
    #expect(try outcome(of: scenario).verdict == .pass)
    #expect(try outcome(of: smallScenario()).verdict == .pass)
    #expect(try outcome(of: smallScenario()).failedShare == 0)
  }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `in random worlds writes and commits add up to the last one`(seed: UInt64) throws {
    var world = try World(randomScenario(seed), seed: seed, keepingSteps: true)
    while world.advance(by: 100_000) {}
    let outcome = world.outcome()
    func count(_ name: String) -> Int { outcome.metric(name)?.count ?? -1 }
    let steps = world.takeSteps()
    // Posts to transactions, and assignments; what it cannot act on is no write.
    let skipped = Set(steps.filter { $0.kind == .skipped }.map(\.journey))
    let writes = Set(
      steps.filter {
        $0.kind == .meant && ((1...6).contains($0.x) || $0.x == 11) && !skipped.contains($0.journey)
      }.map(\.journey))
    let commits = Set(steps.filter { $0.kind == .committed && $0.journey != 0 }.map(\.journey))
    let known = Set(
      steps.filter { ($0.kind == .answered || $0.kind == .ended) && $0.x == 0 }.map(\.journey)
    ).intersection(writes)
    #expect(count("writes") == writes.count)
    #expect(count("commits") == commits.count && commits.isSubset(of: writes))
    #expect(count("acknowledged") == known.count)
    #expect(count("unconfirmed") == commits.subtracting(known).count)
    #expect(count("acknowledged") + count("declined") + count("unanswered") == count("writes"))
    #expect(count("unanswered") >= 0 && count("declined") >= 0)
  }
}
