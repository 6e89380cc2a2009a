// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirRun
import WeirScenario

import WeirReport

@Suite struct FaultReportTests {
  private static func report(_ faults: String, seed: UInt64 = 5) throws -> Report {
    let text = """
      weir: 1
      about: Two phones.
      network: { delay: 40ms }
      clients: [ { count: 2, list: room } ]
      workload: [ { each: client, does: post, every: 1s, for: 9s } ]
      faults: \(faults)
      """
    let scenario = try Scenario(text: Array(text.utf8), named: "a.yaml")
    var world = try World(scenario, seed: seed)
    while world.advance(by: 100_000) {}
    return Report(world.outcome(), file: "a.yaml")
  }

  @Test func `what a swarm drew is said in lines that make the same run`() throws {
    let drawn = try Self.report("{ swarm: [loss, clog, partition], most: 3 }")
    let lines = drawn.text.split(separator: "\n").filter { $0.hasPrefix("  - { fault: ") }
    #expect(!lines.isEmpty && drawn.text.contains("\nfaults drawn:\n"))
    let copied = try Self.report("\n" + lines.joined(separator: "\n"))
    #expect(copied.outcome.digest.length == drawn.outcome.digest.length)
    #expect(copied.outcome.findings == drawn.outcome.findings)
    // They stand in the file already.
    #expect(!copied.text.contains("faults drawn:"))
  }

  @Test func `programs read all faults, drawn or written`() throws {
    for faults in ["{ swarm: [clog] }", "[ { fault: clog, at: 2s, for: 1s } ]"] {
      let json = try Self.report(faults).json
      let page = try #require(
        try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
      let lines = try #require(page["faults"] as? [String])
      #expect(lines.count == 1 && lines[0].hasPrefix("{ fault: clog, "))
    }
  }
}
