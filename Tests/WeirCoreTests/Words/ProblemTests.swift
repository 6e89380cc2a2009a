// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

@Suite struct ProblemTests {
  @Test func `says place, message and remedy as compilers do`() {
    let mark = Mark(file: "chat.yaml", line: 4, column: 3)
    let problem = Problem(
      mark: mark, message: "unknown key 'clinets'", remedy: "did you mean 'clients'?")
    #expect(
      problem.description
        == "chat.yaml:4:3: error: unknown key 'clinets'\n  remedy: did you mean 'clients'?")
  }

  @Test func `without a place it begins with the message`() {
    let problem = Problem(message: "an empty sample", remedy: "measure something")
    #expect(problem.description == "error: an empty sample\n  remedy: measure something")
    #expect(Problems([problem, problem]).description == "\(problem)\n\(problem)")
  }

  @Test func `places stand by line, then by column`() {
    let marks = [(2, 1), (1, 9), (1, 2)].map { Mark(file: "a", line: $0.0, column: $0.1) }
    #expect(marks.sorted().map { [$0.line, $0.column] } == [[1, 2], [1, 9], [2, 1]])
  }
}
