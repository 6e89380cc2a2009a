// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirMetrics
import WeirMutants
import WeirReport
import WeirRun
import WeirScenario
import WeirSweep
import WeirTestSupport

/// Every file under Scenarios/: it runs the same twice, and as it ran when its results were recorded.
///
/// `WEIR_RECORD=1 swift test --filter ScenarioTests` records Reports/samples/ again; then read the
/// diff.
@Suite struct ScenarioTests {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The paths of all scenarios from the root of the package.
  static var files: [String] {
    let all = FileManager.default.enumerator(atPath: "\(root)/Scenarios")?.allObjects ?? []
    return all.compactMap { $0 as? String }.filter { $0.hasSuffix(".yaml") }.sorted()
      .map { "Scenarios/\($0)" }
  }

  static func read(_ file: String) throws -> Scenario {
    try Scenario(text: text(of: file), named: file)
  }

  static func text(of file: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: "\(root)/\(file)")))
  }

  private func run(_ scenario: Scenario) throws -> Outcome {
    var world = try World(scenario, seed: scenario.seed, catalogue: .complete)
    while world.advance(by: 100_000) {}
    return world.outcome()
  }

  @Test func `there are scenarios`() { #expect(Self.files.contains("Scenarios/first-steps.yaml")) }

  @Test(arguments: files)
  func `a scenario runs the same twice, and no stack breaks a promise`(file: String) throws {
    var scenario = try Self.read(file)
    #if DEBUG
      // The whole is for builds that are fast; a piece tells as much about determinism.
      for place in scenario.workload.indices {
        scenario.workload[place].lasts = min(scenario.workload[place].lasts, .seconds(1))
      }
    #endif
    let (first, second) = (try run(scenario), try run(scenario))
    #expect(first.digest == second.digest && first.metrics == second.metrics)
    #expect(!first.isBroken, "\(first.findings)")
  }

  #if !DEBUG
    @Test(arguments: files)
    func `a scenario gives the recorded pages, byte for byte`(file: String) throws {
      let report = Report(try run(try Self.read(file)), file: file)
      #expect(report.verdict == .pass)
      let place = file.dropFirst("Scenarios/".count).dropLast(".yaml".count)
      let folder = "\(Self.root)/Reports/samples/\(place)"
      if ProcessInfo.processInfo.environment["WEIR_RECORD"] == "1" {
        try report.write(to: folder)
        return
      }
      for (name, page) in [
        ("report.txt", report.text), ("metrics.csv", MetricsTable.csv(report.outcome)),
      ] {
        let expected = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
        #expect(Array(expected) == Array(page.utf8), "\(place)/\(name)")
      }
    }
  #endif
}
