// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCore
import WeirReport
import WeirScenario
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
      let environment = CommandEnvironment(
        out: Output(nil, called: "out"), err: Output(nil, called: "err"))
      let code = Command.perform(
        ["run", "--quiet", "--out", "\(folder)/out", "\(folder)/in"], in: environment)
      #expect(code == .pass)
      let lines = environment.out.kept.split(separator: "\n")
      #expect(lines.count == 3 && lines[2] == "PASS  2 scenarios: 2 passed")
      for name in ["b", "a/b"] {
        #expect(FileManager.default.fileExists(atPath: "\(folder)/out/\(name)/report.txt"))
      }
      let index = try String(contentsOfFile: "\(folder)/out/index.html", encoding: .utf8)
      #expect(index.contains("2 scenarios: 2 passed"))
      for link in ["./a/b/report.html", "./b/report.html"] {
        #expect(index.contains("href=\"\(link)\""))
        #expect(FileManager.default.fileExists(atPath: "\(folder)/out/\(link)"))
      }
      let plain = Command.perform(
        ["run", "--quiet", "--no-html", "--out", "\(folder)/plain", "\(folder)/in"],
        in: environment)
      #expect(plain == .pass)
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/plain/index.html"))
    }
  }

  @Test func `what cannot be written is said before anything is run`() throws {
    try withTemporaryFolder { folder in
      try WholeFile.write("in the way", to: "\(folder)/file")
      let trial = Trial(["run", "--out", "\(folder)/file", "good.yaml"], files: Self.files)
      #expect(trial.code == .cannotCreate && trial.printed.isEmpty)
      #expect(trial.said.contains("error: ") && !trial.said.contains("results: "))
      #expect(trial.said.contains("remedy: a file is in the place of a folder"))
      let small = Trial(
        ["shrink", "--out", "\(folder)/file/x.yaml", "broken.yaml"], files: Self.files)
      #expect(small.code == .cannotCreate && small.said.contains("a file is in the place"))
    }
  }

  /// A scenario with everything in its words and names that a terminal or a CI system would obey.
  private static let hostile = """
    weir: 1
    about: "::error::forged \\e[2J\\a\\u202e\\n##[group]x"
    network:  { delay: 40ms }
    clients:  [ { count: 2, list: rooms/lobby, newest: 50 } ]
    workload: [ { each: client, does: post, every: 1s, for: 5s } ]
    expect: { post-to-seen: { p99: { under: 1ms } } }
    """

  /// Returns the parts of a text that would be obeyed.
  private static func obeyed(in text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map(String.init).filter { line in
      line.drop { $0 == " " }.hasPrefix("::") || line.contains("##[")
        || line.unicodeScalars.contains(where: CleanText.isHidden)
    }
  }

  @Test(arguments: [
    ["run"], ["run", "--quiet"], ["run", "--format", "json"], ["run", "--format", "csv"], ["check"],
  ])
  func `nothing of a file or its name is obeyed by those who read about it`(words: [String]) throws
  {
    let name = "=1\u{1B}[31m\u{202E}\n::error::x\r.yaml"
    try withTemporaryFolder { folder in
      let out = words[0] == "run" ? ["--out", folder] : []
      let files = [name: Self.hostile, "bad\n::x.yaml": "weir: 1\n\"\\e[1m\": 2\n"]
      let trial = Trial(words + out + [name, "bad\n::x.yaml", "none\u{7}\n::x.yaml"], files: files)
      #expect(trial.code == .fileMissing)
      #expect(Self.obeyed(in: trial.printed) == [])
      #expect(Self.obeyed(in: trial.said) == [])
      guard words == ["run"] else { return }
      for place in try FileManager.default.subpathsOfDirectory(atPath: folder)
      where place.hasSuffix(".txt") || place.hasSuffix(".csv") {
        let text = try String(contentsOfFile: "\(folder)/\(place)", encoding: .utf8)
        #expect(Self.obeyed(in: text) == [], "\(place)")
        #expect(!text.contains("\r\n1,=") && !text.contains(",=1"))
      }
    }
  }

  @Test func `annotations are one line each, whatever a scenario says`() throws {
    try withTemporaryFolder { folder in
      let trial = Trial(
        ["run", "--format", "github", "--out", folder, "a\n::b.yaml"],
        files: ["a\n::b.yaml": Self.hostile])
      let lines = trial.printed.split(separator: "\n")
      #expect(lines.count == 1 && lines[0].hasPrefix("::error file=a%0A%3A%3Ab.yaml,line="))
    }
  }

  @Test func `the replay line can be typed in, whatever the file is called`() {
    #expect(
      Report.replay(file: "a'\n\u{1B}é.yaml", seed: 1, settings: ["about=b\u{7}"])
        == "weir run $'a\\x27\\x0a\\x1b\\xc3\\xa9.yaml' --seed 1 --set $'about=b\\x07'")
  }

  @Test func `verdicts have a colour on a terminal, and nowhere else`() throws {
    func printed(_ file: String, terminal: Bool, _ variables: [String: String]) throws -> String {
      try withTemporaryFolder { folder in
        let environment = CommandEnvironment(
          out: Output(nil, called: "out"), err: Output(nil, called: "err"),
          files: FileLoader {
            Self.files[$0].map { .success(Array($0.utf8)) } ?? .failure(.missing)
          },
          variables: variables, outIsTerminal: terminal)
        _ = Command.perform(["run", "--out", folder, file], in: environment)
        return environment.out.kept
      }
    }
    let plain = try printed("good.yaml", terminal: false, ["TERM": "xterm"])
    #expect(!plain.contains("\u{1B}") && plain.contains("\nPASS  "))
    let coloured = try printed("good.yaml", terminal: true, ["TERM": "xterm"])
    #expect(coloured.contains("\n\u{1B}[32mPASS\u{1B}[0m  "))
    #expect(
      coloured.split(separator: "\u{1B}[32m").joined().split(separator: "\u{1B}[0m").joined()
        == plain)
    let broken = try printed("broken.yaml", terminal: true, ["TERM": "xterm"])
    #expect(broken.contains("\u{1B}[1;31mBROKEN\u{1B}[0m  "))
    for variables in [["TERM": "xterm", "NO_COLOR": "1"], ["TERM": "dumb"], [:]] {
      #expect(try printed("good.yaml", terminal: true, variables) == plain)
    }
  }

  @Test func `a second process reads files elsewhere only if the first one may`() throws {
    try withTemporaryFolder { folder in
      try WholeFile.write(Self.text(), to: "\(folder)/base.yaml")
      try WholeFile.write("extends: ../base.yaml\n", to: "\(folder)/d/f.yaml")
      func run(_ words: [String]) -> CommandEnvironment {
        let environment = CommandEnvironment(
          out: Output(nil, called: "out"), err: Output(nil, called: "err"),
          program: SweepTests.program)
        _ = Command.perform(words + ["\(folder)/d/f.yaml"], in: environment)
        return environment
      }
      let refused = run(["run", "--out", "\(folder)/out"])
      #expect(
        refused.err.kept.contains("lies outside") && refused.err.kept.contains("--allow-outside"))
      let sweep = run(["sweep", "--allow-outside", "--seeds", "1..2"])
      #expect(sweep.out.kept.contains("PASS  "), "\(sweep.err.kept)")
      let again = run(["run", "--allow-outside", "--out", "\(folder)/out"])
      #expect(again.err.kept.contains("/f.yaml --seed 1 --allow-outside\n"))
      #expect(again.out.kept.contains("/f.yaml --seed 1 --allow-outside\n"))
      let verify = run(["verify", "--allow-outside"])
      #expect(verify.out.kept.contains("PASS"), "\(verify.err.kept)")
    }
  }
}
