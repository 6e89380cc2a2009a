// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCheck
import WeirCore
import WeirRun
import WeirScenario
import WeirTrace

/// The cost of checking: whole runs with every checker on, and as the floor the same runs with
/// none.
///
/// The ratio counts: it should stay under one and a half. The digest is made in both.
enum CheckerBench {
  static let all: [Benchmark] = [
    benchmark("chat") { WholeRunBench.chat(seconds: $0) },
    benchmark("crowd") { WholeRunBench.crowd(seconds: $0) },
    benchmark("contended") { contended(seconds: $0) },
  ]

  private static func benchmark(
    _ name: String, _ text: @escaping @Sendable (_ seconds: Int) -> String
  ) -> Benchmark {
    Benchmark(
      name: "run/checkers/\(name)", note: "floor: nobody watches; goal 1.5x",
      subject: { run(text($0.isQuick ? 1 : 60), isWatched: true, &$0) },
      floor: { run(text($0.isQuick ? 1 : 60), isWatched: false, &$0) })
  }

  /// Few rows that many change: what has to be remembered of each row is long.
  static func contended(seconds: Int) -> String {
    """
    weir: 1
    about: Contention.
    server: { tree: { hot: { a: { word: 1 }, b: { word: 1 }, c: { word: 1 } } } }
    network: { delay: { exponential: 40ms, at-least: 5ms } }
    clients: [ { count: 40, list: hot } ]
    workload:
      - { each: client, does: { edit: 60%, replace: 20%, transact: 20% }, every: { exponential: 1s }, for: \(seconds)s }
    """
  }

  private static func run(_ text: String, isWatched: Bool, _ timer: inout Timer) {
    do throws(Problems) {
      let scenario = try Scenario(text: Array(text.utf8), named: "bench")
      var world =
        isWatched
        ? try World(scenario, seed: 1) : try World(scenario, seed: 1, checkers: [])
      timer.start()
      while world.advance(by: 100_000) {}
      timer.stop(after: world.eventCount)
      consume(world.trace.digest.word)
    } catch {
      invariantBroken("a benchmark's scenario is wrong: \(error)")
    }
  }
}
