// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirRun
import WeirScenario
import WeirTestSupport

import WeirCommand

@Suite struct DrawTests {
  @Test func `a seed prints the scenario that it draws, which can be read`() {
    let trial = Trial("draw", "7")
    #expect(trial.code == .pass)
    #expect(trial.printed == Drawing(seed: 7, stacks: Catalogue.standard.schema.stacks).text)
    let check = Trial(["check", "drawn.yaml"], files: ["drawn.yaml": trial.printed])
    #expect(check.code == .pass, "\(check.said)")
  }

  @Test func `several are written into a folder`() throws {
    try withTemporaryFolder { folder in
      let trial = Trial("draw", "3..5", "--out", "\(folder)/drawn")
      #expect(trial.code == .pass && trial.printed.isEmpty)
      for seed: UInt64 in 3...5 {
        let text = try String(contentsOfFile: "\(folder)/drawn/drawn-\(seed).yaml", encoding: .utf8)
        #expect(text == Drawing(seed: seed, stacks: Catalogue.standard.schema.stacks).text)
      }
    }
  }

  @Test(arguments: [
    (["draw", "1..5"], "write weir draw 1..5 --out DIR"),
    (["draw", "x"], "such as weir draw 1..100 --out DIR"),
    (["draw", "5..1", "--out", "d"], "write the smaller one first"),
    (["draw", "-1"], "remedy"),
    (["draw"], "SEED|A..B"),
  ])
  func `what cannot be drawn is said`(words: [String], remedy: String) {
    let trial = Trial(words)
    #expect(trial.code == .usage && trial.printed.isEmpty)
    #expect(trial.said.contains(remedy), "\(trial.said)")
  }

  @Test func `features and pairs of a folder are listed`() throws {
    try withTemporaryFolder { folder in
      let text = """
        weir: 1
        about: Two features.
        clients: [ { list: a, newest: 3 } ]
        workload: [ { does: post, every: 1s, for: 1s } ]
        """
      try text.write(toFile: "\(folder)/one.yaml", atomically: true, encoding: .utf8)
      let files = ["\(folder)/one.yaml": text]
      let features = Trial(["list", "features", folder], files: files)
      #expect(features.code == .pass, "\(features.said)")
      #expect(features.printed.contains("clients.newest"))
      let pairs = Trial(["list", "pairs", folder], files: files)
      #expect(pairs.code == .pass && pairs.printed.contains("clients.newest"))
      let wrong = Trial("list", "pairs", "\(folder)/nowhere")
      #expect(wrong.code == .fileMissing)
      #expect(Trial("list", "metrics", "x").code == .usage)
    }
  }

  @Test func `triples are a table of faults, and of one fault all that is missing`() throws {
    try withTemporaryFolder { folder in
      let text = """
        weir: 1
        about: A fault and three features, and a feature without the fault.
        clients: [ { list: a, newest: 3 } ]
        workload: [ { does: post, every: 1s, for: 1s } ]

        """
      let hit = text + "faults: [ { fault: kill, at: 100ms, for: 100ms } ]\n"
      let unhit = text.replacing("newest", with: "oldest")
      try hit.write(toFile: "\(folder)/one.yaml", atomically: true, encoding: .utf8)
      try unhit.write(toFile: "\(folder)/two.yaml", atomically: true, encoding: .utf8)
      let files = ["\(folder)/one.yaml": hit, "\(folder)/two.yaml": unhit]
      let table = Trial(["list", "triples", folder], files: files)
      #expect(table.code == .pass, "\(table.said)")
      #expect(table.printed.contains("2 scenarios meet 6 of "))
      // Newest, post, every and for are six pairs; oldest makes three more.
      #expect(
        table.printed.contains("kill              1          6          0 %\n"), "\(table.printed)")
      #expect(
        table.printed.hasSuffix(
          """
          Together in a scenario, and hit by no fault:
          clients.oldest  workload.does: post, workload.every, workload.for

          """), "\(table.printed)")
      let missing = Trial(["list", "triples", folder, "--fault", "kill"], files: files)
      #expect(missing.code == .pass)
      let lines = missing.printed.split(separator: "\n").map { line in
        line.split(separator: " ").joined(separator: " ")
      }
      #expect(lines.contains("clients.oldest workload.does: post"))
      #expect(!lines.contains("clients.newest workload.does: post"))
      let wrong = Trial("list", "pairs", "--fault", "kill")
      #expect(wrong.code == .usage)
      #expect(wrong.said.contains("write weir list triples --fault kill"), "\(wrong.said)")
    }
  }
}
