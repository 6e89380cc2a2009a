// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirReport
import WeirScenario
import WeirTestSupport

import WeirCommand

@Suite struct SweepTests {
  /// A few phones whose last posts come too late to converge with some seeds.
  static func text(_ more: String = "", settle: String = "30s") -> String {
    """
    weir: 1
    about: Two phones in one chat room.
    network:  { delay: { exponential: 40ms }, steady: 0s }
    clients:  [ { count: 2, list: rooms/lobby, newest: 50 } ]
    workload: [ { each: client, does: post, every: { exponential: 500ms }, for: 2s } ]
    settle: \(settle)
    \(more)

    """
  }

  static let files = [
    "good.yaml": text(), "-": text(), "flaky.yaml": text(settle: "120ms"),
    "missed.yaml": text("expect: { post-to-seen: { p99: { under: 1ms } } }"),
    "nothing.yaml": text("expect: { utilisation: { value: { under: 1% } } }"),
    "bad.yaml": text("clinets: 3"),
  ]

  /// The `weir` that was built beside these tests: the runs of a sweep are processes of their own.
  static var program: String {
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return own.deletingLastPathComponent().appendingPathComponent("weir").path
  }

  /// Carries out `weir sweep` with `words`.
  static func sweep(_ words: [String], program: String = program) -> Trial {
    Trial(["sweep"] + words, files: files, program: program)
  }

  private func sweep(_ words: String...) -> Trial { Self.sweep(words) }

  static func read(_ name: String, in folder: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
  }

  @Test func `each verdict has its exit code`() {
    #expect(sweep("--seeds", "1..3", "good.yaml").code == .pass)
    #expect(sweep("--seeds", "1..3", "missed.yaml", "good.yaml").code == .expectationMissed)
    #expect(sweep("--seeds", "1..4", "flaky.yaml", "missed.yaml").code == .checkerBroken)
    #expect(sweep("--seeds", "1..2", "nothing.yaml").code == .nothingMeasured)
    #expect(sweep("bad.yaml", "good.yaml").code == .scenarioWrong)
    #expect(sweep("nowhere.yaml").code == .fileMissing)
  }

  @Test func `everything that is wrong with any scenario is said before a seed is run`() {
    let trial = sweep("bad.yaml", "good.yaml", "nowhere.yaml")
    #expect(trial.code == .fileMissing && trial.printed == "")
    #expect(trial.said.contains("bad.yaml:7:1: error: unknown key 'clinets'"))
    #expect(trial.said.contains("there is no file 'nowhere.yaml'"))
  }

  @Test func `a list that is not the server's is told with the row that weir follow names`() throws
  {
    try withTemporaryFolder { folder in
      let trial = Self.sweep(["--seeds", "1..20", "--out", "\(folder)/out", "flaky.yaml"])
      #expect(trial.code == .checkerBroken)
      let lines = trial.printed.split(separator: "\n").map { $0.drop { $0 == " " } }
      let place = try #require(lines.firstIndex { $0.contains(": the server has '-") })
      let row = lines[place]
      #expect(row.hasPrefix("/rooms/lobby, row "), "\(row)")
      let failure = try #require(lines[..<place].last { $0.hasPrefix("seed ") })
      #expect(failure.contains("converge broke at"), "\(failure)")
      let seed = failure.dropFirst("seed ".count).prefix { $0 != ":" }
      let item = "<li>\(row.replacing("'", with: "&#39;"))</li>"
      #expect(try Self.read("index.html", in: "\(folder)/out").contains(item))
      let follow = Trial(["follow", "flaky.yaml", "--seed", String(seed)], files: Self.files)
      #expect(follow.printed.contains(row), "\(follow.printed)")
    }
  }

  @Test func `results are the same bytes whatever the number of cores, and equal to single runs`()
    throws
  {
    try withTemporaryFolder { folder in
      let words = ["--seeds", "3..12", "--set", "clients.0.count=3", "flaky.yaml", "good.yaml"]
      let one = Self.sweep(["--out", "\(folder)/1", "--cores", "1"] + words)
      let many = Self.sweep(["--out", "\(folder)/7", "--cores", "7"] + words)
      #expect(one.printed == many.printed && one.code == many.code)
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/7").sorted()
      #expect(names == ["checkers.csv", "index.html", "sweep.csv", "sweep.txt"])
      for name in names {
        #expect(try Self.read(name, in: "\(folder)/1") == Self.read(name, in: "\(folder)/7"))
      }
      #expect(try Self.read("sweep.txt", in: "\(folder)/1") == one.printed)
      #expect(
        try Self.read("index.html", in: "\(folder)/1").contains("Seeds 3 to 12 from left to right"))
      let rows = try Self.read("sweep.csv", in: "\(folder)/1").split(separator: "\r\n")
      #expect(rows.count == 1 + 20)
      let row = try #require(rows.first { $0.contains("good.yaml,9,") })
      let run = Trial(
        [
          "run", "--seed", "9", "--set", "clients.0.count=3", "--out", "\(folder)/r", "--quiet",
          "good.yaml",
        ], files: Self.files)
      let digest = try #require(run.printed.split(separator: " ").last).dropLast()
      #expect(row.contains(",\(digest),"))
    }
  }

  @Test func `the first failures are told as they come, with a line that runs them again`() throws {
    let trial = sweep("--seeds", "1..12", "flaky.yaml")
    let told = trial.said.split(separator: "\n").map(String.init)
    let seeds = told.filter { $0.hasPrefix("seed ") }
    #expect(!seeds.isEmpty && seeds.count <= 10)
    #expect(seeds.allSatisfy { $0.contains(" of flaky.yaml: converge broke at ") })
    let replay = try #require(told.first { $0.hasPrefix("  replay: weir run flaky.yaml --seed ") })
    let words = replay.dropFirst("  replay: weir ".count).split(separator: " ").map(String.init)
    try withTemporaryFolder { folder in
      #expect(Trial(words + ["--out", folder], files: Self.files).code == .checkerBroken)
    }
  }

  @Test func `a sweep until a failure ends with it, whatever the number of cores`() throws {
    let all = sweep("--seeds", "1..6", "--quiet", "flaky.yaml")
    #expect(all.printed.hasPrefix("BROKEN  1 scenario, 6 runs, ") && all.said == "")
    try withTemporaryFolder { folder in
      var tables: [String] = []
      for cores in ["1", "2", "5"] {
        let out = "\(folder)/\(cores)"
        let trial = Self.sweep([
          "--seeds", "1..30", "--limit", "2", "--cores", cores, "--out", out, "flaky.yaml",
        ])
        #expect(trial.code == .checkerBroken)
        tables.append(try Self.read("sweep.csv", in: out) + trial.printed)
      }
      #expect(tables[0] == tables[1] && tables[1] == tables[2])
      let rows = tables[0].split(separator: "\r\n").filter { $0.hasPrefix("1,") }
      #expect(rows.count { $0.contains(",broken,") } == 2)
      #expect(rows.last?.contains(",broken,") == true && rows.count < 30)
    }
  }

  @Test func `a checker that must break passes when it does, and says how many seeds it needed`() {
    let found = sweep(
      "--seeds", "1..30", "--expect-broken", "converge", "--until-failure", "flaky.yaml")
    #expect(found.code == .pass)
    #expect(found.printed.contains("converge broke first with seed "))
    let absent = sweep("--seeds", "1..5", "--expect-broken", "converge", "good.yaml")
    #expect(absent.code == .expectationMissed)
    #expect(absent.printed.contains("converge never broke in 5 seeds."))
    #expect(
      sweep("--seeds", "1..5", "--expect-broken", "hooks", "good.yaml").code == .nothingMeasured)
    #expect(sweep("--seeds", "1..5", "--checker", "lists", "flaky.yaml").code == .pass)
    #expect(sweep("--seeds", "1..5", "--checker", "converge", "flaky.yaml").code == .checkerBroken)
  }

  @Test func `the standard input is a scenario, too`() {
    let trial = sweep("--seeds", "1..3", "-")
    #expect(trial.code == .pass && trial.printed.hasPrefix("weir sweep · stdin · seeds 1..3\n"))
  }
}
