// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore
import WeirMetrics
import WeirScenario
import WeirStatistics
import WeirTrace

import WeirRun

@Suite struct OrderWorldTests {
  @Test(arguments: 0..<24 as Range<UInt64>)
  func `in random worlds the rows said to differ do, and the stages are the whole`(seed: UInt64)
    throws
  {
    var world = try World(randomScenario(seed), seed: seed)
    while world.advance(by: 60) { world.order.checkInvariants() }
    world.order.checkInvariants()
    let (all, groups) = world.order.measured(at: world.instant)
    let tally = all.tally
    let stages = tally.stages
    // What is measured of groups is what is measured of all.
    if !groups.isEmpty {
      func sum(_ part: (OrderTally) -> Int) -> Int { groups.reduce(0) { $0 + part($1.tally) } }
      #expect(sum { $0.commitToSeen.histogram.count } == tally.commitToSeen.histogram.count)
      #expect(sum { $0.neverSeen.hits } == tally.neverSeen.hits)
      #expect(sum { $0.staleReads.count } == tally.staleReads.count)
      #expect(sum { $0.reordered.count } == tally.reordered.count)
      #expect(sum { $0.density.count } == tally.density.count)
      #expect(sum { $0.publications } == tally.publications)
      #expect(sum { $0.necessary } == tally.necessary)
      #expect(groups.reduce(Interval.zero) { $0 + $1.tally.diverged } == tally.diverged)
      #expect(groups.reduce(Interval.zero) { $0 + $1.tally.watched } == tally.watched)
      #expect(groups.reduce(0) { $0 + $1.flows.count } == all.flows.count)
    }
    let parts = [
      stages.client, stages.tries, stages.link, stages.queue, stages.server, stages.catchUp,
      stages.batch,
    ]
    #expect(parts.reduce(Int128(0)) { $0 + $1.histogram.sum } == stages.total.histogram.sum)
    #expect(parts.allSatisfy { $0.histogram.count == stages.total.histogram.count })
    #expect(tally.diverged <= tally.watched)
    for share in [
      tally.reordered, tally.seenAtOnce, tally.neverSeen, tally.staleReads, tally.jumpedRows,
      tally.flicker,
    ] { #expect(share.hits <= share.count) }
    #expect(tally.operations >= tally.necessary)
    let outcome = world.outcome()
    // Who shows the server's data at the end has seen every commit that did not slide out of its window.
    if outcome.findings.first(where: { $0.checker == "converge" })?.verdict == .held {
      #expect(tally.neverSeen.hits == tally.missed)
    }
  }

  @Test func `the visibility of an exponential link has its closed form`() throws {
    var scenario = smallScenario(lasts: .seconds(24_000))
    scenario.networks[0].delay = .exponential(mean: .milliseconds(40))
    scenario.clients = [
      .init(name: "writer", count: 1, lists: ["rooms/lobby"], window: .newest(10))
    ]
    scenario.clients.append(
      .init(
        name: "reader", count: 1, lists: ["rooms/lobby"], window: .newest(10), batchWait: .zero))
    scenario.workload = [
      .init(
        name: "work", group: 0, does: [.init(action: .post, weight: .one)],
        pace: .every(.constant(.seconds(10))), lasts: .seconds(24_000))
    ]
    let outcome = try outcome(of: scenario)
    let seen = try #require(outcome.metric("commit-to-seen"))
    #expect(seen.count > 2_300)
    // After t a reader sees a commit with probability 1 - e^(-t/40ms).
    let p50 = try #require(seen.p50)
    let p99 = try #require(seen.p99)
    #expect(abs(p50 / (40e6 * 0.693147) - 1) < 0.09, "\(p50)")
    #expect(abs(p99 / (40e6 * 4.605170) - 1) < 0.17, "\(p99)")
    #expect(abs((seen.mean ?? 0) / 40e6 - 1) < 0.07)
    #expect((seen.low ?? .infinity) < 40e6 * 1.02 && (seen.high ?? 0) > 40e6 * 0.98)
    // Nothing is seen at once, which bounds how often it may be.
    let atOnce = try #require(outcome.metric("seen-at-once"))
    #expect(atOnce.hits == 0 && atOnce.count == seen.count)
    #expect(atOnce.noneBound == 3 / Double(seen.count))
    // All of the staleness is on the links, half of it on each.
    func mean(_ part: String?) -> Double {
      outcome.metrics.first { $0.metric.name == "meant-to-seen" && $0.part == part }?.mean ?? -1
    }
    #expect(mean("link") == mean(nil))
    #expect(abs(mean("link") / 80e6 - 1) < 0.07)
    #expect(outcome.metric("arrival-tau")?.mean == 1)
  }

  @Test func `datagrams that overtake show, and a stream shows none with a bound`() throws {
    var scenario = smallScenario(clients: 4, lasts: .seconds(200))
    let orderly = try outcome(of: scenario)
    let none = try #require(orderly.metric("reordered"))
    #expect(none.hits == 0 && none.count > 300)
    #expect(none.noneBound == 3 / Double(none.count))
    #expect(orderly.metric("displacement")?.mean == 0)
    #expect(orderly.metric("arrival-distance")?.greatest == 0)
    scenario.networks[0].transport = .datagram
    scenario.networks[0].reorder = Ratio(1, of: 5)
    scenario.networks[0].reorderBy = .uniform(from: .milliseconds(100), to: .milliseconds(900))
    let wild = try outcome(of: scenario)
    let some = try #require(wild.metric("reordered"))
    #expect((some.hits ?? 0) > 20)
    #expect((some.low ?? 1) < (some.mean ?? 0) && (some.mean ?? 1) < (some.high ?? 0))
    #expect(some.noneBound == nil)
    #expect((wild.metric("reorder-extent")?.greatest ?? 0) >= 1)
    #expect((wild.metric("arrival-tau")?.least ?? 1) < 1)
    #expect((wild.metric("displacement-entropy")?.mean ?? 0) > 0)
    #expect((wild.metric("reorder-lateness")?.p50 ?? 0) > 0)
  }

  @Test func `groups on different links stand side by side`() throws {
    // One client posts every second; what it posts takes 10 ms to the server and the link of the reader from there.
    var scenario = smallScenario(clients: 1, lasts: .seconds(20))
    scenario.networks = [
      .init(name: "default", delay: .constant(.milliseconds(10))),
      .init(name: "far", delay: .constant(.milliseconds(70))),
    ]
    scenario.workload[0].pace = .every(.constant(.seconds(1)))
    scenario.clients[0].name = "writer"
    for (name, count, network) in [("near", 1, 0), ("far", 2, 1)] {
      scenario.clients.append(
        .init(
          name: name, count: count, lists: ["rooms/lobby"], window: .newest(10), batchWait: .zero,
          network: network))
    }
    let outcome = try outcome(of: scenario)
    func row(_ metric: String, _ group: String, part: String? = nil) throws -> MetricRow {
      try #require(
        outcome.metrics.first {
          $0.metric.name == metric && $0.group == group && $0.part == part
        })
    }
    let commits = try #require(outcome.metric("commits")?.count)
    #expect(commits >= 19)
    let groups = ["near", "far", "writer", "all"]
    #expect(
      try groups.map { try row("commit-to-seen", $0).count }
        == [commits, 2 * commits, 0, 3 * commits])
    #expect(try row("commit-to-seen", "near").duration(of: .mean) == .milliseconds(10))
    #expect(try row("commit-to-seen", "near").duration(of: .max) == .milliseconds(10))
    #expect(try row("commit-to-seen", "far").duration(of: .mean) == .milliseconds(70))
    // (10 + 2 · 70) / 3
    #expect(try row("commit-to-seen", "all").duration(of: .mean) == .milliseconds(50))
    #expect(try row("meant-to-seen", "far").duration(of: .mean) == .milliseconds(80))
    #expect(try row("meant-to-seen", "far", part: "link").duration(of: .mean) == .milliseconds(80))
    #expect(try row("meant-to-seen", "near", part: "link").duration(of: .max) == .milliseconds(20))
    #expect(try groups.map { try row("arrival-tau", $0).count } == [1, 2, 0, 3])
    #expect(try groups.map { try row("reordered", $0).hits } == [0, 0, nil, 0])
  }

  @Test func `of many clients some are watched, spread evenly`() throws {
    let outcome = try outcome(of: smallScenario(clients: 130, lasts: .seconds(1)))
    #expect(outcome.metric("arrival-tau")?.count == OrderMeter.most)
  }

  @Test func `whether order is measured changes nothing of what happens`() throws {
    let scenario = smallScenario(clients: 5)
    var with = try World(scenario, seed: 3)
    var without = try World(scenario, seed: 3, measuresOrder: false)
    while with.advance(by: 100_000) {}
    while without.advance(by: 100_000) {}
    #expect(with.trace.digest == without.trace.digest)
    let (some, none) = (with.outcome(), without.outcome())
    #expect((some.metric("commit-to-seen")?.count ?? 0) > 100)
    #expect(none.metric("commit-to-seen")?.count == 0 && none.metric("reordered")?.mean == nil)
    #expect(some.metrics.count == none.metrics.count)
  }

  @Test func `a scenario can hold order against bounds`() throws {
    var scenario = smallScenario()
    let mark = Mark(file: "a.yaml", line: 1, column: 1)
    scenario.expectations = [
      .init(subject: .metric("displacement", .mean, .atMost(0)), mark: mark),
      .init(subject: .metric("versions-behind", .p99, .under(0)), mark: mark),
      .init(subject: .metric("reordered", .mean, .under(0.01)), mark: mark),
      .init(subject: .metric("jump-distance", .max, .under(9)), mark: mark),
    ]
    let results = try outcome(of: scenario).expectations
    #expect(results.map(\.result) == [.met, .missed, .met, .nothingMeasured])
    #expect(results[0].measured == "0")
  }
}
