// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

import WeirScenario

@Suite struct SwarmTests {
  static let people = """
    weir: 1
    about: A test.
    server: { replicas: 2, service: 1ms, tree: {} }
    networks: { air: { transport: datagram } }
    clients: [ { name: phones, list: a }, { name: tablets, list: b, network: air } ]
    workload: [ { clients: phones, does: post, every: 1s, for: 60s } ]

    """

  /// A swarm among people who move files, too.
  private func swarm() throws -> Scenario {
    var swarm = try scenario(Self.people + "faults: swarm\n")
    swarm.workload[0].does.append(
      .init(
        action: Scenario.Work.Action("bring", .own, "Brings a file.", movesFiles: true),
        weight: .one))
    return swarm
  }

  private func read(_ lines: [String]) throws -> Scenario {
    let people = Self.people.replacing("list: a }", with: "list: a, stack: couriers }")
      .replacing("does: post", with: "does: bring")
    return try scenario(
      people + "faults:\n" + lines.map { "  - \($0)\n" }.joined(), in: fileSchema)
  }

  @Test func `a fault written as a line is read as the same fault`() throws {
    var lines: [String] = []
    for kind in Scenario.Fault.Kind.allCases {
      for choice in 0..<max(1, kind.choices.count) {
        lines.append(FaultReadingTests.line(of: kind, choice: choice))
      }
    }
    lines += [
      "{ fault: partition, direction: down, clients: tablets, share: 1/3, at: 20s, for: 5s }",
      "{ fault: loss, name: tunnel, chance: 12.5%, from: 10s, until: 40s }",
      "{ fault: kill, every: { exponential: 9s, at-least: 1s }, for: 1s, from: 2s, until: 9s }",
      "{ fault: slow-link, factor: 1.25, delay: { uniform: [1s, 2s] } }",
      "{ fault: quota, writes: 3, bytes: 99, at: 1s, for: 1s }",
      "{ fault: reorder, chance: 5%, by: 1s }",
    ]
    let first = try read(lines)
    #expect(first.faults.count == lines.count)
    let second = try read(first.faults.map(first.line))
    #expect(second.faults == first.faults)
  }

  @Test func `what a swarm draws can be copied into the file`() throws {
    let swarm = try swarm()
    for seed in 0..<60 as Range<UInt64> {
      let drawn = swarm.faults(seed: seed)
      #expect((1...6).contains(drawn.count))
      #expect(Set(drawn.map(\.kind)).count == drawn.count)
      #expect(try read(drawn.map(swarm.line)).faults == drawn)
    }
  }

  @Test func `every kind is drawn by some seed, and no seed draws all`() throws {
    let swarm = try swarm()
    var counts: [Scenario.Fault.Kind: Int] = [:]
    for seed in 0..<400 as Range<UInt64> {
      for fault in swarm.faults(seed: seed) { counts[fault.kind, default: 0] += 1 }
    }
    for kind in Scenario.Fault.Kind.allCases {
      if !kind.isBearable {
        #expect(counts[kind] == nil)
        continue
      }
      #expect((20...140).contains(counts[kind] ?? 0), "\(kind): \(counts[kind] ?? 0)")
    }
  }

  @Test func `a swarm of some kinds draws only those, and not more than it may`() throws {
    let swarm = try scenario(Self.people + "faults: { swarm: [loss, kill, crash], most: 2 }\n")
    var sizes: Set<Int> = []
    for seed in 0..<40 as Range<UInt64> {
      let drawn = swarm.faults(seed: seed)
      #expect(drawn.allSatisfy { [.loss, .kill, .crash].contains($0.kind) })
      sizes.insert(drawn.count)
    }
    #expect(sizes == [1, 2])
  }

  @Test func `what nobody would notice is not drawn`() throws {
    let plain = try scenario(least + "faults: swarm\n")
    for seed in 0..<200 as Range<UInt64> {
      let kinds = plain.faults(seed: seed).map(\.kind)
      #expect(
        !kinds.contains(.duplicate) && !kinds.contains(.reorder) && !kinds.contains(.staleReplica)
          && !kinds.contains(.slowServer) && !kinds.contains(.slowFiles)
          && !kinds.contains(.stalledFiles) && !kinds.contains(.cutFiles))
    }
  }

  @Test func `how strong a fault is does not depend on what else may be drawn`() throws {
    let all = try scenario(Self.people + "faults: swarm\n")
    let few = try scenario(Self.people + "faults: { swarm: [loss, crash] }\n")
    var met = 0
    for seed in 0..<100 as Range<UInt64> {
      let others = all.faults(seed: seed)
      for fault in few.faults(seed: seed) {
        guard let same = others.first(where: { $0.kind == fault.kind }) else { continue }
        #expect(same == fault)
        met += 1
      }
    }
    #expect(met > 20)
  }
}
