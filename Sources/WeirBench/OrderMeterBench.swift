// SPDX-License-Identifier: GPL-3.0-or-later
import WeirCore
import WeirRun
import WeirScenario
import WeirTrace

/// The cost of measuring order: whole runs with the meter, and as the floor the same runs without.
///
/// The ratio counts: it should stay within a few percent. Checkers watch in both.
enum OrderMeterBench {
  static let all: [Benchmark] = [
    benchmark("chat") { WholeRunBench.chat(seconds: $0) },
    benchmark("crowd") { WholeRunBench.crowd(seconds: $0) },
    benchmark("contended") { CheckerBench.contended(seconds: $0) },
  ]

  private static func benchmark(
    _ name: String, _ text: @escaping @Sendable (_ seconds: Int) -> String
  ) -> Benchmark {
    Benchmark(
      name: "run/order/\(name)", note: "floor: order is not measured",
      subject: { run(text($0.isQuick ? 1 : 60), measuresOrder: true, &$0) },
      floor: { run(text($0.isQuick ? 1 : 60), measuresOrder: false, &$0) })
  }

  private static func run(_ text: String, measuresOrder: Bool, _ timer: inout Timer) {
    do throws(Problems) {
      let scenario = try Scenario(text: Array(text.utf8), named: "bench")
      var world = try World(scenario, seed: 1, measuresOrder: measuresOrder)
      timer.start()
      while world.advance(by: 100_000) {}
      timer.stop(after: world.eventCount)
      consume(world.trace.digest.word)
    } catch {
      invariantBroken("a benchmark's scenario is wrong: \(error)")
    }
  }
}
