// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirScenario

@Suite struct FeatureTests {
  private func scenario(_ text: String) throws -> Scenario {
    try Scenario(text: Array(text.utf8), named: "f.yaml", in: schema)
  }

  @Test
  func `every feature has a name of its own, and a scenario uses some of them in their order`()
    throws
  {
    #expect(Set(schema.features).count == schema.features.count)
    let used = schema.features(of: try scenario(least))
    #expect(used == ["workload.does: post", "workload.every", "workload.for"])
  }

  @Test func `words, shares, orders, sections, links and faults are features`() throws {
    let written = try scenario(
      """
      weir: 1
      about: A test.
      oracle: on
      server: { answers: after-data, queue: 3 }
      networks: { far: { transport: datagram, loss: 1% } }
      clients:
        - { list: a, network: far, order: { child: score }, sections: [ { has: x }, { has: y } ], batch: 50ms }
      workload: [ { does: { post: 50%, leave: 50% }, arrivals: { poisson: 1/s }, for: 1s } ]
      faults: [ { fault: kill, at: 100ms, for: 100ms } ]
      """
    )
    let used = schema.features(of: written)
    for feature in [
      "oracle: on", "server.queue", "network.transport: datagram", "network.loss",
      "clients.order: child", "clients.sections: conditions", "clients.batch",
      "workload.does: post", "workload.does: leave", "workload.arrivals.poisson",
      "faults.fault: kill",
    ] {
      #expect(used.contains(feature), "\(feature)")
    }
    #expect(!used.contains { $0.hasPrefix("server.answers") }, "that holds anyway")
  }

  @Test func `a swarm uses all that it may draw`() throws {
    let used = schema.features(
      of: try scenario(least + "faults: { swarm: [kill, loss] }\n"))
    #expect(used.contains("faults.fault: kill") && used.contains("faults.fault: loss"))
    #expect(!used.contains("faults.fault: crash"))
  }

  @Test func `pairs are counted as by hand`() throws {
    var pairs = FeaturePairs(of: schema)
    let all = pairs.totals.features
    #expect(pairs.missing.count == all * (all - 1) / 2)
    // post, every, for: three pairs; with edit in the place of post two more.
    pairs.add(try scenario(least))
    pairs.add(try scenario(least.replacing("post", with: "edit")))
    #expect(pairs.totals.met == 4 && pairs.totals.metPairs == 5)
    #expect(pairs.missing.count == all * (all - 1) / 2 - 5)
    #expect(pairs.missing.contains { $0 == ("workload.does: post", "workload.does: edit") })
    #expect(pairs.table.contains(["workload.does: post", "1", "2"]))
    #expect(pairs.table.contains(["workload.every", "2", "3"]))
    #expect(pairs.words.hasPrefix("2 scenarios use 4 of \(all) features of the format; 5 of "))
  }

  @Test func `triples are counted as by hand`() throws {
    var triples = FeatureTriples(of: schema)
    let features = schema.features.count { !$0.hasPrefix("faults.") }
    let pairs = features * (features - 1) / 2
    let kinds = Scenario.Fault.Kind.allCases.count
    #expect(triples.totals == (pairs * kinds, 0))
    // Post, every and for are three pairs, in two scenarios with a kill and in one of them with a crash, too.
    let kill = "{ fault: kill, at: 100ms, for: 100ms }"
    triples.add(try scenario(least + "faults: [ \(kill) ]\n"))
    triples.add(
      try scenario(least + "faults: [ \(kill), { fault: crash, at: 300ms, for: 100ms } ]\n"))
    #expect(triples.totals.met == 6)
    // Edit in the place of post stands in two more pairs, which no fault hits.
    triples.add(try scenario(least.replacing("post", with: "edit")))
    #expect(triples.totals.met == 6)
    #expect(
      triples.unhit.map { [$0, $1] } == [
        ["workload.does: edit", "workload.every"], ["workload.does: edit", "workload.for"],
      ])
    #expect(triples.missing(under: .kill).count == pairs - 3)
    #expect(triples.missing(under: .loss).count == pairs)
    #expect(
      triples.missing(under: .crash).contains { $0 == ("workload.does: edit", "workload.every") })
    #expect(
      !triples.missing(under: .crash).contains { $0 == ("workload.does: post", "workload.every") })
    #expect(triples.table.contains(["kill", "2", "3", "0 %"]))
    #expect(triples.table.contains(["crash", "1", "3", "0 %"]))
    #expect(triples.table.contains(["loss", "0", "0", "0 %"]))
    #expect(
      triples.words
        == "3 scenarios meet 6 of \(pairs * kinds) triples of two features and a fault (0 %). Of 5 pairs of features that stand together in one, 3 are hit by some fault and 2 by none."
    )
  }

  @Test func `a swarm hits with all that it may draw, but for what cannot hit the scenario`() throws
  {
    var triples = FeatureTriples(of: schema)
    // Nothing is sent twice on a stream, and there is no replica.
    triples.add(
      try scenario(least + "faults: { swarm: [kill, duplicate, stale-replica] }\n"))
    #expect(triples.table.contains(["kill", "1", "3", "0 %"]))
    #expect(triples.table.contains(["duplicate", "0", "0", "0 %"]))
    #expect(triples.table.contains(["stale-replica", "0", "0", "0 %"]))
    triples.add(
      try scenario(
        least + "faults: { swarm: [duplicate] }\nnetwork: { transport: datagram }\n"))
    // With the transport there are four features, in six pairs.
    #expect(triples.table.contains(["duplicate", "1", "6", "0 %"]))
    #expect(triples.totals.met == 9 && triples.unhit.isEmpty)
  }

  @Test func `what is drawn reaches nearly all that can stand together`() throws {
    var pairs = FeaturePairs(of: schema)
    for seed: UInt64 in 1...100 {
      pairs.add(try scenario(Drawing(seed: seed).text))
    }
    #expect(pairs.totals.metPairs * 100 > pairs.totals.pairs * 45, "\(pairs.words)")
  }
}
