import Testing
import WeirCore

import WeirRun

@Suite struct CaseRunnerTests {
  /// The failure of the only case of a file that has these steps.
  private func failure(_ steps: String) throws -> CaseFailure? {
    let text =
      "{\"weir-cases\": 1, \"cases\": [{\"case\": \"c\", \"rule\": \"E2\", \"steps\": [\n\(steps)]}]}"
    let file = try CaseFile(reading: Array(text.utf8), file: "c.json")
    return CaseRunner.failure(of: file.cases[0])
  }

  @Test func `a case that says what happens passes`() throws {
    let failure = try failure(
      """
      {"listen": "l", "as": "l", "wire": [["listen", "l"]]},
      {"server": "l", "data": {"a": 1}, "events": [["l", "child_added", "a", 1], ["l", "value", {"a": 1.0}]],
       "snapshot": {"l": {"data": {"a": 1}, "keys": ["a"], "complete": true}}}
      """)
    #expect(failure == nil)
  }

  @Test func `the first difference is told with its place, as the file would say it`() throws {
    let failure = try #require(
      try failure(
        """
        {"listen": "l", "as": "l"},
        {"set": "l", "to": {"a": 1, "b": 2},
         "events": [["l", "child_added", "a", 1], ["l", "child_added", "b", 2], ["l", "value"]]}
        """))
    #expect(
      failure.description == """
        c.json:3:1: failed: c (E2)
          step 2, event 2 of the engine and the oracle
          expected: ["l","child_added","b",2]
          got:      ["l","child_added","b",2,"a"]
        """)
  }

  @Test func `all that differs in a step is told, and a case need not name a rule`() throws {
    let text = """
      {"weir-cases": 1, "cases": [{"case": "c", "steps": [
      {"listen": "l", "as": "l"},
      {"set": "l", "to": {"a": 1, "b": 2},
       "events": [["l", "child_added", "a", 2], ["l", "child_added", "b", 2, "a"]],
       "wire": [["listen", "l"]],
       "snapshot": {"l": {"keys": ["b"]}}}]}]}
      """
    let file = try CaseFile(reading: Array(text.utf8), file: "c.json")
    let failure = try #require(CaseRunner.failure(of: file.cases[0]))
    #expect(
      failure.description == """
        c.json:3:1: failed: c
          step 2, event 1 of the engine and the oracle
          expected: ["l","child_added","a",2]
          got:      ["l","child_added","a",1]
          step 2, event 3 of the engine and the oracle
          expected: no more
          got:      ["l","value",{"a":1,"b":2}]
          step 2, wish on the wire 1 of the engine and the oracle
          expected: ["listen","l"]
          got:      no more
          step 2, the snapshot of 'l' of the engine and the oracle
          expected: ["b"]
          got:      ["a","b"]
        """)
  }

  @Test(arguments: [
    (#""events": [["l", "child_added", "a", 1]]"#, "event 2", "no more", #"["l","value",{"a":1}]"#),
    (
      #""events": [["l", "child_added", "a", 1], ["l", "value"], ["l", "value"]]"#, "event 3",
      #"["l","value"]"#, "no more"
    ),
    (#""about": "nothing is said of events""#, "event 1", "no more", #"["l","child_added","a",1]"#),
    (#""events": [["l", "child_added", "a", true]]"#, "event 1", "", ""),
    (#""events": [["l", "child_changed", "a", 1]]"#, "event 1", "", ""),
    (#""events": [["l", "child_added", "b", 1]]"#, "event 1", "", ""),
    (#""events": [["m", "child_added", "a", 1]]"#, "event 1", "", ""),
    (#""events": [["l", "child_added", "a", 1], ["l", "value", {"a": 2}]]"#, "event 2", "", ""),
    (#""events": "any", "wire": [["listen", "l"]]"#, "wish on the wire 1", "", "no more"),
    (#""events": "any", "snapshot": {"l": {"data": 1}}"#, "the snapshot of 'l'", "1", #"{"a":1}"#),
    (#""events": "any", "snapshot": {"l": {"keys": []}}"#, "the snapshot of 'l'", "[]", #"["a"]"#),
    (
      #""events": "any", "snapshot": {"m": {"complete": true}}"#, "the snapshot of 'm'", "complete",
      "not complete"
    ),
  ])
  func `whatever is expected wrongly is found`(
    wrong: String, subject: String, expected: String, got: String
  ) throws {
    let failure = try #require(
      try failure(
        """
        {"listen": "l", "as": "l"}, {"listen": "m", "as": "m"},
        {"set": "l", "to": {"a": 1}, \(wrong)}
        """))
    #expect(failure.differences[0].subject == subject && failure.step == 3)
    #expect(expected.isEmpty || failure.differences[0].expected == expected)
    #expect(got.isEmpty || failure.differences[0].got == got)
  }

  @Test func `a listen that never was cannot be answered`() throws {
    let failure = try #require(
      try failure(
        """
        {"listen": "l", "as": "all"}, {"listen": "l/a", "as": "below"},
        {"server": "l/a", "for": "below", "data": 1}
        """))
    #expect(failure.differences[0].culprit == "the case" && failure.step == 3)
  }

  @Test func `the snapshot of a listener that is over is none`() throws {
    let failure = try #require(
      try failure(
        """
        {"listen": "l", "as": "l"},
        {"unlisten": "l", "snapshot": {"l": {"complete": true}}}
        """))
    #expect(failure.differences[0].got == "none: it is over")
  }
}
