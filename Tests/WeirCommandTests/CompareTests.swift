// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirReport
import WeirTestSupport

import WeirCommand

@Suite struct CompareTests {
  private static func text(every: String = "1s") -> String {
    """
    weir: 1
    about: Two phones in one chat room.
    network:  { delay: 40ms }
    clients:  [ { count: 2, list: rooms/lobby, newest: 50 } ]
    workload: [ { each: client, does: post, every: \(every), for: 5s } ]
    """
  }

  private func run(_ words: [String], _ folder: String, every: String = "1s") {
    let trial = Trial(
      ["run", "--quiet", "--out", folder] + words + ["chat.yaml"],
      files: ["chat.yaml": Self.text(every: every)])
    #expect(trial.code == .pass)
  }

  /// The command among real files.
  private func compare(_ words: String...) -> (code: ExitCode, printed: String, said: String) {
    let out = Output(nil, called: "standard output")
    let err = Output(nil, called: "standard error")
    let code = Command.perform(["compare"] + words, in: CommandEnvironment(out: out, err: err))
    return (code, out.kept, err.kept)
  }

  @Test func `the same run is the same, a changed one is not, other seeds are not judged`() throws {
    try withTemporaryFolder { folder in
      run([], "\(folder)/a")
      run([], "\(folder)/b")
      run([], "\(folder)/c", every: "700ms")
      run(["--seed", "2"], "\(folder)/d")
      let same = compare("\(folder)/a", "\(folder)/b")
      #expect(same.code == .pass && same.printed.contains("SAME"))
      let changed = compare("\(folder)/a", "\(folder)/c", "--out", "\(folder)/out")
      #expect(changed.code == .differs && changed.printed.contains("DIFFERENT"))
      let page = try String(contentsOfFile: "\(folder)/out/compare.txt", encoding: .utf8)
      #expect(page == changed.printed)
      let html = try String(contentsOfFile: "\(folder)/out/index.html", encoding: .utf8)
      #expect(html.contains("DIFFERENT") && html.hasSuffix("</html>\n"))
      let table = try String(contentsOfFile: "\(folder)/out/compare.csv", encoding: .utf8)
      #expect(table.contains(",fail,differs,chat,"))
      #expect(compare("\(folder)/a", "\(folder)/c", "--format", "csv").printed == table)
      #expect(compare("\(folder)/a", "\(folder)/d").code == .cannotTell)
    }
  }

  @Test func `nothing to compare is never the same`() throws {
    try withTemporaryFolder { folder in
      run([], "\(folder)/a")
      try WholeFile.makeFolder("\(folder)/empty")
      #expect(compare("\(folder)/a", "\(folder)/empty").code == .nothingMeasured)
      #expect(compare("\(folder)/a", "\(folder)/nowhere").code == .fileMissing)
      #expect(compare("\(folder)/a").code == .usage)
      try WholeFile.write("a,b\r\n1,2\r\n", to: "\(folder)/bad/metrics.csv")
      let bad = compare("\(folder)/a", "\(folder)/bad")
      #expect(bad.code == .scenarioWrong && bad.said.contains("has no column"))
    }
  }

  @Test func `a run leaves a page, samples and a trace for viewers if they are wanted`() throws {
    try withTemporaryFolder { folder in
      run(["--samples", "--export", "\(folder)/view.json"], "\(folder)/a")
      run(["--no-html"], "\(folder)/b")
      func read(_ name: String) throws -> String {
        try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      }
      #expect(try read("a/chat/report.html").hasPrefix("<!DOCTYPE html>"))
      #expect(try read("a/chat/samples.csv").contains(",post-to-seen,all,s,"))
      #expect(try read("a/chat/hist.csv") == read("b/chat/hist.csv"))
      let view = try JSONSerialization.jsonObject(with: Data(read("view.json").utf8))
      #expect(view is [String: Any])
      #expect(
        try WholeFile.names(in: "\(folder)/b/chat") == ["hist.csv", "metrics.csv", "report.txt"])
    }
  }

  @Test func `one trace cannot hold two runs`() throws {
    try withTemporaryFolder { folder in
      let trial = Trial(
        ["run", "--out", folder, "--export", "\(folder)/x.json", "a.yaml", "b.yaml"],
        files: ["a.yaml": Self.text(), "b.yaml": Self.text()])
      #expect(trial.code == .usage && trial.said.contains("2 scenarios cannot all be written"))
    }
  }
}
