// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirTestSupport

import WeirCommand

@Suite struct ShrinkTests {
  private let files = ["canary.yaml": FollowTests.canary]

  @Test func `a failing scenario becomes small, and the file that is written fails as it should`()
    throws
  {
    try withTemporaryFolder { folder in
      let out = "\(folder)/small.yaml"
      let words = ["shrink", "canary.yaml", "--seed", "3", "--runs", "40", "--out", out]
      let trial = Trial(words, files: files)
      #expect(trial.code == .pass, "\(trial.said)")
      #expect(trial.printed.hasPrefix("weir shrink · canary.yaml · seed 3\n\nconverge breaks at "))
      let text = try String(contentsOfFile: out, encoding: .utf8)
      #expect(text.contains("expect: { converge: broken }"))
      let again = Trial(
        ["run", "small.yaml", "--quiet", "--out", folder], files: ["small.yaml": text])
      #expect(again.code == .pass && again.printed.hasPrefix("PASS  small.yaml"))
      // The same number of runs writes the same file, and csv says the same.
      let csv = Trial(words + ["--format", "csv"], files: files)
      #expect(csv.printed.hasPrefix("schema_version,file,seed,checker,runs,steps,clients_before,"))
      #expect(try String(contentsOfFile: out, encoding: .utf8) == text)
    }
  }

  @Test func `a clock ends the search, and a terminal sees how far it is`() throws {
    try withTemporaryFolder { folder in
      nonisolated(unsafe) var now: UInt64 = 0
      let trial = Trial(
        ["shrink", "canary.yaml", "--budget", "3s", "-q", "--out", "\(folder)/small.yaml"],
        files: files,
        clock: {
          unsafe now += 200_000_000
          return unsafe now
        }, terminal: true)
      #expect(trial.code == .pass)
      #expect(trial.printed.hasPrefix("SMALLER  canary.yaml  seed 1  converge  2 to "))
    }
  }

  @Test func `what cannot be shrunk is refused with a remedy`() {
    let right = FollowTests.canary.replacing("{ mutant: canary }", with: "streams")
      .replacing("broken", with: "held")
    let holds = Trial(["shrink", "right.yaml"], files: ["right.yaml": right])
    #expect(
      holds.code == .nothingMeasured && holds.said.contains("no promise is broken with seed 1"))
    let other = Trial(["shrink", "canary.yaml", "--checker", "hooks"], files: files)
    #expect(other.said.contains("'hooks' is not broken") && other.said.contains("converge"))
    for words in [["--runs", "0"], ["--budget", "soon"], ["--checker", "all"]] {
      #expect(Trial(["shrink", "canary.yaml"] + words, files: files).code == .usage)
    }
    #expect(
      Trial(["shrink", "wrong.yaml"], files: ["wrong.yaml": "weir: 1\n"]).code == .scenarioWrong)
  }
}
