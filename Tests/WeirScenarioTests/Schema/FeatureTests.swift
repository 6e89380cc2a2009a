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

  @Test func `what is drawn reaches nearly all that can stand together`() throws {
    var pairs = FeaturePairs(of: schema)
    for seed: UInt64 in 1...100 {
      pairs.add(try scenario(Drawing(seed: seed).text))
    }
    #expect(pairs.totals.metPairs * 100 > pairs.totals.pairs * 45, "\(pairs.words)")
  }
}
