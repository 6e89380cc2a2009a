// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirRun
import WeirScenario

/// The growth of what an event of a whole run costs, with all checkers on: the exponent of a line through the logarithms.
///
/// Windows have filled, and phones have loaded, before anything is measured. An exponent of 0.114 is 1.3 times the cost with ten
/// times the phones.
enum RunGrowthBench {
  static let all: [Benchmark] = [
    Benchmark(
      name: "run/growth/window", unit: "exponent", goal: 0.05,
      note: "fifty readers of 5 to 1,000 rows",
      subject: {
        $0.record(GrowthBench.timeExponent([5, 50, 200, 1000], steps: 20_000, readers, $0))
      }),
    Benchmark(
      name: "run/growth/clients", unit: "exponent", goal: 0.114,
      note: "1,000 to 10,000 phones that chat",
      subject: {
        let sizes = [1000, 3000, 10_000].map($0.scaled)
        $0.record(GrowthBench.timeExponent(sizes, steps: 100_000, phones, $0))
      }),
  ]

  /// Fifty readers of a list with so many rows in their windows.
  private static let readers: GrowthBench.Maker = { window in
    load(
      """
      weir: 1
      about: A list that is read.
      network: { delay: { exponential: 40ms, at-least: 5ms } }
      clients: [ { count: 50, list: feed, newest: \(window) } ]
      workload: [ { does: post, arrivals: { poisson: 10/s }, for: 24h } ]
      """, after: window * 130)
  }

  /// So many phones, ten in each room.
  private static let phones: GrowthBench.Maker = { count in
    load(
      """
      weir: 1
      about: Chat.
      network: { delay: { exponential: 40ms, at-least: 5ms } }
      clients: [ { count: \(count), list: "rooms/room-{1..\(max(1, count / 10))}", newest: 50 } ]
      workload: [ { each: client, does: post, every: { exponential: 5s }, for: 24h } ]
      """, after: count * 60)
  }

  /// A world that goes on.
  private final class Load {
    var world: World

    init(_ scenario: Scenario) throws(Problems) { world = try World(scenario, seed: 1) }
  }

  /// Returns what lets a world go on by some events, after so many.
  private static func load(_ text: String, after events: Int) -> (Int) -> Void {
    do throws(Problems) {
      let load = try Load(Scenario(text: Array(text.utf8), named: "bench"))
      _ = load.world.advance(by: events)
      return { _ = load.world.advance(by: $0) }
    } catch {
      invariantBroken("a benchmark's scenario is wrong: \(error)")
    }
  }
}
