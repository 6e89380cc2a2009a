// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore
import WeirTrace

import WeirRun

@Suite struct LineComparisonTests {
  private func line(_ number: Int, answer: String, said: String = #"{"do":"open"}"#) -> ProgramLine
  {
    ProgramLine(
      group: "phones", number: number, at: .zero + .seconds(2), said: Array(said.utf8),
      answer: Array(answer.utf8))
  }

  private func difference(
    _ here: [ProgramLine], _ there: [ProgramLine]
  ) -> LineComparison.Difference? {
    var comparison = LineComparison()
    for line in here { comparison.here([line]) }
    comparison.there(there)
    comparison.end()
    return comparison.difference
  }

  @Test func `the first answer that differs is named, with both`() throws {
    let found = try #require(
      difference(
        [line(1, answer: "[]"), line(2, answer: #"[{"show":["a"]}]"#), line(3, answer: "[]")],
        [line(1, answer: "[]"), line(2, answer: #"[{"show":["b"]}]"#), line(3, answer: "[1]")]))
    #expect(
      found.answers(called: ("run 1", "run 2")) == """
        what the program of 'phones' answers to its line 2, at 2s, from column 12 on:
          line: {"do":"open"}
          run 1: [{"show":["a"]}]
          run 2: [{"show":["b"]}]

        """)
  }

  @Test func `the order of the members of an object says nothing, and that of an array does`() {
    let (a, b) = (
      #"[{"show":[],"values":{"a":1,"b":2}}]"#, #"[{"values":{"b":2,"a":1},"show":[]}]"#
    )
    #expect(difference([line(1, answer: a)], [line(1, answer: b)]) == nil)
    #expect(difference([line(1, answer: "[1,2]")], [line(1, answer: "[2,1]")]) != nil)
  }

  @Test func `a program that was told something else is not to blame`() throws {
    let found = try #require(
      difference([line(1, answer: "[]")], [line(1, answer: "[1]", said: #"{"do":"close"}"#)]))
    #expect(found.answers(called: ("here", "there")) == nil)
    let short = try #require(difference([line(1, answer: "[]")], []))
    #expect(short.there == nil && short.answers(called: ("here", "there")) == nil)
  }

  @Test func `long answers are cut to what differs`() throws {
    let long = String(repeating: "x", count: 5_000)
    let found = try #require(
      difference([line(1, answer: long + "a" + long)], [line(1, answer: long + "b" + long)]))
    let words = try #require(found.answers(called: ("here", "there")))
    #expect(words.contains("from column 5001 on") && words.contains("xa") && words.contains("xb"))
    #expect(words.utf8.count < 1_000)
  }

  @Test func `lines travel between steps, in pieces of any length`() {
    var bytes: [UInt8] = []
    let lines = [line(1, answer: ""), line(2, answer: "[\u{0}]")]
    let step = StepRecord(Step(at: .zero, .meant, client: 3))
    lines[0].append(to: &bytes)
    step.append(to: &bytes)
    lines[1].append(to: &bytes)
    StepRecord(end: Digest(), steps: 1).append(to: &bytes)
    for cut in stride(from: 0, through: bytes.count, by: 7) {
      var rest = Array(bytes[..<cut])
      let first = RunRecords(taking: &rest)
      rest += bytes[cut...]
      let second = RunRecords(taking: &rest)
      #expect(first.lines + second.lines == lines)
      #expect(first.steps + second.steps == [step])
      #expect(rest.isEmpty && second.end != nil || first.end != nil)
    }
  }
}
