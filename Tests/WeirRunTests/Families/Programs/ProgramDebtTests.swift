// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCheck

import WeirRun

/// Programs that never say what they were asked for: who waits for it would wait for ever, which a run finds at its end.
struct ProgramDebtTests {
  /// A program in the language of the shell that shows one row, whatever it hears, with answers of its own to some lines.
  private func shell(_ answers: String) -> String {
    #"while read -r line; do case $line in \#(answers) *'"start"'*) o=; s=; echo '[]' ;; "#
      + #"*'"open"'*) if [ -z "$o" ]; then o=1; echo '[{"listen":1}]'; else echo '[]'; fi ;; "#
      + #"*'"hear"'*) if [ -z "$s" ]; then s=1; echo '[{"show":["a"],"values":{"a":1}}]'; else echo '[]'; fi ;; "#
      + #"*) echo '[]' ;; esac; done"#
  }

  /// The journey of the line.
  private let journey = #"j=$(echo "$line" | sed 's/.*"journey":\([0-9]*\).*/\1/');"#

  @Test func `an action that is never over breaks the promise, with its line`() throws {
    let end = try PlayedProgram(
      script: shell(""), workload: "  - { clients: phones, does: tap, every: 500ms, for: 1s }")
    #expect(end.outcome.hasFailedProgram)
    #expect(end.fault.contains("was never said to be over; say {\"over\":"), "\(end.fault)")
    #expect(end.fault.hasPrefix("client 0: line "))
  }

  @Test func `an action that is over is none`() throws {
    let end = try PlayedProgram(
      script: shell(#"*'"act"'*) \#(journey) echo "[{\"over\":$j}]" ;;"#),
      workload: "  - { clients: phones, does: tap, every: 500ms, for: 1s }")
    #expect(end.program.verdict == .held, "\(end.fault)")
  }

  @Test func `a page that never comes breaks it`() throws {
    let end = try PlayedProgram(
      script: shell(""),
      workload: "  - { clients: phones, does: page, page: 2, every: 500ms, for: 1s }")
    #expect(end.fault.contains("the page 0 neither came nor failed"), "\(end.fault)")
  }

  /// For a while nobody may read the list.
  private let revoked = "faults: [ { fault: revoke, list: rooms/lobby, at: 1s, for: 500ms } ]"

  @Test func `a lost listen of which nobody is told breaks it`() throws {
    let end = try PlayedProgram(script: shell(""), workload: revoked)
    #expect(end.fault.contains("the listen 1 was lost, and the app was not told"), "\(end.fault)")
  }

  @Test(arguments: [#"[{"lost":1}]"#, #"[{"listen":1}]"#])
  func `a lost listen is told, or opened anew`(answer: String) throws {
    let end = try PlayedProgram(
      script: shell(#"*'"lose"'*) echo '\#(answer)' ;;"#), workload: revoked)
    #expect(end.program.verdict == .held, "\(end.fault)")
  }

  @Test func `an app that was killed owes nothing of its life before`() throws {
    let end = try PlayedProgram(
      script: shell(""),
      workload: """
          - { clients: phones, does: tap, every: 500ms, for: 1s }
          - { clients: phones, does: restart, away: 100ms, from: 1500ms, every: 200ms, for: 1s }
        """)
    #expect(end.program.verdict == .held, "\(end.fault)")
  }
}
