// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirTestSupport

import WeirCommand

@Suite struct HelpTests {
  @Test func `the overview is what was read and agreed to`() {
    let trial = Trial("help")
    #expect(trial.code == .pass && trial.said == "")
    expectSnapshot(trial.printed, named: "help.txt")
  }

  @Test(arguments: OptionTable.verbNames)
  func `the help of each verb is what was read and agreed to`(verb: String) {
    let trial = Trial("help", verb)
    #expect(trial.code == .pass && trial.said == "")
    #expect(trial.printed == Trial(verb, "--help").printed)
    #expect(trial.printed == Trial(verb, "-h").printed)
    expectSnapshot(trial.printed, named: "help-\(verb).txt")
  }

  @Test func `help fits into ninety columns`() {
    for text in [HelpText.overview] + OptionTable.verbs.map(HelpText.of) {
      for line in text.split(separator: "\n") { #expect(line.count <= 90, "\(line)") }
    }
  }

  @Test func `help of a verb may be asked with the word that comes behind it`() {
    #expect(Trial("help", "stack", "check").printed == Trial("help", "stack").printed)
    let wrong = Trial("help", "run", "check")
    #expect(wrong.code == .usage && wrong.said.contains("'check' is too much"))
    #expect(wrong.said.contains("remedy: write weir help run\n"))
  }

  @Test func `hidden flags stay hidden, and work`() {
    #expect(!HelpText.of(OptionTable.verbs[0]).contains("--steps"))
    #expect(!ManPage.text.contains("\\-\\-steps"))
    for shell in OptionTable.shells {
      #expect(!Completions.script(for: shell, ["lists", "oracle"]).contains("--steps"))
    }
  }

  @Test func `the version names every format`() {
    #expect(Trial("--version").printed == "weir 0.1.0\nscenario 1\ntrace 3\nmetrics 2\n")
    #expect(Trial("version").printed == Trial("--version").printed)
  }

  @Test func `the manual is what was read and agreed to`() {
    expectSnapshot(Trial("help", "--man").printed, named: "weir.1")
  }

  @Test func `the manual has every verb, flag and exit code`() {
    for verb in OptionTable.verbs {
      for flag in verb.shown {
        #expect(
          ManPage.text.contains("\\fB" + ManPage.escaped("--\(flag.name)")) || flag.short != nil)
      }
    }
    for code in ExitCode.allCases { #expect(ManPage.text.contains("\n.B \(code.rawValue)\n")) }
  }

  @Test func `roff finds nothing to obey in a text`() {
    #expect(ManPage.escaped(".so /etc/passwd") == "\\&.so /etc/passwd")
    #expect(ManPage.escaped("'x\\y-z…") == "\\&'x\\ey\\-z...")
  }
}
