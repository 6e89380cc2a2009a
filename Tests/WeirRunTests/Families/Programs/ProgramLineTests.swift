// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing
import WeirCheck
import WeirCore
import WeirRun
import WeirTestSupport
import WeirTrace

/// The lines that a program is told, word by word, and the steps that come of its answers.
struct ProgramLineTests {
  /// Plays a program that keeps each line, and answers those that are named with what stands here.
  private func lines(
    answers: [String] = [], clients: Int = 1, workload: String = ""
  ) throws -> (lines: [String], end: PlayedProgram) {
    try withTemporaryFolder { folder in
      let cases = answers.map { "\($0) ;; " }.joined()
      let script =
        #"i=0; while read -r line; do i=$((i+1)); printf '%s\n' "$line" >> \#(folder)/lines; "#
        + #"case $i-$line in 1-*) echo '{"weir-stack":1}' ;; \#(cases)*) echo '[]' ;; esac; done"#
      let end = try PlayedProgram(command: script, clients: clients, workload: workload)
      let text = try String(contentsOfFile: "\(folder)/lines", encoding: .utf8)
      return (text.split(separator: "\n").map(String.init), end)
    }
  }

  /// `true` if a process has ended, and nobody has waited for it.
  private func isDead(_ process: Int32) -> Bool {
    let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return state?.contains(") Z ") ?? true
  }

  @Test func `the first lines say hello, that an app starts, and that its list opens`() throws {
    let lines = try lines().lines
    #expect(lines[0] == #"{"weir-stack":1,"seed":"1"}"#)
    #expect(lines[1].hasPrefix(#"{"do":"start","client":0,"at":0,"chance":"#))
    #expect(
      lines[1].hasSuffix(
        #","screen":{"path":"rooms/lobby","query":{"by":"key","last":6},"ascending":false,"limit":5},"batch":{"wait":100000000,"at-most":500000000}}"#
      ))
    #expect(lines[2] == #"{"do":"open","client":0,"at":0}"#)
    #expect(lines.count == 3)
  }

  @Test func `each phone of a group is another client of one program`() throws {
    let lines = try lines(clients: 3).lines
    let opened = lines.filter { $0.contains(#""do":"open""#) }
    #expect(opened.count == 3)
    for client in 0..<3 { #expect(opened[client].contains(#""client":\#(client),"#)) }
    #expect(lines.filter { $0.contains("weir-stack") }.count == 1)
  }

  @Test func `a batch of events is one line`() throws {
    let (lines, end) = try lines(answers: [#"*open*) echo '[{"listen":7}]'"#])
    let heard = lines.filter { $0.contains(#""do":"hear""#) }
    #expect(
      heard.first?.hasSuffix(
        #""tag":7,"events":[{"is":"added","key":"a","value":{"text":"one"},"after":null},{"is":"added","key":"b","value":{"text":"two"},"after":"a"}]}"#
      ) == true)
    // The first rows and three posts.
    #expect(heard.count == 4)
    #expect(end.program.verdict == .held)
  }

  @Test func `an alarm comes at its moment`() throws {
    let lines = try lines(answers: [#"*open*) echo '[{"wake":1234567}]'"#]).lines
    #expect(lines.contains(#"{"do":"wake","client":0,"at":1234567}"#))
  }

  @Test func `a listen may be anywhere, and ends when the program says so`() throws {
    let (_, end) = try lines(answers: [
      #"*open*) echo '[{"listen":1,"path":"rooms/lobby","query":{"by":"child","child":"text","first":1,"from":{"value":"p"}}},{"unlisten":1}]'"#
    ])
    #expect(end.steps.filter { $0.kind == .listened }.count >= 1)
    #expect(end.steps.filter { $0.kind == .unlistened }.count == 1)
  }

  @Test func `what is shown is published, first as what loads, and then as it differs`() throws {
    let (_, end) = try lines(answers: [
      #"*open*) echo '[{"wake":1000},{"show":["b","a"],"values":{"a":1,"b":2}}]'"#,
      #"*wake*) echo '[{"show":["a","c"],"values":{"c":3}}]'"#,
    ])
    let published = end.steps.filter { $0.kind == .published && $0.client == 0 }
    #expect(published.map { $0[Step.Published.isFirst] } == [1, 0])
    #expect(published.map { $0[Step.Published.inserts] } == [2, 1])
    #expect(published.map { $0[Step.Published.deletes] } == [0, 1])
    #expect(end.steps.filter { $0.kind == .loaded && $0.client == 0 }.count == 1)
  }

  @Test func `a change that the program says itself is held against what it shows`() throws {
    let right = try lines(answers: [
      #"*open*) echo '[{"wake":1000},{"show":["a"],"values":{"a":1},"changes":{"insert":[0]}}]'"#,
      #"*wake*) echo '[{"show":["b","a"],"values":{"b":1,"a":2},"changes":{"insert":[0],"update":[[0,1]]}}]'"#,
    ]).end
    #expect(right.finding("lists").verdict == .held)
    let wrong = try lines(answers: [
      #"*open*) echo '[{"wake":1000},{"show":["a"],"values":{"a":1},"changes":{"insert":[0]}}]'"#,
      #"*wake*) echo '[{"show":["b","a"],"values":{"b":1},"changes":{"insert":[1]}}]'"#,
    ]).end
    #expect(wrong.finding("lists").verdict.isBroken)
  }

  @Test func `a row that goes must be said anew when it comes back`() throws {
    let (_, end) = try lines(answers: [
      #"*open*) echo '[{"wake":1000},{"show":["a"],"values":{"a":1}},{"show":[]}]'"#,
      #"*wake*) echo '[{"show":["a"]}]'"#,
    ])
    #expect(end.fault.contains("the row 'a' is shown, but what it shows was not said"))
  }

  @Test func `a tap comes with its row, its write is answered, and it is over`() throws {
    let (lines, end) = try lines(
      answers: [
        #"*open*) echo '[{"listen":1}]'"#,
        #"*hear*) echo '[{"show":["a"],"values":{"a":{"text":"one"}}}]'"#,
        #"*'"act"'*) echo '[{"write":3,"path":"rooms/lobby/a/likes","set":1,"journey":2}]'"#,
        #"*settle*) echo '[{"over":2}]'"#,
      ], workload: "  - { clients: phones, does: tap, every: 1s, for: 1.5s }")
    let act = try #require(lines.first { $0.contains(#""do":"act""#) })
    #expect(act.contains(#""action":"tap","journey":"#))
    #expect(act.contains(#""row":"a","fields":"#))
    #expect(
      lines.contains {
        $0.contains(#""do":"settle""#) && $0.hasSuffix(#""tag":3,"answer":"committed"}"#)
      })
    #expect(end.program.verdict == .held)
  }

  @Test func `nothing of a program is left behind`() throws {
    try withTemporaryFolder { folder in
      _ = try PlayedProgram(
        script: "sleep 1000 & echo $! > \(folder)/child; echo $$ > \(folder)/own; answer '[]'")
      for name in ["child", "own"] {
        let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        let process = try #require(Int32(text.split(separator: "\n")[0]))
        // Who is killed may be there for a moment more.
        var tries = 0
        while kill(process, 0) == 0, !isDead(process), tries < 10_000 {
          tries += 1
          usleep(1_000)
        }
        #expect(tries < 10_000)
      }
    }
  }
}
