// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirKit

/// A scenario that somebody else's program runs and reads, by public names alone: `.ci/own-package` compiles this file as
/// a part of another package.
@Suite struct RunInCodeTests {
  private let text = """
    weir: 1
    about: Somebody writes, and somebody reads.
    settle: 10s
    server: { tree: { rooms: { lobby: {} } } }
    network: { delay: 40ms, loss: 1%, transport: stream }
    clients: [ { count: 2, list: rooms/lobby, newest: 5 } ]
    workload: [ { each: client, does: post, every: 300ms, for: 20s } ]
    expect: { converge: held, commits: { count: { at-least: 1000 } } }

    """

  private func outcome(
    _ changed: String? = nil, seed: UInt64, watching watch: (inout World) -> Void = { _ in }
  ) throws -> Outcome {
    let text = changed ?? text
    let catalogue = Catalogue.complete
    let scenario = try Scenario(
      text: Array(text.utf8), named: "pair.yaml", in: catalogue.schema)
    var world = try World(scenario, seed: seed, catalogue: catalogue)
    watch(&world)
    while world.advance(by: 4096) {}
    return world.outcome()
  }

  @Test func `a seed gives one digest, another seed another`() throws {
    let outcome = try outcome(seed: 1)
    #expect(try self.outcome(seed: 1).digest == outcome.digest)
    #expect(try self.outcome(seed: 2).digest != outcome.digest)
    #expect(outcome.seed == 1 && outcome.steps > outcome.events / 2 && outcome.ended > .zero)
  }

  @Test func `what was promised, measured and expected can be read`() throws {
    let outcome = try outcome(seed: 1)
    let lists = try #require(outcome.findings.first { $0.checker == "converge" })
    #expect(lists.verdict == .held && lists.opportunities > 0)
    #expect(outcome.promises.contains { $0.name == lists.checker })
    let seen = try #require(outcome.metric("post-to-seen"))
    #expect(seen.count > 20)
    #expect(try #require(seen.duration(of: .p50)) > .milliseconds(79))
    // Nobody writes a thousand times in twenty seconds.
    let missed = outcome.expectations.filter { $0.result != .met }
    #expect(missed.map(\.words) == ["commits count: at least 1000"])
    #expect(outcome.verdict == .missed && outcome.isMissed && !outcome.isBroken)
  }

  @Test func `a run can be watched, and ended before its time`() throws {
    let outcome = try outcome(seed: 1) { world in
      #expect(world.horizon == .zero + .seconds(30))
      while world.instant < .zero + .seconds(5), world.advance(by: 64) {}
      #expect(world.eventCount > 64 && world.firstBroken == nil)
      world.interrupt()
      #expect(!world.advance(by: 1) && world.isInterrupted)
    }
    #expect(outcome.isInterrupted && outcome.ended < .zero + .seconds(30))
    #expect(!outcome.hasFailedProgram && !outcome.isBroken)
  }

  @Test func `a run in which nothing was measured says so`() throws {
    let turnedAway = text.replacing(
      "expect:", with: "faults: [ { fault: reject, chance: 100% } ]\nexpect:"
    )
    .replacing(
      "commits: { count: { at-least: 1000 } }", with: "write-to-ack: { p50: { at-most: 1s } }")
    let outcome = try outcome(turnedAway, seed: 1)
    #expect(outcome.hasNoCommits && outcome.isEmptyHanded && outcome.verdict == .nothing)
    let results: [ExpectationResult] = outcome.expectations.filter { $0.result == .nothingMeasured }
    #expect(results.map(\.words) == ["write-to-ack p50: at most 1s"])
  }

  @Test func `its report is written`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("weir-in-code-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let report = Report(try outcome(seed: 1), file: "pair.yaml")
    try report.write(to: folder.path)
    let written = try String(
      contentsOf: folder.appendingPathComponent("report.txt"), encoding: .utf8)
    #expect(written == report.text && report.verdict == .missed)
    #expect(report.text.contains("post-to-seen") && report.json.contains("pair"))
  }

  @Test func `what is wrong in a scenario is told with its place`() {
    let schema = Catalogue.complete.schema
    let wrong = text.replacing("count: 2", with: "cuont: 2")
    let problems = #expect(throws: Problems.self) {
      try Scenario(text: Array(wrong.utf8), named: "pair.yaml", in: schema)
    }
    #expect("\(problems!)".contains("pair.yaml:6:"), "\(problems!)")
  }
}
