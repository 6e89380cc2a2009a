import Foundation
import Testing
import WeirScenario
import WeirTestSupport

import WeirCommand

@Suite struct DrawTests {
  @Test func `a seed prints the scenario that it draws, which can be read`() {
    let trial = Trial("draw", "7")
    #expect(trial.code == .pass && trial.printed == Drawing(seed: 7).text)
    let check = Trial(["check", "drawn.yaml"], files: ["drawn.yaml": trial.printed])
    #expect(check.code == .pass, "\(check.said)")
  }

  @Test func `several are written into a folder`() throws {
    try withTemporaryFolder { folder in
      let trial = Trial("draw", "3..5", "--out", "\(folder)/drawn")
      #expect(trial.code == .pass && trial.printed.isEmpty)
      for seed: UInt64 in 3...5 {
        let text = try String(contentsOfFile: "\(folder)/drawn/drawn-\(seed).yaml", encoding: .utf8)
        #expect(text == Drawing(seed: seed).text)
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
}
