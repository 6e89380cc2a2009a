// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirClient
import WeirCore
import WeirScenario
import WeirStreams
import WeirTrace
import WeirTree

import WeirRun

/// Phones share what they have loaded, and a run is the same as without that.
@Suite struct SharingWorldTests {
  private static let catalogue = Catalogue.standard.adding(LonelyFamily.self)

  /// The steps behind the first, which knows the text of the scenario.
  private func steps(_ stack: String, seed: UInt64) throws -> [Step] {
    let rows = (0..<30).map { "row-\(100 + $0): { by: 1, word: \($0) }" }
    let text = """
      weir: 1
      about: Phones load one list at several times, and then live on.
      server: { tree: { feed: { \(rows.joined(separator: ", ")) } } }
      network: { delay: { exponential: 40ms }, loss: 2% }
      clients:
        - { name: early, count: 6, list: feed, newest: 20, stack: \(stack) }
        - { name: late, count: 6, list: feed, newest: 20, arrive: 4s, stack: \(stack) }
      workload:
        - { clients: early, each: client, does: { post: 50%, edit: 30%, remove: 20% }, every: { exponential: 4s }, for: 12s }
        - { clients: late, each: client, does: { reopen: 50%, restart: 50% }, away: 500ms, every: { exponential: 6s }, for: 12s }

      """
    let scenario = try Scenario(
      text: Array(text.utf8), named: "sharing.yaml", in: Self.catalogue.schema)
    var world = try World(scenario, seed: seed, catalogue: Self.catalogue, keepingSteps: true)
    while world.advance(by: 10_000) {}
    #expect(world.outcome().findings.allSatisfy { !$0.verdict.isBroken })
    return Array(world.takeSteps().dropFirst())
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `every step is the same with stacks that never share`(seed: UInt64) throws {
    let shared = try steps("streams", seed: seed)
    #expect(shared.count > 1_000)
    #expect(shared == (try steps("lonely", seed: seed)))
  }
}

/// List streams that share nothing.
private enum LonelyFamily: StackFamily {
  static let name = "lonely"
  static let about = "Live lists whose phones keep all for themselves."

  static func makeStack(_ options: NoStackOptions, _ context: StackContext) -> any ClientStack {
    LonelyStack(inner: AnyStream(context.screen, batching: context.batching).asStack)
  }
}

/// A stack around another one that shares nothing.
private struct LonelyStack: StackAround {
  var inner: any ClientStack
}
