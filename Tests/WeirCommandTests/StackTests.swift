// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirTestSupport

import WeirCommand

/// `weir stack check`.
struct StackTests {
  /// A list in the language of the shell, which shows nothing but an empty list; `answer` stands for what is answered to
  /// an event.
  private func shell(hearing answer: String) -> String {
    #"while read -r line; do case $line in *weir-stack*) echo '{"weir-stack":1}' ;; *'"open"'*) echo '[{"listen":1}]' ;; "#
      + #"*'"hear"'*) \#(answer) ;; *) echo '[]' ;; esac; done"#
  }

  @Test func `a program that keeps no promise is told which one, and how to look at it`() {
    let trial = Trial("stack", "check", shell(hearing: #"echo '[{"show":[]}]'"#), "--world", "calm")
    #expect(trial.code == .checkerBroken)
    #expect(trial.printed.hasPrefix("BROKEN  calm, seed 1: "))
    #expect(trial.printed.contains("--world calm --scenario > calm.yaml"))
    #expect(trial.printed.contains("weir run calm.yaml --seed 1 --around first"))
  }

  @Test func `a program that fails has a code of its own`() {
    let trial = Trial("stack", "check", "exit 7")
    #expect(trial.code == .programFailed)
    #expect(trial.printed.contains("it ended with code 7"))
  }

  @Test func `a program that does not do the same twice is found out`() throws {
    try withTemporaryFolder { folder in
      // It listens under a number that it counts up from run to run.
      let trial = Trial(
        "stack", "check",
        #"n=$(cat \#(folder)/n 2>/dev/null || echo 0); echo $((n+1)) > \#(folder)/n; "#
          + #"while read -r line; do case $line in *weir-stack*) echo '{"weir-stack":1}' ;; "#
          + #"*'"open"'*) echo "[{\"listen\":$n}]" ;; *) echo '[]' ;; esac; done"#, "--world",
        "calm",
        "--seeds", "1..1")
      #expect(trial.code == .notDeterministic)
      #expect(trial.printed.hasPrefix("NOT DETERMINISTIC  calm, seed 1: two runs differ"))
      #expect(trial.printed.contains("answers to its line 3, at 0s, from column 12 on:"))
      #expect(trial.printed.contains("\n  run 2: [{\"listen\":1}]\n"))
    }
  }

  /// The shipped list in Python, with lines of its own changed.
  private func list(_ change: String) -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return #"python3 -c "$(sed '\#(change)' \#(root.path)/Scenarios/programs/live-list.py)""#
  }

  /// Changes the answer to the line 'page'.
  private static func paging(_ answer: String) -> String {
    #"s/^    def wake/    def page(self, line):\n        return \#(answer)\n\n    def wake/"#
  }

  @Test(arguments: [
    ("tapped", #"s/return .{"over.*/return []/"#, "line 11 to ", "was never said to be over"),
    (
      "tapped", #"s/return .{"over.*/return [{"over": 4711}]/"#, "answer 15 of ",
      "no action of the journey 4711"
    ),
    ("paged", paging("[]"), "line 11 to ", "the page 0 neither came nor failed"),
    (
      "paged", paging(#"2 * [{"page-failed": 0, "why": "busy"}]"#), "answer 11 of ",
      "no page 0 is asked for"
    ),
    ("paged", "s/def page/def no_page/", "line 11 to ", "has no attribute"),
    (
      "refused", #"s/"lost": line/"lost": 99 or line/"#, "answer 49 of ", "no listen 99 was lost"
    ),
    ("refused", #"s/ + .{"lost.*//"#, "line 62 to ", "was lost, and the app was not told"),
  ])
  func `a program that misbehaves in a world is told the line`(
    world: String, change: String, place: String, words: String
  ) {
    let trial = Trial("stack", "check", list(change), "--world", world, "--seeds", "1..1")
    #expect(trial.code == .programFailed)
    #expect(trial.printed.hasPrefix("BROKEN  \(world), seed 1: program, because client "))
    #expect(trial.printed.contains(place) && trial.printed.contains(words), "\(trial.printed)")
  }

  @Test(arguments: [
    (#""page""#, ["paged"], ["act"]), (#""act""#, ["tapped"], ["page"]), ("", [], ["page", "act"]),
    (#""page", "act""#, ["paged", "tapped"], []),
  ])
  func `the worlds that are tried are those of what the first answer says`(
    does: String, tried: [String], left: [String]
  ) {
    let trial = Trial(
      "stack", "check", list(#"s/"does": .*]/"does": [\#(does)]/"#), "--seeds", "1..1")
    #expect(trial.code == .pass, "\(trial.printed)")
    let lines = trial.printed.split(separator: "\n")
    let worlds = lines.filter { $0.hasPrefix("PASS  ") }.map {
      $0.dropFirst(6).prefix { $0 != ":" }
    }
    #expect(worlds.map(String.init) == ["calm", "busy", "ranked", "rough", "refused"] + tried)
    let deeds = lines.filter { $0.hasPrefix("not tried: ") }.map {
      $0.dropFirst(11).prefix { $0 != "," }
    }
    #expect(deeds.map(String.init) == left)
  }

  @Test func `a program that is a line behind is told that it never listened`() {
    let late =
      #"a='[]'; read -r l; echo '{"weir-stack":1}'; while read -r l; do echo "$a"; a='[]'; "#
      + #"case $l in *'"open"'*) a='[{"listen":1}]' ;; esac; done"#
    let trial = Trial("stack", "check", late, "--world", "calm", "--seeds", "1..1")
    #expect(trial.printed.contains("never listened, and so heard nothing: line 3, 'open'"))
    #expect(trial.printed.contains("a line behind with everything"))
  }

  @Test func `the scenario of a world can be printed and read`() {
    let printed = Trial("stack", "check", "say \"hello\" 'you'", "--scenario", "--world", "rough")
    #expect(printed.code == .pass)
    let check = Trial(["check", "rough.yaml"], files: ["rough.yaml": printed.printed])
    #expect(check.code == .pass, "\(check.said)")
  }

  @Test(arguments: [
    (["stack"], "check COMMAND"), (["stack", "check"], "without a program"),
    (["stack", "chek", "a"], "did you mean 'check'?"),
    (["stack", "check", "a", "--world", "wild"], "calm, busy"),
    (["stack", "check", "a", "--seeds", "5..1"], "write the smaller one first"),
  ])
  func `a wrong command line is told with a remedy`(words: [String], remedy: String) {
    let trial = Trial(words)
    #expect(trial.code == .usage)
    #expect(trial.said.contains(remedy), "\(trial.said)")
  }
}
