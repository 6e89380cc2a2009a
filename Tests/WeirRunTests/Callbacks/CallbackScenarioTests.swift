// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirRun
import WeirScenario
import WeirTestSupport

/// Lists with callbacks on a whole network, with its faults.
struct CallbackScenarioTests {
  private static let catalogue = Catalogue.standard
    .adding("chat", "The newest messages of a room.", callbacks: { RoomController($0) })
    .adding("patient", "A list that waits.", callbacks: { PatientRoomController($0) })
    .adding("hasty", "The same with a bug.", callbacks: { HastyRoomController($0) })

  /// Phones that are cut off, killed, refused and opened again, and somebody who writes.
  private func scenario(_ stack: String) throws -> Scenario {
    try Scenario(
      text: Array(
        """
        weir: 1
        about: Phones show a room.
        settle: 20s
        server: { tree: { rooms: { lobby: {} } } }
        network: { delay: { exponential: 40ms, at-least: 5ms }, loss: 1% }
        clients: [ { name: phones, count: 3, list: rooms/lobby, newest: 5, stack: \(stack) } ]
        workload:
          - { name: write, each: client, does: { post: 60%, edit: 20%, remove: 20% }, every: { exponential: 400ms }, for: 20s }
          - { name: live, each: client, does: { reopen: 50%, leave: 25%, restart: 25% }, away: { exponential: 1s }, every: { exponential: 4s }, for: 20s }
        faults:
          - { fault: disconnect, every: { exponential: 8s } }
          - { fault: kill, share: 50%, every: { exponential: 9s }, for: { exponential: 2s } }
          - { fault: revoke, list: rooms/lobby, every: { exponential: 15s }, for: { exponential: 1s } }
          - { fault: background, share: 50%, every: { exponential: 7s }, for: { exponential: 1s } }
          - { fault: reject, chance: 3% }
        """.utf8), named: "scenario.yaml", in: Self.catalogue.schema)
  }

  private func outcome(_ stack: String, _ seed: UInt64) throws -> Outcome {
    var world = try World(try scenario(stack), seed: seed, catalogue: Self.catalogue)
    while world.advance(by: 4096) {}
    return world.outcome()
  }

  @Test(arguments: ["chat", "patient"])
  func `a list with callbacks keeps every promise, and a seed gives one digest`(_ stack: String)
    throws
  {
    for seed in fewerInDebug(1..<41) {
      let (first, second) = try (outcome(stack, seed), outcome(stack, seed))
      let broken = first.findings.filter(\.verdict.isBroken).map { "\($0.checker) \($0.verdict)" }
      #expect(broken == [], "seed \(seed)")
      #expect(first.digest == second.digest)
    }
  }

  @Test func `callbacks that overtake each other break a promise of lists`() throws {
    let broken = try (1...100).first { seed in
      try outcome("hasty", seed).findings.contains { $0.verdict.isBroken }
    }
    #expect(broken != nil)
  }
}
