// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirScenario

@Suite struct VariationTests {
  @Test func `places become values that a scenario reads`() throws {
    let cases: [(String, [String])] = [
      ("network.delay=10ms..510ms", ["10ms", "135ms", "260ms", "510ms"]),
      ("clients.count=1..4", ["1", "2", "3", "4"]),
      ("network.loss=0%..8%", ["0%", "2%", "4%", "8%"]),
      ("server.pace=1/s..9/s", ["1/s", "3/s", "5/s", "9/s"]),
      ("a=5..5", ["5", "5", "5", "5"]),
    ]
    for (text, wanted) in cases {
      let variation = try Variation(text)
      #expect([0, 0.25, 0.5, 1].map { variation.value(at: $0) } == wanted, "\(text)")
    }
    #expect(try Variation("network.delay=10ms..510ms").plain(at: 0.5) == 0.26)
    #expect(try Variation("a.b=1..3").setting(at: 0.4) == "a.b=2")
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `a value never leaves its range, and rises with the place`(seed: UInt64) throws {
    var chance = RandomStream(seed: seed, "variation")
    let low = Int64(chance.below(1_000_000))
    let high = low + Int64(chance.below(1_000_000_000))
    let variation = try Variation("settle=\(low)ns..\(high)ns")
    let values = (0...20).map { variation.plain(at: Double($0) / 20) }
    #expect(values == values.sorted())
    #expect(values.allSatisfy { $0 * 1e9 >= Double(low) - 0.5 && $0 * 1e9 <= Double(high) + 0.5 })
  }

  @Test(arguments: [
    "network.delay", "network.delay=10ms", "=1..2", "a=1..2ms", "a=5..1", "a=x..y", "a=-1..2",
    "a=..",
  ])
  func `what is no range is refused with a remedy`(text: String) {
    #expect {
      try Variation(text)
    } throws: { error in
      (error as? Problem).map { !$0.remedy.isEmpty } == true
    }
  }

  @Test func `a key below a list of mappings is set in each of them`() throws {
    let text = """
      weir: 1
      about: Two groups.
      clients: [ { name: a, list: a }, { name: b, list: b, count: 7 } ]
      workload: [ { clients: a, does: post, every: 1s, for: 1s } ]

      """
    let scenario = try Scenario(
      text: Array(text.utf8), named: "f", in: schema, overrides: ["clients.count=3"])
    #expect(scenario.clients.map(\.count) == [3, 3])
  }
}
