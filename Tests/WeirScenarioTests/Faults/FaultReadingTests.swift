// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

import WeirScenario

@Suite struct FaultReadingTests {
  static let people = """
    weir: 1
    about: A test.
    server: { replicas: 2, service: 1ms, tree: {} }
    network: { transport: datagram }
    clients: [ { name: phones, list: a }, { name: tablets, list: a } ]
    workload: [ { clients: phones, does: post, every: 1s, for: 60s } ]

    """

  /// The people, and couriers who bring files.
  static let couriers =
    people
    .replacing(
      " } ]\nworkload", with: " }, { name: couriers, list: a, stack: couriers } ]\nworkload"
    )
    .replacing(
      "for: 60s } ]", with: "for: 60s }, { clients: couriers, does: bring, every: 1s, for: 60s } ]")

  static func faults(_ lines: String...) throws -> [Scenario.Fault] {
    let text = couriers + "faults:\n" + lines.map { "  - \($0)\n" }.joined()
    return try scenario(text, in: fileSchema).faults
  }

  @Test func `a fault says what goes wrong, when, to whom and which way`() throws {
    let faults = try Self.faults(
      "{ fault: partition, direction: up, clients: tablets, share: 30%, at: 20s, for: 5s }",
      "{ fault: slow-link, factor: 10, every: { exponential: 20s }, for: { uniform: [1s, 5s] } }",
      "{ fault: loss, chance: 30%, from: 10s, until: 40s }",
      "{ fault: kill, clients: phones, persistence: on, share: 10%, every: 15s, for: 3s }",
      "{ fault: loss, name: tunnel, chance: 1/3 }")
    #expect(
      faults[0]
        == Scenario.Fault(
          name: "partition", .partition, .once(at: .seconds(20), lasts: .constant(.seconds(5))),
          direction: .up, group: 1, share: Ratio(3, of: 10)))
    #expect(
      faults[1]
        == Scenario.Fault(
          name: "slow-link",
          .slowLink(.init(thousandths: 10_000), delay: .constant(.zero)),
          .again(
            every: .exponential(mean: .seconds(20)),
            lasts: .uniform(from: .seconds(1), to: .seconds(5)), from: .zero, until: nil)))
    #expect(
      faults[2]
        == Scenario.Fault(
          name: "loss", .loss(Ratio(3, of: 10)),
          .span(from: .seconds(10), until: .seconds(40))))
    #expect(
      faults[3]
        == Scenario.Fault(
          name: "kill", .kill(isPersistent: true),
          .again(
            every: .constant(.seconds(15)), lasts: .constant(.seconds(3)), from: .zero,
            until: nil),
          group: 0, share: Ratio(1, of: 10)))
    #expect(faults[4].name == "tunnel" && faults[4].timing == .span(from: .zero, until: nil))
  }

  @Test func `every kind of fault can be read, and has its own name`() throws {
    for kind in Scenario.Fault.Kind.allCases {
      let line = Self.line(of: kind)
      let read = try Self.faults(line, line)
      #expect(read.map(\.kind) == [kind, kind], "\(line)")
      #expect(read.map(\.name) == [kind.rawValue, kind.rawValue + "-2"])
    }
  }

  /// A fault of a kind with the examples of the table.
  static func line(of kind: Scenario.Fault.Kind, choice: Int = 0) -> String {
    let keys = kind.needs + kind.choices.dropFirst(choice).prefix(1) + ["every"]
    let parts = (keys + (kind.isMomentary ? [] : ["for"])).map { key in
      "\(key): \(schema.section(.fault).key(key)?.example ?? "?")"
    }
    return "{ fault: \(kind.rawValue), \(parts.joined(separator: ", ")) }"
  }

  @Test func `faults are named after their kinds whatever stands between them`() throws {
    let some = try Self.faults("{ fault: clog }", "{ fault: loss, chance: 1% }")
    let more = try Self.faults(
      "{ fault: clog }", "{ fault: partition, at: 1s, for: 1s }", "{ fault: loss, chance: 1% }")
    #expect(some.map(\.name) == ["clog", "loss"])
    #expect(more.map(\.name) == ["clog", "partition", "loss"])
  }

  @Test func `a swarm names what may be drawn, in any order, or nothing`() throws {
    let all = try scenario(Self.people + "faults: swarm\n").swarm
    // What no client can bear is drawn only if it is named.
    #expect(
      all?.kinds
        == Scenario.Fault.Kind.allCases.filter { $0 != .staleReplica && $0 != .earlyAnswers })
    #expect(all?.most == 6)
    let some = try scenario(Self.people + "faults: { swarm: [kill, loss], most: 2 }\n")
    #expect(some.swarm == Scenario.Swarm(kinds: [.loss, .kill], most: 2))
    #expect(some.faults.isEmpty)
    let turned = try scenario(Self.people + "faults: { swarm: [loss, kill], most: 2 }\n")
    #expect(turned.fingerprint == some.fingerprint)
    #expect(try scenario(Self.people).swarm == nil)
  }

  @Test func `the schedule is in order unless it is permuted`() throws {
    #expect(try scenario(least).schedule == .inOrder)
    #expect(try scenario(least, overrides: ["schedule=pct"]).schedule == .priorities(changes: 3))
    let written = try scenario(least, overrides: ["schedule={ pct: { changes: 3 } }"])
    #expect(
      try written.fingerprint == scenario(least, overrides: ["schedule=pct"]).fingerprint)
    let more = try scenario(least, overrides: ["schedule={ pct: { changes: 7 } }"])
    #expect(more.schedule == .priorities(changes: 7))
    #expect(more.fingerprint != written.fingerprint)
  }

  @Test func `machines misbehave as often as the file says, and never unless it does`() throws {
    #expect(try scenario(least).buggify.isZero)
    #expect(try scenario(least, overrides: ["buggify=5%"]).buggify == Ratio(1, of: 20))
  }

  @Test func `every word of a fault changes the fingerprint`() throws {
    let base = "{ fault: kill, share: 50%, every: 15s, for: 3s }"
    var prints: Set<UInt64> = [try scenario(Self.people).fingerprint]
    for line in [
      base, base.replacing("50%", with: "49%"), base.replacing("15s", with: "16s"),
      base.replacing("3s", with: "4s"), base.replacing("kill", with: "background"),
      base.replacing("share", with: "clients: phones, share"),
      base.replacing("every", with: "from: 1s, every"),
      base.replacing("every", with: "until: 9s, every"),
      base.replacing("every", with: "persistence: on, every"),
      base.replacing("every", with: "name: k, every"),
    ] {
      prints.insert(try scenario(Self.people + "faults:\n  - \(line)\n").fingerprint)
    }
    #expect(prints.count == 11)
  }
}
