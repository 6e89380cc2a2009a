// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import WeirCore

import WeirCases

@Suite struct CaseRunnerTests {
  /// The failure of the only case of a file that has these steps.
  private func failure(_ steps: String) throws -> CaseFailure? {
    let text =
      "{\"weir-cases\": 1, \"cases\": [{\"case\": \"c\", \"rule\": \"E2\", \"steps\": [\n\(steps)]}]}"
    let file = try CaseFile(reading: Array(text.utf8), file: "c.json")
    return CaseRunner.failure(of: file.cases[0])
  }

  /// The failure of the only case of a file that has these steps and plays a whole client.
  private func failure(ofClient steps: String) throws -> CaseFailure? {
    let text =
      "{\"weir-cases\": 1, \"cases\": [{\"case\": \"c\", \"plays\": \"client\", \"steps\": [\n\(steps)]}]}"
    let file = try CaseFile(reading: Array(text.utf8), file: "c.json")
    return CaseRunner.failure(of: file.cases[0])
  }

  @Test func `of a whole client events, answers and what goes over the wire are judged`() throws {
    let failure = try #require(
      try failure(
        ofClient: """
          {"connect": true},
          {"listen": "l", "as": "l"},
          {"set": "l", "to": {"b": 2, "a": 1}, "wire": [["set", 1, "l", {"a": 1.0, "b": 2}]],
           "events": "any"},
          {"answer": 1, "answers": [], "wire": [["unlisten", "l"]], "events": [["l", "value", 1]]}
          """))
    #expect(
      failure.description == """
        c.json:6:1: failed: c
          step 4, event 1 of the client
          expected: ["l","value",1]
          got:      no more
          step 4, answer 1 of the client
          expected: no more
          got:      [1,"committed"]
          step 4, wish on the wire 1 of the client
          expected: ["unlisten","l"]
          got:      no more
        """)
  }

  @Test(arguments: [
    (#"["set", 2, "l", 1]"#, false), (#"["set", 1, "m", 1]"#, false),
    (#"["set", 1, "l", 2]"#, false), (#"["set", 1, "l", 1, "if unchanged"]"#, false),
    (#"["update", 1, "l", {"a": 1}]"#, false), (#"["onDisconnect", "set", 1, "l", 1]"#, false),
    (#"["set", 1, "l", 1]"#, true),
  ])
  func `a request is told from any other`(wire: String, isRight: Bool) throws {
    let failure = try failure(
      ofClient: #"{"connect": true}, {"set": "l", "to": 1, "wire": [\#(wire)]}"#)
    #expect((failure == nil) == isRight)
  }

  @Test func `of several values in one step only the last has a content that can be told`() throws {
    let steps = """
      {"connect": true},
      {"listen": "l", "as": "l"},
      {"server": "l", "for": "l", "data": 1, "events": "any"},
      {"onDisconnect": "l", "to": 3}, {"answer": 1, "answers": "any"},
      {"transaction": "l", "add": 1, "events": "any"},
      {"disconnect": "break", "answers": "any", "events": [["l", "value"], ["l", "value", 3]]}
      """
    #expect(try failure(ofClient: steps) == nil)
  }

  @Test func `a message that a listen cannot hear is said to be the case's fault`() throws {
    let steps = """
      {"listen": "l", "as": "l"}, {"listen": "l/a", "as": "a"}, {"connect": true},
      {"server": "l/a/b/c", "for": "l", "data": 1}
      """
    #expect(try failure(ofClient: steps)?.differences.first?.culprit == "the case")
    #expect(
      try failure(
        ofClient: #"{"listen": "l", "as": "l"}, {"listen": "l/a", "as": "a"}, {"cancel": "a"}"#)?
        .step == 3)
  }

  @Test func `events in a group may come in any order, and no event stands for two`() throws {
    func steps(_ events: String) -> String {
      """
      {"listen": "l/a", "as": "a"}, {"listen": "l/b", "as": "b"}, {"listen": "l", "as": "l"},
      {"server": "l", "data": {"a": 1, "b": 2}, "events": [\(events), ["l", "child_added", "a", 1],
       ["l", "child_added", "b", 2, "a"], ["l", "value"]]}
      """
    }
    #expect(try failure(steps(#"{"anyOrder": [["b", "value"], ["a", "value", 1]]}"#)) == nil)
    #expect(try failure(steps(#"{"anyOrder": [["a", "value"]]}, ["b", "value"]"#)) == nil)
    #expect(try failure(steps(#"{"anyOrder": [["a", "value"], ["a", "value"]]}"#)) != nil)
    #expect(try failure(steps(#"{"anyOrder": [["b", "value", 1], ["a", "value"]]}"#)) != nil)
    #expect(
      try failure(steps(#"{"anyOrder": [["b", "value"], ["a", "value"], ["a", "value"]]}"#)) != nil)
    #expect(try failure(steps(#"["b", "value"], ["a", "value"]"#)) != nil)
  }

  @Test func `a group in which nothing fits tells what differs and what is missing`() throws {
    let failure = try #require(
      try failure(
        """
        {"listen": "l", "as": "l"},
        {"server": "l", "data": 1, "events": [{"anyOrder": [["l", "value", 2], ["l", "value", 3]]}]}
        """))
    #expect(failure.differences.map(\.got) == [#"["l","value",1]"#, "no more"])
  }

  @Test func `priorities are told as a person writes them`() throws {
    let failure = try #require(
      try failure(
        """
        {"listen": "l", "as": "l"},
        {"server": "l", "data": {"a": {".value": 2, ".priority": 1}}, "events": []}
        """))
    #expect(failure.differences[0].got == #"["l","child_added","a",{".value":2,".priority":1}]"#)
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
