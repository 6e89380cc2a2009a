// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirReport
import WeirTestSupport

import WeirCommand

@Suite struct CasesTests {
  private static func file(_ cases: String...) -> String {
    "{\"weir-cases\": 1, \"cases\": [\n\(cases.joined(separator: ",\n"))\n]}"
  }

  private static let right =
    #"{"case": "right", "rule": "W1", "steps": [{"listen": "l", "as": "l"}, {"set": "l", "to": 1, "events": [["l", "value", 1]]}]}"#
  private static let wrong =
    #"{"case": "wrong", "rule": ["W1", "E5"], "steps": [{"listen": "l", "as": "l"}, {"set": "l", "to": 1}]}"#
  private static let files = [
    "good.json": file(right), "-": file(right), "bad.json": file(right, wrong),
    "odd.json": file(right.replacingOccurrences(of: "set", with: "sett")),
  ]

  @Test func `cases that do as they say pass, also from the standard input`() {
    let trial = Trial(["cases", "good.json", "-"], files: Self.files)
    #expect(trial.code == .pass && trial.said == "")
    #expect(trial.printed == "2 cases, 2 passed\n")
  }

  @Test func `a case that fails is told with its place`() {
    let trial = Trial(["cases", "bad.json"], files: Self.files)
    #expect(trial.code == .checkerBroken && trial.said == "")
    #expect(
      trial.printed == """
        bad.json:3:79: failed: wrong (W1, E5)
          step 2, event 1 of the engine and the oracle
          expected: no more
          got:      ["l","value",1]
        2 cases, 1 passed

        """)
  }

  @Test func `a wrong file and a missing one are said, and the rest is played`() {
    let trial = Trial(["cases", "odd.json", "good.json"], files: Self.files)
    #expect(trial.code == .scenarioWrong)
    #expect(trial.printed == "1 case, 1 passed\n")
    #expect(trial.said.contains("odd.json:2:72: error: unknown key 'sett'"))
    #expect(Trial(["cases", "nowhere.json", "odd.json"], files: Self.files).code == .fileMissing)
    #expect(Trial("cases").code == .usage)
  }

  @Test func `recording prints the file with what really happens`() {
    let trial = Trial(["cases", "--record", "bad.json"], files: Self.files)
    #expect(trial.code == .pass)
    let again = Trial(["cases", "recorded.json"], files: ["recorded.json": trial.printed])
    #expect(again.code == .pass && again.printed == "2 cases, 2 passed\n")
    #expect(Trial(["cases", "--record", "odd.json"], files: Self.files).code == .scenarioWrong)
  }

  @Test func `a folder stands for its JSON files`() throws {
    try withTemporaryFolder { folder in
      #expect(throws: FileFailure.self) { try ScenarioFiles.expand([folder], .cases) }
      for name in ["b.json", "a/c.json", "d.yaml"] {
        try WholeFile.write("", to: "\(folder)/\(name)")
      }
      let found = try ScenarioFiles.expand([folder], .cases).map {
        $0.dropFirst(folder.utf8.count + 1)
      }
      #expect(found == ["a/c.json", "b.json"])
    }
  }

  @Test func `the example of the article passes`() throws {
    let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/WeirKit/WeirKit.docc/CaseFiles.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    let example = text.components(separatedBy: "```json\n")[1].components(separatedBy: "```")[0]
    let trial = Trial(["cases", "example.json"], files: ["example.json": example])
    #expect(trial.code == .pass, "\(trial.printed)\(trial.said)")
  }
}
