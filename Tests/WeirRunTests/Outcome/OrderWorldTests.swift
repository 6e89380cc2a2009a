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
    let tally = world.order.measured(at: world.instant).tally
    let stages = tally.stages
    let parts = [
      stages.client, stages.tries, stages.link, stages.queue, stages.server, stages.catchUp,
      stages.batch,
    ]
    #expect(parts.reduce(Int128(0)) { $0 + $1.tally.sum } == stages.total.tally.sum)
    #expect(parts.allSatisfy { $0.tally.count == stages.total.tally.count })
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
