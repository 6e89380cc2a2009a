// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore
import WeirScenario
import WeirTestSupport
import WeirTrace
import WeirTree

import WeirRun

@Suite struct DraftWorldTests {
  /// The steps of a world in which people do some things at even shares.
  private static func steps(
    _ actions: [Scenario.Work.Action], seed: UInt64
  ) throws -> (outcome: Outcome, steps: [Step]) {
    var scenario = smallScenario(clients: 3)
    scenario.workload[0].does = actions.map { .init(action: $0, weight: Ratio(1, of: 1)) }
    return try FaultWorldTests.steps(of: scenario, seed: seed)
  }

  @Test func `a draft is its app's alone, and a post when it is sent`() throws {
    let send = Scenario.Work.Action.send.verb.number
    var sent = 0
    for seed in fewerInDebug(1..<31) {
      let (outcome, steps) = try Self.steps([.draft, .send], seed: seed)
      #expect(!outcome.isBroken, "\(seed): \(outcome.findings.filter(\.verdict.isBroken))")
      var drafts: [Key: UInt32] = [:]
      for step in steps {
        switch step.kind {
        // The list of everybody is number 0; each app's drafts are a list of their own.
        case .committed where step.list != 0 && step.x != 0: drafts[step.key] = step.client
        case .wrote:
          #expect(drafts[step.key] == step.client)
          sent += 1
        case .heard: #expect(step.list == 0)
        default: break
        }
      }
      let meant = steps.count { $0.kind == .meant && $0.x == send }
      let idle = steps.count { $0.kind == .skipped && $0.x == send }
      #expect(meant - idle == steps.count { $0.kind == .wrote })
    }
    #expect(sent > 0)
  }

  @Test func `who is killed has no drafts any more`() throws {
    var killed = 0
    for seed in fewerInDebug(1..<31) {
      let (outcome, steps) = try Self.steps([.draft, .restart], seed: seed)
      #expect(!outcome.isBroken, "\(seed): \(outcome.findings.filter(\.verdict.isBroken))")
      var open: [UInt32: Set<Key>] = [:]
      for (place, step) in steps.enumerated() {
        switch step.kind {
        case .committed where step.list != 0 && step.x != 0:
          open[step.client, default: []].insert(step.key)
        case .committed where step.list != 0: open[step.client]?.remove(step.key)
        case .killed:
          let gone = open[step.client]?.count ?? 0
          let dropped = steps[place...].dropFirst().prefix {
            $0.at == step.at && [.committed, .linked, .unlistened, .parted].contains($0.kind)
          }
          #expect(dropped.count { $0.kind == .committed && $0.x == 0 } == gone)
          killed += gone
        default: break
        }
      }
    }
    #expect(killed > 0)
  }

  @Test func `a row that is moved goes and comes in one version`() throws {
    var moves = 0
    for seed in fewerInDebug(1..<31) {
      let (outcome, steps) = try Self.steps([.post, .move], seed: seed)
      #expect(!outcome.isBroken, "\(seed): \(outcome.findings.filter(\.verdict.isBroken))")
      let commits = steps.filter { $0.kind == .committed }
      for (one, other) in zip(commits, commits.dropFirst()) where one.y == other.y && one.y != 0 {
        // The new row comes first, with the journey; the old one belongs to it.
        #expect(one.x != 0 && other.x == 0 && one.journey != 0 && other.journey == 0)
        moves += 1
      }
    }
    #expect(moves > 0)
  }
}
