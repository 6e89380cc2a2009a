// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCheck
import WeirCore
import WeirMutants
import WeirGate
import WeirReport
import WeirRun
import WeirScenario
import WeirSweep

/// The numbers that the gate holds of sweeps, worked out again without a sweep: seed after seed in
/// one process, summed up by hand.
@Suite struct SweepBaselineTests {
  /// The scenarios whose gate sweeps.
  static let files: [String] = ScenarioTests.files.filter {
    (try? ScenarioTests.read($0))?.gate.sweep != nil
  }

  static func baseline(of file: String) throws -> Baseline {
    let place = file.dropFirst("Scenarios/".count).dropLast(".yaml".count)
    let path = "\(ScenarioTests.root)/Reports/baselines/\(place).csv"
    return try Baseline(
      reading: Array(Data(contentsOf: URL(fileURLWithPath: path))), named: path)
  }

  @Test func `there are gates that sweep, and not every seed of theirs ends alike`() throws {
    #expect(Self.files.count >= 2)
    for file in Self.files {
      let verdicts = try Self.baseline(of: file).entries
        .filter { $0.stat == "first_broken_seed" }.map(\.value)
      #expect(verdicts.contains { $0 != "1" }, "\(file): the first seed tells it all")
    }
  }

  @Test(arguments: files)
  func `each seed and each sum of a gate's sweep is what single runs come to`(file: String) throws {
    let scenario = try ScenarioTests.read(file)
    let count = UInt64(try #require(scenario.gate.sweep))
    var values: [String: String] = [:]
    for entry in try Self.baseline(of: file).entries { values[entry.name] = entry.value }
    var verdicts: [String: [Verdict]] = [:]
    var looks: [String: Int] = [:]
    for seed in 1...count {
      var world = try World(scenario, seed: seed, catalogue: .complete, measuresOrder: false)
      while world.advance(by: 100_000) {}
      let outcome = world.outcome()
      #expect(values["sweep (seed \(seed)) digest"] == "\(outcome.digest)")
      #expect(values["sweep (seed \(seed)) steps"] == "\(outcome.steps)")
      for finding in outcome.findings {
        verdicts[finding.checker, default: []].append(finding.verdict)
        looks[finding.checker, default: 0] += finding.opportunities
      }
    }
    for name in Checkers.names {
      let all = verdicts[name] ?? []
      func number(_ column: String) -> String? { values["checker \(name) (all seeds) \(column)"] }
      #expect(number("seeds") == "\(count)")
      #expect(number("broken") == "\(all.count { $0.isBroken })")
      // What is not known for certain counts as not reached.
      let reached = all.count { $0 == .held || $0.isBroken }
      #expect(number("held") == "\(all.count { $0 == .held })")
      #expect(number("not_reached") == "\(all.count - reached)")
      #expect(number("opportunities") == "\(looks[name] ?? 0)")
      let first = all.firstIndex { $0.isBroken }
      #expect(number("first_broken_seed") == first.map { "\($0 + 1)" })
      if reached > 0, first != nil {
        let rate = try #require(number("rate").flatMap(Double.init))
        let (low, high) = try (
          #require(number("ci95_low").flatMap(Double.init)),
          #require(number("ci95_high").flatMap(Double.init))
        )
        let broken = all.count { $0.isBroken }
        #expect(abs(rate - Double(broken) / Double(reached)) < 1e-12)
        // By definition of the exact interval each end leaves 2.5 % of the binomial beyond what was seen.
        if broken > 0, low > 0 {
          let above = Self.tail(atLeast: broken, of: reached, at: low)
          #expect(abs(above - 0.025) < 1e-9, "\(name)")
        }
        if broken < reached {
          let below = 1 - Self.tail(atLeast: broken + 1, of: reached, at: high)
          #expect(abs(below - 0.025) < 1e-9, "\(name)")
        }
      }
    }
  }

  /// The probability of at least so many of `count` tries, each with the same chance.
  private static func tail(atLeast least: Int, of count: Int, at chance: Double) -> Double {
    (least...count).reduce(0) { sum, number in
      var term = 1.0
      for place in 0..<number { term *= chance * Double(count - place) / Double(number - place) }
      for _ in number..<count { term *= 1 - chance }
      return sum + term
    }
  }
}
