// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirMetrics
import WeirReport
import WeirRun
import WeirScenario

import WeirCommand

@Suite struct DocumentationTests {
  private static let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func `the article on the format is what the table of keys says`() throws {
    let article = """
      # Scenario format

      Every key of a scenario file: what belongs there, what counts without it, what it means.

      ## Overview

      `weir explain KEY` prints the same, and `weir explain --schema` a JSON Schema for editors.


      """ + Schema.weir.markdown()
    try hold("ScenarioFormat.md", against: article)
  }

  @Test func `the article on the trace is what the formats of the steps say`() throws {
    let article = """
      # Trace

      Every line of `trace.jsonl`: which kinds of steps there are, what they mean, and what they say.

      ## Overview

      `weir run --trace` writes each step of a run as a line of JSON. The first line names the scenario, the seed and the
      version of the format. Every other line has `at`, the moment in seconds of virtual time, and `kind`; then, where they
      mean something, `client`, `surface` (what the app shows beside its list, if the step is about that), `journey` (the
      number to give to `weir follow`), `list` and `key`; then the fields of its kind.


      """ + TraceReference.markdown
    try hold("Trace.md", against: article)
  }

  @Test func `the article on promises is what the checkers and the mutants say`() throws {
    let article = """
      # Promises

      What every run is held to, why it breaks where it breaks, and the bugs that show it broken.

      ## Overview

      A checker reads the steps of a run and judges one promise: *held*, *broken*, or *not reached*, if nothing happened
      that could have broken it. `expect:` in a scenario may demand that a promise is held or, of what is wrong on
      purpose, broken. Below each promise stand the bugs that its checker must catch; `weir mutants` runs them all.


      """ + Reference.promises
    try hold("Promises.md", against: article)
  }

  @Test func `the article on metrics is what the metrics say`() throws {
    let article = """
      # Metrics

      Every number that a run reports.

      ## Overview

      They stand in the report and in `metrics.csv`, in this order; `expect:` in a scenario holds them against bounds, and
      `weir gate` against a baseline. A *duration* has one sample for each time that something took, with mean and
      quantiles; an *amount* has samples without a unit; a *count*, a *ratio* and a *rate* are one number.


      """ + Reference.metrics
    try hold("Metrics.md", against: article)
  }

  @Test func `the article on faults is what the kinds of faults say`() throws {
    let article = """
      # Faults

      Everything that can go wrong on purpose, what follows for a client that is right, and how to ask for it.

      ## Overview

      A fault strikes once (`at:`, with `for:`), again and again (`every:`, with `for:`), or all the time from one moment to another one (`from:`,
      `until:`); `clients:` and `share:` say whom it hits. Each draws its moments from a stream of chance of its own, so that one fault more leaves
      the others as they were. All are over when the work is: lists must have a chance to agree before they are judged. `weir explain faults` says
      more of each key, and `faults: swarm` lets each seed draw some of them.

      Every promise holds under all of these, but for `stale-replica` and `early-answers`, which no client can mend and no swarm draws unless it
      names them.


      """ + Reference.faults
    try hold("Faults.md", against: article)
    #expect(
      Set(Scenario.Fault.Kind.allCases.filter { !$0.isBearable }) == [.staleReplica, .earlyAnswers])
  }

  @Test(arguments: Scenario.Fault.Kind.allCases)
  func `the example of a fault is read, as that fault`(kind: Scenario.Fault.Kind) throws {
    let text = """
      weir: 1
      about: A fault.
      server: { tree: { rooms: { lobby: {} } }, service: 1ms, replicas: 2 }
      network: { transport: \(kind == .duplicate || kind == .reorder ? "datagram" : "stream") }
      clients: [ { list: rooms/lobby\(kind.family == .files ? ", stack: objects" : "") } ]
      workload:
        - { each: client, does: \(kind.family == .files ? "add-photo" : "post"), every: 1s, for: 60s }
      faults:
        - \(kind.example)
      expect: { commits: { count: { at-least: 0 } } }

      """
    let scenario = try Scenario(text: Array(text.utf8), named: "fault.yaml")
    #expect(scenario.faults.map(\.kind) == [kind])
  }

  /// Holds an article against what it should be, or records it.
  private func hold(_ name: String, against article: String) throws {
    let path = Self.top.appendingPathComponent("Sources/WeirKit/WeirKit.docc/\(name)")
    if ProcessInfo.processInfo.environment["WEIR_RECORD"] == "1" {
      try Data(article.utf8).write(to: path)
    }
    let written = try String(contentsOf: path, encoding: .utf8)
    #expect(written == article, "\(name): WEIR_RECORD=1 swift test writes it anew")
  }

  @Test func `the README shows what its first command prints`() throws {
    let readme = try String(
      contentsOf: Self.top.appendingPathComponent("README.md"), encoding: .utf8)
    let sample = Self.top.appendingPathComponent("Reports/samples/first-steps/report.txt")
    let printed = try String(contentsOf: sample, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let shown = readme.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("    weir · first-steps") }
      .prefix { $0.isEmpty || $0.hasPrefix("    ") }
      .map { $0.dropFirst(4) }
    #expect(shown.count > 20)
    var rest = printed[...]
    for line in shown where line != "…" && !line.isEmpty {
      let place = rest.firstIndex(of: line)
      #expect(place != nil, "the README shows '\(line)', which is not printed, or not there")
      if let place { rest = rest[(place + 1)...] }
    }
  }

  @Test func `the article on reports shows lines that a report has`() throws {
    func lines(_ path: String) throws -> [Substring] {
      try String(contentsOf: Self.top.appendingPathComponent(path), encoding: .utf8)
        .split(separator: "\n")
    }
    let report = try Set(lines("Reports/samples/flaky-network/report.txt"))
    var isReport = false
    var count = 0
    for line in try lines("Sources/WeirKit/WeirKit.docc/ReadingReport.md") {
      if line == "```" {
        isReport.toggle()
      } else if isReport {
        count += 1
        #expect(report.contains(line), "the article shows '\(line)', which is not printed")
      }
    }
    #expect(count > 10)
  }

  @Test func `the README names every verb and is short`() throws {
    let text = try String(
      contentsOf: Self.top.appendingPathComponent("README.md"), encoding: .utf8)
    for verb in OptionTable.verbNames { #expect(text.contains("`weir \(verb)"), "\(verb)") }
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 180)
    #expect(text.contains("SPDX-License-Identifier: GPL-3.0-or-later"))
  }

  @Test func `the figures by hand stand beside those of the reports`() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: Self.top.appendingPathComponent(path), encoding: .utf8)
    }
    let article = try text("Sources/WeirKit/WeirKit.docc/ByHand.md")
    var report = "", figures = 0
    for line in article.split(separator: "\n") {
      if let name = line.firstMatch(of: /Scenarios\/guide\/([a-z-]+)\.yaml/)?.1 {
        report = try text("Reports/samples/guide/\(name)/report.txt").replacing(" ", with: "")
      }
      guard line.hasPrefix("| "), !report.isEmpty else { continue }
      // The third cell is the report's, whatever is beside it.
      let cell = line.split(separator: "|")[2].replacing(" ", with: "")
      if ["report", "100ms", "–"].contains(cell) { continue }
      figures += 1
      #expect(report.contains(cell), "\(line)")
    }
    #expect(figures >= 15)
  }

  @Test func `every scenario stands in the table of scenarios`() throws {
    let folder = Self.top.appendingPathComponent("Scenarios").path
    let table = try String(contentsOfFile: "\(folder)/README.md", encoding: .utf8)
    for file in try ScenarioFiles.expand([folder]) {
      let name = file.dropFirst(folder.utf8.count + 1)
      #expect(table.contains("| `\(name)` |"), "\(name) is not in Scenarios/README.md")
    }
  }
}
