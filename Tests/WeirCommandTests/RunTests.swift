import Foundation
import Testing
import WeirReport
import WeirTestSupport

import WeirCommand

@Suite struct RunTests {
  /// A run of two phones on a constant network, with what is expected of it.
  private static func text(_ expect: String = "", _ more: String = "", lasts: String = "5s")
    -> String
  {
    """
    weir: 1
    about: Two phones in one chat room.
    network:  { delay: 40ms }
    clients:  [ { count: 2, list: rooms/lobby, newest: 50 } ]
    workload: [ { each: client, does: post, every: 1s, for: \(lasts) } ]
    \(more)
    \(expect)
    """
  }

  private static let files = [
    "good.yaml": text(), "-": text(), "bad.yaml": text("clinets: 3"),
    "missed.yaml": text("expect: { post-to-seen: { p99: { under: 1ms } } }"),
    "nothing.yaml": text("expect: { utilisation: { value: { under: 1% } } }"),
    "broken.yaml": text("", "settle: 1ms", lasts: "4010ms"),
  ]

  private func run(_ words: String...) throws -> Trial {
    try withTemporaryFolder { Trial(["run", "--out", $0] + words, files: Self.files) }
  }

  @Test func `each verdict has its exit code`() throws {
    #expect(try run("good.yaml").code == .pass)
    #expect(try run("broken.yaml").code == .checkerBroken)
    #expect(try run("missed.yaml").code == .expectationMissed)
    #expect(try run("nothing.yaml").code == .nothingMeasured)
    #expect(try run("bad.yaml").code == .scenarioWrong)
    #expect(try run("nowhere.yaml").code == .fileMissing)
    #expect(try run("good.yaml", "nowhere.yaml", "missed.yaml").code == .fileMissing)
    #expect(try run("missed.yaml", "broken.yaml").code == .checkerBroken)
  }

  @Test func `the replay line comes first, and results are named last`() throws {
    let trial = try run("good.yaml", "--seed", "9", "--set", "clients.0.count=3")
    let lines = trial.said.split(separator: "\n")
    #expect(lines.first == "replay: weir run good.yaml --seed 9 --set clients.0.count=3")
    #expect(lines.last?.hasPrefix("results: ") == true)
    #expect(trial.printed.hasPrefix("weir · good · seed 9\n"))
  }

  @Test func `quiet is one line`() throws {
    let trial = try run("--quiet", "good.yaml")
    #expect(trial.printed.hasPrefix("PASS  good.yaml  seed 1  "))
    #expect(trial.printed.filter { $0 == "\n" }.count == 1)
    #expect(trial.said == "replay: weir run good.yaml --seed 1\n")
  }

  @Test func `each format prints its own page and nothing else`() throws {
    #expect(try run("--format", "json", "good.yaml").printed.hasPrefix("{\"weir-report\":1,"))
    #expect(try run("--format", "csv", "good.yaml").printed.hasPrefix("schema_version,"))
    #expect(try run("--format", "github", "good.yaml").printed.hasPrefix("::notice "))
  }

  @Test func `the standard input is a scenario, too`() throws {
    let trial = try run("-")
    #expect(trial.code == .pass && trial.printed.hasPrefix("weir · stdin · seed"))
  }

  @Test func `files of results are the printed pages, and the trace is complete`() throws {
    try withTemporaryFolder { folder in
      let trial = Trial(["run", "--out", folder, "--trace", "good.yaml"], files: Self.files)
      func read(_ name: String) throws -> String {
        try String(contentsOfFile: "\(folder)/good/\(name)", encoding: .utf8)
      }
      #expect(try read("report.txt") == trial.printed)
      #expect(try read("metrics.csv").hasPrefix("schema_version,"))
      let lines = try read("trace.jsonl").split(separator: "\n")
      #expect(lines.first?.hasPrefix("{\"weir-trace\":3,") == true)
      #expect(lines.last?.contains("\"kind\":\"rested\"") == true)
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/good").sorted()
      #expect(names == ["hist.csv", "metrics.csv", "report.html", "report.txt", "trace.jsonl"])
    }
  }

  @Test func `a folder is run file by file, and results keep their places`() throws {
    try withTemporaryFolder { folder in
      for name in ["b.yaml", "a/b.yaml"] {
        try WholeFile.write(Self.text(), to: "\(folder)/in/\(name)")
      }
      let surroundings = Surroundings(
        out: Output(nil, called: "out"), err: Output(nil, called: "err"))
      let code = Command.perform(
        ["run", "--quiet", "--out", "\(folder)/out", "\(folder)/in"], in: surroundings)
      #expect(code == .pass)
      #expect(surroundings.out.kept.split(separator: "\n").count == 2)
      for name in ["b", "a/b"] {
        #expect(FileManager.default.fileExists(atPath: "\(folder)/out/\(name)/report.txt"))
      }
    }
  }

  @Test func `what cannot be written is shown all the same`() throws {
    try withTemporaryFolder { folder in
      try WholeFile.write("in the way", to: "\(folder)/file")
      let trial = Trial(["run", "--out", "\(folder)/file", "good.yaml"], files: Self.files)
      #expect(trial.code == .cannotCreate)
      #expect(trial.printed.contains("PASS"))
      #expect(trial.said.contains("error: ") && !trial.said.contains("results: "))
    }
  }
}
