// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck
import WeirCore

import WeirCommand
import WeirMetrics
import WeirRun
import WeirScenario

@Suite struct VerbTests {
  static let good = """
    weir: 1
    about: Two phones in one chat room.
    seed: 1
    server:   { tree: { rooms: { lobby: {} } } }
    network:  { delay: { exponential: 40ms, at-least: 5ms } }
    clients:  [ { count: 2, stack: streams, list: rooms/lobby, newest: 50 } ]
    workload: [ { each: client, does: post, every: { exponential: 2s }, for: 60s } ]
    expect:
      converge: { within: 1s }
    """
  static let files = [
    "good.yaml": good, "-": good, "bad.yaml": good + "\nclinets: 3\nnetwrok: 4\n",
  ]

  @Test func `check passes what is right, also from the standard input`() {
    let trial = Trial(["check", "good.yaml", "-"], files: Self.files)
    #expect(trial.code == .pass)
    #expect(trial.printed == "good.yaml: fine\n-: fine\n")
    #expect(trial.said == "")
  }

  @Test func `check says every problem of every file, and ends with the most serious`() {
    let trial = Trial(["check", "bad.yaml", "nowhere.yaml", "good.yaml"], files: Self.files)
    #expect(trial.code == .fileMissing)
    #expect(trial.printed == "good.yaml: fine\n")
    #expect(trial.said.contains("bad.yaml:10:1: error: unknown key 'clinets'\n  remedy: did you"))
    #expect(trial.said.contains("bad.yaml:11:1: error: unknown key 'netwrok'"))
    #expect(trial.said.contains("weir: error: there is no file 'nowhere.yaml'\n  remedy: "))
    #expect(Trial(["check", "bad.yaml"], files: Self.files).code == .scenarioWrong)
  }

  @Test func `check takes settings into account`() {
    let right = Trial(["check", "--set", "clients.0.count=5", "good.yaml"], files: Self.files)
    #expect(right.code == .pass)
    let wrong = Trial(["check", "--set", "clients.0.count=many", "good.yaml"], files: Self.files)
    #expect(wrong.code == .scenarioWrong)
  }

  @Test func `check speaks JSON and GitHub`() {
    let problem = Problem(
      mark: Mark(file: "a,b.yaml", line: 3, column: 5), message: "100% \"odd\"\tkey",
      remedy: "mend\nit")
    let findings = [
      Check.Finding(file: "a,b.yaml", problems: [problem], code: .scenarioWrong),
      Check.Finding(file: "c.yaml", problems: [], code: .pass),
    ]
    #expect(
      Check.json(findings) == #"""
        {"check":1,"files":[
        {"file":"a,b.yaml","problems":[{"file":"a,b.yaml","line":3,"column":5,"message":"100% \"odd\"\tkey","remedy":"mend\nit"}]},
        {"file":"c.yaml","problems":[]}
        ]}

        """#)
    #expect(
      Check.annotation(problem, in: "a,b.yaml")
        == "::error file=a%2Cb.yaml,line=3,col=5::100%25 \"odd\"\tkey%0Aremedy: mend%0Ait")
    let json = Trial(["check", "--format=json", "bad.yaml"], files: Self.files)
    #expect(json.said == "" && json.printed.contains("\"line\":10,\"column\":1"))
    let github = Trial(["check", "--format=github", "bad.yaml"], files: Self.files)
    #expect(github.said == "" && github.printed.hasPrefix("::error file=bad.yaml,line=10,col=1::"))
  }

  @Test func `explain shows a file with every default filled in`() {
    let trial = Trial(["explain", "good.yaml"], files: Self.files)
    #expect(trial.code == .pass)
    #expect(trial.printed.contains("clients.0.count = 2  # good.yaml:6:"))
    #expect(trial.printed.contains("network.loss = 0%  # default\n"))
    #expect(Trial(["explain", "bad.yaml"], files: Self.files).code == .scenarioWrong)
  }

  @Test func `explain knows every key, and prints a schema`() {
    #expect(Trial("explain", "network.delay").printed.hasPrefix("network.delay"))
    #expect(Trial("explain").printed == Trial("list", "keys").printed)
    #expect(Trial("explain").code == .pass)
    #expect(Trial("explain", "--schema").printed.hasPrefix("{\n"))
    let stacks = Trial("explain", "clients.stack").printed
    #expect(stacks.contains("  names\n    streams"))
    #expect(Trial("explain", "stack.streams").printed.hasPrefix("clients.stack: streams\n  "))
    let wrong = Trial("explain", "network.dealy")
    #expect(wrong.code == .usage && wrong.printed == "")
    #expect(wrong.said.contains("error: ") && wrong.said.contains("remedy: "))
    #expect(Trial("explain", "--schema", "network").code == .usage)
  }

  @Test func `list shows metrics and checkers in columns`() {
    let metrics = Trial("list", "metrics")
    #expect(metrics.code == .pass)
    #expect(metrics.printed.hasPrefix("post-to-seen          duration  From the moment"))
    let checkers = Trial("list", "checkers").printed.split(separator: "\n")
    let names = checkers.map { $0.prefix { $0 != " " }.description }
    #expect(names == Catalogue.standard.promises.map(\.name))
    #expect(checkers[0].hasSuffix("  " + Checkers.promises[0].about))
  }

  @Test func `a key that nobody knows is told with a near one, not with a hundred others`() throws {
    #expect {
      try Scenario(
        text: Array(Self.good.utf8), named: "f.yaml",
        overrides: ["expect.post-to-sen.p99.under=1s"])
    } throws: { error in
      let count = Catalogue.standard.promises.count + Catalogue.standard.metrics.count
      return "\(error)".contains(
        "did you mean 'post-to-seen'? allowed here: the \(count) that `weir explain expect` lists")
    }
  }

  @Test func `list shows every mutant with the checker that must catch it, the control first`() {
    let lines = Trial("list", "mutants").printed.split(separator: "\n")
    #expect(lines.first?.hasPrefix("plain  ") == true)
    let canary = lines.first { $0.hasPrefix("canary ") }?.split(separator: " ").map(String.init)
    #expect(canary?[1] == "converge")
    #expect(lines.count > 30)
  }

  @Test func `list says that a folder is missing`() {
    let trial = Trial("list", "scenarios", "/nowhere/at-all")
    #expect(trial.code == .fileMissing)
    #expect(trial.said.contains("cannot open the folder '/nowhere/at-all'"))
  }
}
