// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirScenario

@Suite struct GateReadingTests {
  private static func text(_ more: String = "") -> String {
    """
    weir: 1
    about: Two phones.
    clients:  [ { count: 2, list: rooms/lobby } ]
    workload: [ { each: client, does: post, every: 2s, for: 6s } ]
    \(more)
    """
  }

  private static func read(_ more: String) throws -> Scenario {
    try Scenario(text: Array(text(more).utf8), named: "a.yaml", in: schema)
  }

  @Test func `a gate is read, and leaves the fingerprint as it was`() throws {
    let plain = try Self.read("")
    let gated = try Self.read("gate: { slow-down: 3%, allow: [ { metric: messages, by: 0.5% } ] }")
    #expect(plain.gate == Scenario.Gate())
    #expect(
      gated.gate
        == Scenario.Gate(
          slowDown: Ratio(3, of: 100),
          allowances: [.init(metric: "messages", share: Ratio(1, of: 200))]))
    #expect(plain.fingerprint == gated.fingerprint)
    #expect(plain.fingerprint != (try Self.read("settle: 20s")).fingerprint)
    #expect(gated.provenance.values.contains { $0.path == "gate.slow-down" })
  }

  @Test func `what a gate cannot allow is said`() throws {
    for (more, words) in [
      ("gate: { allow: [ { metric: mesages, by: 2% } ] }", "did you mean 'messages'?"),
      ("gate: { allow: [ { metric: messages } ] }", "missing key 'by'"),
      ("gate: { slow-down: 0.4% }", "a slow-down of less than 0.5%"),
      ("gate: { slow-down: 2 }", "a.yaml:5"), ("gate: { allow: [] }", "is an empty list"),
      ("gate: { sweep: 0 }", "from 1"),
      ("gate: { slower: 2% }", "unknown key 'slower'"),
    ] {
      let problems = #expect(throws: Problems.self) { try Self.read(more) }
      #expect(problems?.description.contains(words) == true, "\(more)")
    }
    #expect(try Self.read("gate: { sweep: 20 }").gate.sweep == 20)
    #expect(try Self.read("gate: { sweep: 20 }").fingerprint == Self.read("").fingerprint)
    #expect(try Self.read("gate: { slow-down: 0.5% }").gate.slowDown == Ratio(1, of: 200))
  }
}
